import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { themes, useTheme } from '#web/kernel/theme.ts'
import { useProgress } from '#web/kernel/progress.ts'
import { Seal } from './Seal.tsx'
import { texts } from './texts.ts'
import './portal.css'

type PlainFrameProps = {
  children: ReactNode
  end?: ReactNode
  /** Stands on the desktop of the theme mac-os. */
  desktop?: boolean
}

/** The ground of the pages without a frame: the mark, language, light or dark. Plain HTML, for a light first load. */
export function PlainFrame({ children, end, desktop = false }: PlainFrameProps) {
  const t = useTexts(texts)
  const { language, speak } = useLanguage()
  const { name, shade, choose } = useTheme()
  const busy = useProgress((state) => state.running > 0)
  return (
    <div className={desktop ? 'plain desk-ground' : 'plain'} data-desktop={desktop || undefined}>
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
          {themes[name].shades.length > 1 && (
            <button type="button" className="plain-button" onClick={() => choose(shade === 'dark' ? 'light' : 'dark')}>
              {shade === 'dark' ? t('light') : t('dark')}
            </button>
          )}
          {end}
        </nav>
      </header>
      <main>{children}</main>
    </div>
  )
}
