import { auth } from '#contract/auth.ts'
import { call, queries } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { type Scope, useTabs } from '#web/kernel/tabs.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { texts } from './texts.ts'

/** Asks, then forgets what the server and this window keep: answers, and the pages of all tabs but the one in front. */
export function useClearCache() {
  const confirm = useConfirm()
  const t = useTexts(texts)
  return async (scope: Scope, activeKey: string) => {
    const says = t(scope.startsWith('enterprise:') ? 'clearEnterprise' : 'clearGeneral')
    if (!(await confirm({ says }))) return
    try {
      await call(auth.clearCache, {})
      useTabs.getState().forgetPages(activeKey)
      queries.removeQueries({ type: 'inactive' })
      await queries.invalidateQueries()
      say(t('cleared'))
    } catch (fault) {
      complain(fault)
    }
  }
}
