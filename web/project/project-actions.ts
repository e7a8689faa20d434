import { project } from '#contract/project.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { texts } from './texts.ts'

/** Asks, deletes the project, says so. */
export function useDeleteProject() {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const remove = useCommand(project.remove)
  return async (id: string) => {
    if (!(await confirm({ says: t('deleteSure'), ok: t('delete') }))) return
    // A refusal was said in a toast; the card stays.
    await remove.mutateAsync({ ids: id }).then(
      () => say(t('deleted')),
      () => undefined,
    )
  }
}
