import { useTexts } from '#web/kernel/language.ts'
import { signOut } from '#web/kernel/gateway.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { texts } from './texts.ts'

/** Asks, then signs out and goes to the tenant's domain; without one to the portal, or where it is told. */
export function useSignOut(to?: string) {
  const confirm = useConfirm()
  const t = useTexts(texts)
  return async () => {
    if (await confirm({ says: t('signOutSure'), ok: t('signOut') })) await signOut(to)
  }
}
