import type { IndicatorRow } from '#contract/indicator.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { boundText } from './figure-text.ts'
import { texts } from './texts.ts'

type Bounds = Pick<IndicatorRow['thresholds'][number], 'measure' | 'low' | 'high'>
type Scope = Pick<IndicatorRow['thresholds'][number], 'industry' | 'region' | 'year'>

/** A warning value in words: its bounds, and whom it is for. */
export function useThresholdText() {
  const t = useTexts(texts)
  const trades = useDictionary('industry_section')
  const bounds = (key: string, { measure, low, high }: Bounds): string => {
    const [a, b] = [boundText(key, low), boundText(key, high)]
    const range =
      low === '' ? t('atMost', { high: b }) : high === '' ? t('atLeast', { low: a }) : t('between', { low: a, high: b })
    return measure === 'change' ? t('ofChange', { bounds: range }) : range
  }
  const scope = ({ industry, region, year }: Scope): string =>
    [
      industry && t('inIndustry', { value: trades.label(industry) }),
      region && t('inRegion', { value: region }),
      year !== 0 && t('inYear', { value: year }),
    ]
      .filter((part) => part !== '' && part !== false)
      .join(' · ') || t('anyScope')
  return { bounds, scope }
}
