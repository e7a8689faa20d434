import { useTexts } from '#web/kernel/language.ts'
import { signOut } from '#web/kernel/gateway.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { texts } from './texts.ts'

/** Asks, then signs out and goes to the portal. */
export function useSignOut() {
  const confirm = useConfirm()
  const t = useTexts(texts)
  return async () => {
    if (await confirm({ says: t('signOutSure'), ok: t('signOut') })) await signOut()
  }
}
