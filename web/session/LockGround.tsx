import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { useTheme } from '#web/kernel/theme.ts'
import { useSession } from '#web/kernel/session.ts'
import { Clock } from './Clock.tsx'
import { texts } from './texts.ts'
import './lock.css'

type LockGroundProps = { title: string; name: string; second: string; children: ReactNode }

/** The ground of /lock: the time of day, whose window it is, and what can be done. */
export function LockGround({ title, name, second, children }: LockGroundProps) {
  const t = useTexts(texts)
  const { language, speak } = useLanguage()
  const desktop = useTheme((state) => state.name === 'mac-os')
  const avatar = useSession((state) => state.avatar)
  return (
    <main className={desktop ? 'lock desk-ground' : 'lock'} aria-label={title}>
      <button
        type="button"
        className="plain-button lock-language"
        aria-label={t('language')}
        onClick={() => speak(language === 'en' ? 'zh-CN' : 'en')}
      >
        {t('otherLanguage')}
      </button>
      <Clock />
      <section className="lock-card">
        {avatar ? (
          <img className="lock-face" src={avatar} alt="" />
        ) : (
          <span className="lock-face" data-letter={Array.from(name)[0]} aria-hidden />
        )}
        <h1>{name || title}</h1>
        <p className="lock-note">{second}</p>
        {children}
      </section>
    </main>
  )
}
