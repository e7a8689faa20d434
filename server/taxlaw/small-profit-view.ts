import type { z } from 'zod'
import type { SmallProfit } from '#contract/tax-return.ts'
import type { Language } from '#contract/texts.ts'
import { smallProfitCliff } from '#engine/taxlaw/small-profit.ts'
import { rulePack } from '#facts/facts.ts'
import { inLanguage } from '#server/paper/stored-cell.ts'
import type { ReturnAsItStands } from './return-view.ts'

/** 应纳税所得额 in the main form of the year. */
export const taxableCell = (year: number): string => (year >= 2024 ? 'A100000.28.1' : 'A100000.23.1')
/** 实际应纳所得税额. */
export const taxCell = (year: number): string => (year >= 2024 ? 'A100000.36.1' : 'A100000.31.1')

const tests = [
  { cell: 'E40.staff_ok', zh: '从业人数不超过300人', en: 'At most 300 staff' },
  { cell: 'E40.assets_ok', zh: '资产总额不超过5000万元', en: 'Assets of at most 50 million' },
  { cell: 'E40.trade_ok', zh: '从事国家非限制和禁止行业', en: 'Not a restricted trade' },
] as const

/** The cliff for this client: where he stands, what the first fen above the cap costs; unknown law is named, not guessed. */
export function smallProfitOf({ input, made }: ReturnAsItStands, language: Language): z.input<typeof SmallProfit> {
  const taxable = made.cells.get(taxableCell(made.year))?.value ?? null
  const shown = tests.map(({ cell, zh, en }) => {
    const value = input.papers[cell]?.value
    return {
      cell,
      label: inLanguage({ zh, en }, language),
      value: value === 'true' ? true : value === 'false' ? false : null,
    }
  })
  const cliff = smallProfitCliff(
    rulePack,
    made.year,
    taxable ?? '0',
    shown.every(({ value }) => value === true),
  )
  if (!cliff.known) return { lacking: [...cliff.lacking], taxable, tests: shown, cliff: null }
  if (taxable === null) return { lacking: [], taxable, tests: shown, cliff: null }
  const { known: _, basis, ...rest } = cliff
  const certainty = rulePack.rules.find(({ id }) => id === 'SMALL_LOW_PROFIT')?.certainty ?? ''
  const law = basis.map(({ doc, article }) => ({ doc, article: article ?? '', certainty }))
  return { lacking: [], taxable, tests: shown, cliff: { ...rest, law } }
}
