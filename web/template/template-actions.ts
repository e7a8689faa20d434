import { type PaperTemplate, paperTemplate } from '#contract/paper-template.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirm, useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { texts } from './texts.ts'

const notBlank = (typed: string) => typed.trim() !== ''

/** What can be done with a template as a whole; a refusal was said in a toast. */
export function useTemplateActions() {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const confirmDanger = useConfirmDanger()
  const prompt = usePrompt()
  const update = useCommand(paperTemplate.update)
  const retire = useCommand(paperTemplate.retire)
  const remove = useCommand(paperTemplate.remove)
  return ({ id, rev, name, state, currentVersion, projects }: PaperTemplate) => {
    const rename = async () => {
      const given = await prompt({ title: t('rename'), label: t('name'), initial: name, check: notBlank })
      if (given !== undefined && given !== name)
        update.mutate({ id, rev, name: given }, { onSuccess: () => say(t('renamed')) })
    }
    const turn = async () => {
      const retired = state !== 'retired'
      if (retired && !(await confirm({ says: t('retireSure', { name }), ok: t('retire') }))) return
      retire.mutate({ id, rev, retired }, { onSuccess: () => say(t(retired ? 'retiredDone' : 'restored')) })
    }
    const destroy = async () => {
      if (!(await confirmDanger({ says: t('removeSure', { name }), ok: t('remove') }))) return
      remove.mutate({ ids: id }, { onSuccess: () => say(t('removed')) })
    }
    return [
      { key: 'rename', label: t('rename'), run: rename },
      ...(currentVersion > 0
        ? [{ key: 'retire', label: t(state === 'retired' ? 'restore' : 'retire'), run: turn }]
        : []),
      { key: 'remove', label: t('remove'), run: destroy, danger: true, disabled: projects > 0 },
    ]
  }
}
