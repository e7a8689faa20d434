import { extraPeriodIn, monthInName, monthsOf, spanInName } from './period.ts'
import type { SheetPlan } from './sheet-plan.ts'
import type { SheetReading } from './sheet-reading.ts'

/** What inspection saw of a sheet beside its reading: whether it is hidden, codes and the print of its first data rows. */
export type SheetLook = { hidden?: boolean; codes?: readonly string[]; print?: string }

/** A sheet as a person calls it. */
export const label = ({ file, sheet }: SheetReading) => (sheet === '' || sheet === file ? file : `${file} · ${sheet}`)

const months = ({ reading }: SheetPlan) => (reading.period ? monthsOf(reading.period).length : 0)

/** Hidden sheets are drafts and copies more often than not: beside a shown one of the same use they are left out. */
export function leaveHidden(plans: readonly SheetPlan[], looks: readonly SheetLook[]) {
  const hidden = new Set(plans.filter((_, at) => looks[at]?.hidden === true))
  for (const plan of hidden) {
    const shown = plans.find((one) => one.use !== null && one.use === plan.use && !hidden.has(one))
    if (!shown) continue
    plan.use = null
    plan.asks = []
    const params = { sheet: label(plan.reading), other: label(shown.reading) }
    plan.remarks = [{ severity: 'warn', code: 'sheetHidden', params }]
  }
}

/**
 * Trial balances of different single months, or of quarters and half years that do not overlap: each keeps its time; of
 * two of one time the first counts. None where there are not at least two times (or one month beside a whole year).
 */
export function joinedInTime(
  plans: readonly SheetPlan[],
  use: 'trial_balance' | 'prior_trial_balance',
): Set<SheetPlan> {
  const found = new Set<SheetPlan>()
  const all = plans.filter((plan) => plan.use === use)
  const timed = all.flatMap((plan) => {
    const time = timeOf(plan.reading)
    if (time === undefined) return []
    if (time.length > 2) plan.reading = { ...plan.reading, period: periodOf(time, plan) }
    return [{ plan, time }]
  })
  const single = timed.filter(({ time }) => time.length === 2)
  const whole = all.some((plan) => !single.some((one) => one.plan === plan))
  const chosen = single.length > 0 ? single : timed.length === all.length ? timed : []
  const byTime = Map.groupBy(chosen, ({ time }) => time)
  if (byTime.size < 2 && !(whole && single.length > 0)) return found
  if (overlap([...byTime.keys()])) return found
  for (const [time, group] of byTime) {
    const [kept, ...others] = group
    for (const { plan } of others) {
      supersede(plan, kept?.plan)
      found.add(plan)
    }
    if (!kept) continue
    kept.plan.month = time
    found.add(kept.plan)
  }
  return found
}

/** The months a name speaks of stand in place of the year that only the file's name gives. */
const periodOf = (time: string, { reading, year }: SheetPlan) => {
  const of = reading.period?.to.slice(0, 4) ?? String(year)
  return { from: `${of}-${time.slice(0, 2)}`, to: `${of}-${time.slice(-2)}` }
}

const overlap = (times: readonly string[]): boolean => {
  const sorted = times.toSorted()
  return sorted.some((time, at) => at > 0 && time.slice(0, 2) <= (sorted[at - 1] ?? '').slice(-2))
}

/** Whether a table says which time it is of: in its titles, its dates, or as a part of a year by its name. */
export const namesTime = (reading: SheetReading): boolean =>
  reading.periodVotes.some(({ source }) => source !== 'file' && source !== 'sheet') ||
  (timeOf(reading)?.length ?? 0) > 2

/** The month or months a table is of where they are not the year, by its titles, else by the sheet's or the file's name. */
function timeOf({ period, periodVotes, sheet, file }: SheetReading): string | undefined {
  const extra = [sheet, ...periodVotes.map(({ text }) => text)].map(extraPeriodIn).find((one) => one !== undefined)
  if (extra !== undefined) return extra
  if (period && period.from === period.to) return period.from.slice(5)
  const said = periodVotes.some(({ source }) => source !== 'file' && source !== 'sheet')
  const part = period && period.from.slice(0, 4) === period.to.slice(0, 4) && monthsOf(period).length < 12
  if (said) return part ? `${period.from.slice(5)}-${period.to.slice(5)}` : undefined
  const month = monthInName(sheet) ?? monthInName(file)
  if (month !== undefined) return month
  const named = spanInName(sheet) ?? spanInName(file)
  if (named) return `${named.from}-${named.to}`
  return part ? `${period.from.slice(5)}-${period.to.slice(5)}` : undefined
}

/**
 * Which of several tables of one use count: the one of most months, of those the latest; with it those of the same time
 * that hold none of its accounts (资产类, 负债类 on sheets of their own). A trial balance of the same time with other figures
 * blocks: nobody but a person knows which is right.
 */
export function chooseAmong(plans: readonly SheetPlan[], looks: ReadonlyMap<SheetPlan, SheetLook>) {
  const [kept, ...others] = plans.toSorted(
    (one, other) => months(other) - months(one) || (last(one) < last(other) ? 1 : last(one) > last(other) ? -1 : 0),
  )
  if (!kept) return
  const taken = new Set(looks.get(kept)?.codes)
  for (const plan of others) {
    const sameTime = months(plan) === months(kept) && last(plan) === last(kept)
    const codes = looks.get(plan)?.codes ?? []
    if (sameTime && taken.size > 0 && codes.length > 0 && codes.every((code) => !taken.has(code))) {
      for (const code of codes) taken.add(code)
      const params = { sheet: label(plan.reading), other: label(kept.reading) }
      plan.remarks.push({ severity: 'info', code: 'tablePart', params })
    } else if (sameTime && isBalance(plan) && looks.get(plan)?.print !== looks.get(kept)?.print) {
      plan.use = null
      const params = { sheet: label(plan.reading), other: label(kept.reading) }
      plan.remarks.push({ severity: 'block', code: 'tablesContradict', params })
    } else supersede(plan, kept)
  }
}

const last = ({ reading }: SheetPlan) => reading.period?.to ?? ''
const isBalance = ({ use }: SheetPlan) => use === 'trial_balance' || use === 'prior_trial_balance'

function supersede(plan: SheetPlan, by: SheetPlan | undefined) {
  plan.use = null
  const params = { sheet: label(plan.reading), other: by ? label(by.reading) : '' }
  plan.remarks.push({ severity: 'warn', code: 'sheetSuperseded', params })
}
