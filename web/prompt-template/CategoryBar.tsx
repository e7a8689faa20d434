import { type PromptCategory, promptCategories } from '#contract/prompt-template.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

export type Choice = 'all' | 'favourites' | PromptCategory
const choices = ['all', 'favourites', ...promptCategories] as const

/** All, favourites, or one category. */
export function CategoryBar({ value, onChange }: { value: Choice; onChange: (choice: Choice) => void }) {
  const t = useTexts(texts)
  const nameOf = (one: Choice) => (one === 'all' || one === 'favourites' ? t(one) : t(`category_${one}`))
  return (
    <fieldset className="prompt-categories" aria-label={t('category')}>
      {choices.map((one) => (
        <button
          key={one}
          type="button"
          className="plain-button prompt-category"
          aria-pressed={one === value}
          onClick={() => onChange(one)}
        >
          {nameOf(one)}
        </button>
      ))}
    </fieldset>
  )
}
