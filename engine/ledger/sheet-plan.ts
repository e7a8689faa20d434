import type { Remark } from './cell.ts'
import type { SheetKind } from './model.ts'
import { monthsOf } from './period.ts'
import type { SheetReading } from './sheet-reading.ts'

/** What is done with one sheet. `use` is null for a sheet that is not part of the ledger; then `remarks` say why. */
export type SheetPlan = {
  /** Place of the file in the dataset, place of the sheet in the file. */
  file: number
  sheet: number
  reading: SheetReading
  use: Exclude<SheetKind, 'unknown'> | null
  /** The year its undated dates belong to. */
  year: number | null
  remarks: (Remark & { severity: 'block' | 'warn' | 'info' })[]
}

/**
 * Decides which sheet is what in a project of `year`: last year's trial balance is the prior one, a table of any other
 * year blocks, of two trial balances of the same year the one with more months counts. A journal whose dates show no
 * year, with none in its titles or name, blocks: nobody may guess it.
 */
export function planSheets(
  sheets: readonly { file: number; sheet: number; reading: SheetReading }[],
  year: number,
): SheetPlan[] {
  const plans = sheets.map((sheet) => planOf(sheet, year))
  for (const use of ['trial_balance', 'prior_trial_balance', 'balance_sheet', 'income_statement'] as const) {
    const same = plans.filter((plan) => plan.use === use).toSorted((one, other) => months(other) - months(one))
    const [kept, ...others] = same
    for (const plan of others) {
      plan.use = null
      plan.remarks.push({
        severity: 'warn',
        code: 'sheetSuperseded',
        params: { sheet: label(plan.reading), other: kept ? label(kept.reading) : '' },
      })
    }
  }
  return plans
}

const months = ({ reading }: SheetPlan) => (reading.period ? monthsOf(reading.period).length : 0)
const label = ({ file, sheet }: SheetReading) => (sheet === '' || sheet === file ? file : `${file} · ${sheet}`)

function planOf(sheet: { file: number; sheet: number; reading: SheetReading }, year: number): SheetPlan {
  const { reading } = sheet
  const plan: SheetPlan = { ...sheet, use: null, year: null, remarks: [] }
  const say = (severity: 'block' | 'warn' | 'info', code: string, params: Remark['params'] = {}) =>
    plan.remarks.push({ severity, code, params: { sheet: label(reading), ...params } })
  if (reading.kind === 'unknown') {
    const next = reading.runnerUp?.kind ?? 'unknown'
    say('warn', reading.header === null ? 'sheetNoHeader' : 'sheetUnknown', { kind: next })
    return plan
  }
  const found = reading.period ? Number(reading.period.to.slice(0, 4)) : null
  const years = new Set(reading.periodVotes.map(({ period }) => period.to.slice(0, 4)))
  if (years.size > 1) say('warn', 'periodConflict', { years: [...years].join('、'), taken: String(found) })
  const lastYear = found === year - 1 || (found === null && /上年|去年|prior/i.test(`${reading.file} ${reading.sheet}`))
  if (reading.kind === 'trial_balance' && lastYear) {
    plan.use = 'prior_trial_balance'
    plan.year = year - 1
    return plan
  }
  if (found !== null && found !== year) {
    say('block', lastYear && reading.kind !== 'journal' ? 'sheetPriorYear' : 'otherYear', { found, year })
    return plan
  }
  if (found === null && reading.kind === 'journal') {
    say('block', 'journalWithoutYear', { year })
    return plan
  }
  if (found === null && reading.kind !== 'aux_balance') say('info', 'yearAssumed', { year })
  plan.use = reading.kind
  plan.year = year
  return plan
}
