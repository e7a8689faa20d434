import { modelPurposes } from '#contract/model-purpose.ts'
import { useLanguage } from '#web/kernel/language.ts'

/** What a model was asked for, in words; a name that no longer exists shows as it is. */
export function usePurposeWords() {
  const language = useLanguage((state) => state.language)
  const words = (purpose: string) => {
    const text = modelPurposes[purpose]
    return text ? (language === 'en' ? text.en : text.zh) : purpose
  }
  const options = Object.keys(modelPurposes).map((value) => ({ value, label: words(value) }))
  return { words, options }
}
