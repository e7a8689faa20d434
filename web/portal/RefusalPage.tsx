import { useEffect } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { signOutHere } from '#web/kernel/session.ts'
import { PlainFrame } from './PlainFrame.tsx'
import { texts } from './texts.ts'

type Kind = 'forbidden' | 'notFound' | 'broken' | 'forcedExit'

function Refusal({ kind, number }: { kind: Kind; number: string }) {
  const t = useTexts(texts)
  useEffect(() => {
    document.title = `${t(kind)} · ${t('product')}`
  }, [t, kind])
  return (
    <PlainFrame>
      <div className="portal">
        <p className="portal-sub number">{number}</p>
        <h1>{t(kind)}</h1>
        <p className="portal-text">{t(`${kind}Text`)}</p>
        <a className="main-button" href={kind === 'forcedExit' ? '/login' : '/'}>
          {kind === 'forcedExit' ? t('signIn') : t('home')}
        </a>
      </div>
    </PlainFrame>
  )
}

/** /403 */
export const ForbiddenPage = () => <Refusal kind="forbidden" number="403" />
/** /404 */
export const NotFoundPage = () => <Refusal kind="notFound" number="404" />
/** /500 */
export const BrokenPage = () => <Refusal kind="broken" number="500" />
/** /portal.html: the firm could not be read; the session is forgotten. */
export function ForcedExitPage() {
  useEffect(signOutHere, [])
  return <Refusal kind="forcedExit" number="" />
}
