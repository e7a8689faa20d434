import { signOutFederated } from '#web/kernel/gateway.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { texts } from './texts.ts'

/** For who came through the firm's identity provider: its name in a menu, and the way out; for others undefined. */
export function useFederatedSignOut() {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const signedInBy = useSession((state) => state.signedInBy)
  if (signedInBy !== 'sso') return undefined
  const label = t('federated')
  const run = async () => {
    if (await confirm({ says: t('federatedSure'), ok: label })) signOutFederated()
  }
  return { label, run }
}
