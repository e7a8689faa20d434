import { Button } from 'antd'
import type { sms } from '#contract/sms.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { texts } from './texts.ts'

type RowButtonsProps = {
  id: string
  remove: typeof sms.removeChannels | typeof sms.removeTemplates
  /** The question before it is deleted, naming it. */
  sure: string
  onEdit: () => void
}

/** What can be done with a row: change it, or delete it after a question. */
export function RowButtons({ id, remove, sure, onEdit }: RowButtonsProps) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const command = useCommand(remove)
  const destroy = async () => {
    if (!(await confirm({ says: sure, ok: t('delete') }))) return
    // A refusal was said in a toast; the row stays.
    await command.mutateAsync({ ids: id }).then(
      () => say(t('deleted')),
      () => undefined,
    )
  }
  return (
    <span
      className="row-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      <Button type="link" size="small" onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button type="link" size="small" onClick={() => void destroy()}>
        {t('delete')}
      </Button>
    </span>
  )
}
