import { useLanguage } from '#web/kernel/language.ts'
import { themes, useTheme } from '#web/kernel/theme.ts'

/** Says the other language from here on. */
export function useLanguageSwitch() {
  const { language, speak } = useLanguage()
  return () => speak(language === 'en' ? 'zh-CN' : 'en')
}

/** Light to dark and back; undefined where the theme has one of them only. */
export function useShadeSwitch() {
  const { name, shade, choose } = useTheme()
  if (themes[name].shades.length < 2) return undefined
  const dark = shade === 'dark'
  return { dark, change: () => choose(dark ? 'light' : 'dark') }
}
