import { useMemo } from 'react'
import { useLanguage, useSay, useTexts } from '#web/kernel/language.ts'
import { rateCaseWord, rateWord } from '#facts/rule-pack.ts'
import { calculators } from '#engine/calculator/calculators.ts'
import { figureWords } from './figure-words.ts'
import type { Speech } from './out-sheets.ts'
import { texts } from './texts.ts'

/** The words of every option of every calculator: the cases of figures are named after them. */
const optionWords = new Map(
  calculators
    .flatMap(({ fields, rows }) => fields.concat(rows?.fields ?? []))
    .flatMap(({ options }) => (options ?? []).map(({ value, label }) => [value, label] as const)),
)
const homeCases: Readonly<Record<string, { zh: string; en: string }>> = {
  first_small: { zh: '唯一住房，标准面积以内', en: 'only home, within the area' },
  first_large: { zh: '唯一住房，超过标准面积', en: 'only home, above the area' },
  second_small: { zh: '第二套，标准面积以内', en: 'second home, within the area' },
  second_large: { zh: '第二套，超过标准面积', en: 'second home, above the area' },
}

/** How results are spoken: in the current language, figures of the law by their names. */
export function useSpeech(): Speech {
  const t = useTexts(texts)
  const say = useSay()
  const language = useLanguage((state) => state.language)
  return useMemo(() => {
    const nameOf = (id: string, chosen: string | null) => {
      const [rule = '', field = ''] = id.split('.')
      const name = figureWords[id] ?? rateWord(rule, field)
      const kind = chosen === null ? undefined : (homeCases[chosen] ?? optionWords.get(chosen) ?? rateCaseWord(chosen))
      if (!kind) return say(name)
      return language === 'en' ? `${say(name)} (${say(kind)})` : `${say(name)}（${say(kind)}）`
    }
    return { t, say, nameOf }
  }, [t, say, language])
}
