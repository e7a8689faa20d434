import { useCallback } from 'react'
import { extentOf, type GrantName } from '#contract/grants.ts'
import { project } from '#contract/project.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { texts } from './texts.ts'

/** `may(grant, project)`: what the server would allow with this project; it hides, the server decides. */
export function useMayProject() {
  const held = useSession((state) => state.held)
  return useCallback(
    (grant: GrantName, row: { mine: boolean }) => {
      const extent = extentOf(held, grant)
      // whose department its people are in, only the server knows
      return extent === true || typeof extent === 'object' || (extent === 'self' && row.mine)
    },
    [held],
  )
}

/** Asks, deletes projects, says so; answers whether they are gone. */
export function useDeleteProjects() {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const remove = useCommand(project.remove)
  return async (ids: readonly string[]) => {
    const says = ids.length > 1 ? t('deleteManySure', { count: ids.length }) : t('deleteSure')
    if (!(await confirm({ says, ok: t('delete') }))) return false
    // A refusal was said in a toast; the projects stay.
    return remove.mutateAsync({ ids: ids.join(',') }).then(
      () => {
        say(t('deleted'))
        return true
      },
      () => false,
    )
  }
}
