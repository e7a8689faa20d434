import { useEffect } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { PlainFrame } from './PlainFrame.tsx'
import { texts } from './texts.ts'

const steps = [
  ['step1', 'step1Text'],
  ['step2', 'step2Text'],
  ['step3', 'step3Text'],
] as const

/** /portal/home: what this is, and the way in. Signed-out people land here. */
export function PortalPage() {
  const t = useTexts(texts)
  const signedIn = useSession((state) => state.accessToken !== '')
  useEffect(() => {
    document.title = `${t('product')} · ${t('subtitle')}`
  }, [t])
  return (
    <PlainFrame>
      <div className="portal">
        <p className="portal-sub">{t('subtitle')}</p>
        <h1>{t('portalHead')}</h1>
        <p className="portal-text">{t('portalText')}</p>
        <a className="main-button" href={signedIn ? '/' : '/login'}>
          {signedIn ? t('toFirm') : t('signIn')}
        </a>
        <ol className="portal-steps">
          {steps.map(([name, text]) => (
            <li key={name}>
              <h2>{t(name)}</h2>
              <p>{t(text)}</p>
            </li>
          ))}
        </ol>
      </div>
    </PlainFrame>
  )
}

/** /portal/buy: where the question of code 60002 leads. */
export function BuyPage() {
  const t = useTexts(texts)
  return (
    <PlainFrame>
      <div className="portal">
        <h1>{t('buyHead')}</h1>
        <p className="portal-text">{t('buyText')}</p>
        <a className="main-button" href="/">
          {t('home')}
        </a>
      </div>
    </PlainFrame>
  )
}
