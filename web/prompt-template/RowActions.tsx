import { Button } from 'antd'
import { type PromptSummary, promptTemplate } from '#contract/prompt-template.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { usePromptWords } from './prompt-words.ts'
import { texts } from './texts.ts'

type ActionsProps = { row: PromptSummary; onOpen: () => void; onEdit: () => void }

/** What can be done with a template from its row. */
export function RowActions({ row, onOpen, onEdit }: ActionsProps) {
  const t = useTexts(texts)
  const { nameOf } = usePromptWords()
  const confirm = useConfirmDanger()
  const remove = useCommand(promptTemplate.remove)
  const copy = useCommand(promptTemplate.copy)
  const destroy = async () => {
    if (!(await confirm({ says: t('removeSure', { name: nameOf(row) }), ok: t('remove') }))) return
    remove.mutate({ ids: row.id }, { onSuccess: () => say(t('removed')) })
  }
  return (
    <span
      className="row-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      <Button type="link" size="small" onClick={row.version === 0 ? onEdit : onOpen}>
        {t(row.version === 0 ? 'edit' : 'use')}
      </Button>
      {row.mine && row.version > 0 && (
        <Button type="link" size="small" onClick={onEdit}>
          {t('edit')}
        </Button>
      )}
      <Button
        type="link"
        size="small"
        loading={copy.isPending}
        onClick={() => copy.mutate({ id: row.id }, { onSuccess: () => say(t('copied')) })}
      >
        {t('copy')}
      </Button>
      {row.mine && (
        <Button type="link" size="small" onClick={() => void destroy()}>
          {t('remove')}
        </Button>
      )}
    </span>
  )
}
