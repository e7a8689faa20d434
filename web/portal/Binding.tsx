import { useTexts } from '#web/kernel/language.ts'
import { otherWaysTexts } from './other-ways-texts.ts'
import type { Unbound } from './OtherWays.tsx'
import { keepUnbound } from './unbound.ts'

/** Over the login form: who came from a provider and is not linked; signing in links him, or he registers. */
export function Binding({ of, onGiveUp }: { of: Unbound; onGiveUp: () => void }) {
  const t = useTexts(otherWaysTexts)
  return (
    <output className="login-unbound">
      <span>{t('unbound', { name: of.nickname || t('thatAccount') })}</span>
      <span>
        <a href="/bind" onClick={() => keepUnbound(of)}>
          {t('askAccount')}
        </a>
        <button type="button" className="plain-button" onClick={onGiveUp}>
          {t('notNow')}
        </button>
      </span>
    </output>
  )
}
