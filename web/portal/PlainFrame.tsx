import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { useTheme } from '#web/kernel/theme.ts'
import { useProgress } from '#web/kernel/progress.ts'
import { Seal } from './Seal.tsx'
import { texts } from './texts.ts'
import './portal.css'

/** The ground of the pages without a frame: the mark, language, light or dark. Plain HTML, for a light first load. */
export function PlainFrame({ children, end }: { children: ReactNode; end?: ReactNode }) {
  const t = useTexts(texts)
  const { language, speak } = useLanguage()
  const { shade, choose } = useTheme()
  const busy = useProgress((state) => state.running > 0)
  return (
    <div className="plain">
      <div className="progress" data-running={busy || undefined} />
      <header className="plain-top">
        <a href="/portal" className="plain-mark">
          <Seal size={28} />
          <span>{t('product')}</span>
        </a>
        <nav>
          <button type="button" className="plain-button" onClick={() => speak(language === 'en' ? 'zh-CN' : 'en')}>
            {t('otherLanguage')}
          </button>
          <button type="button" className="plain-button" onClick={() => choose(shade === 'dark' ? 'light' : 'dark')}>
            {shade === 'dark' ? t('light') : t('dark')}
          </button>
          {end}
        </nav>
      </header>
      <main>{children}</main>
    </div>
  )
}
