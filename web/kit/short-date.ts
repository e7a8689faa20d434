import { useCallback } from 'react'
import type { Language } from '#contract/texts.ts'
import { useLanguage } from '#web/kernel/language.ts'

/** As the wire writes a moment, by the clock of China: YYYY-MM-DD HH:mm[:ss]; the time may be missing. */
const WIRE = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?$/
/** A moment with its zone (ISO 8601). */
const ZONED = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/
const CHINA_MS = 8 * 3_600_000

/** [month, day, hour, minute] of a moment, undefined for what is none. */
function momentOf(text: string): string[] | undefined {
  if (ZONED.test(text)) {
    const at = Date.parse(text)
    return Number.isNaN(at) ? undefined : momentOf(new Date(at + CHINA_MS).toISOString().slice(0, 16))
  }
  const [, year = '', month = '', day = '', hour = '00', minute = '00'] = WIRE.exec(text) ?? []
  if (year === '') return undefined
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)))
  // the calendar carries 02-30 and 25:00 on to another day
  const real = at.toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}`)
  return real ? [month, day, hour, minute] : undefined
}

/** A moment as MM月DD日 HH:mm, in English MM-DD HH:mm; what is no moment is shown unchanged. */
export function shortDate(text: string, language: Language): string {
  const [month, day, hour, minute] = momentOf(text.trim()) ?? []
  if (month === undefined) return text
  return language === 'en' ? `${month}-${day} ${hour}:${minute}` : `${month}月${day}日 ${hour}:${minute}`
}

/** `shortDate` in the current language. */
export function useShortDate() {
  const language = useLanguage((state) => state.language)
  return useCallback((text: string) => shortDate(text, language), [language])
}
