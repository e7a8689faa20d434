import type { Remark } from './cell.ts'
import { columnsByRole } from './column-reading.ts'
import type { SheetKind } from './model.ts'
import { chooseAmong, joinedInTime, label, leaveHidden, namesTime, type SheetLook } from './same-tables.ts'
import { saidPeriod, type SheetQuestion } from './sheet-answers.ts'
import { kindQuestion, periodQuestion } from './sheet-questions.ts'
import type { SheetReading } from './sheet-reading.ts'
import { isOfMonth } from './statement.ts'

export type PlanRemark = Remark & { severity: 'block' | 'warn' | 'info' }

/** What is done with one sheet. `use` is null for a sheet that is not part of the ledger; then `remarks` say why. */
export type SheetPlan = {
  /** Place of the file in the dataset, place of the sheet in the file. */
  file: number
  sheet: number
  reading: SheetReading
  use: Exclude<SheetKind, 'unknown'> | null
  /** The year its undated dates belong to. */
  year: number | null
  /** `01` to `12`, or `01-03` of several: a trial balance of this time among others that make the year together. */
  month: string | null
  remarks: PlanRemark[]
  /** What has to be answered about the sheet before it can be read. */
  asks: SheetQuestion[]
}

/**
 * Decides which sheet is what in a project of `year`: last year's trial balance is the prior one, a table of any other
 * year blocks, of two trial balances the one with more months counts, those of single months, of quarters or of different
 * accounts are joined, and what is hidden does not count beside what is shown. What only a person can decide blocks and is asked: a column, what a sheet is, the unit or money of its amounts,
 * the year of a journal that shows none, the months of tables of one layout that name no time. A 明细账 counts where there
 * is no journal.
 */
export function planSheets(
  sheets: readonly ({ file: number; sheet: number; reading: SheetReading } & SheetLook)[],
  year: number,
): SheetPlan[] {
  const plans = sheets.map(({ file, sheet, reading }) =>
    planOf({ file, sheet, reading: withSaid(reading, year) }, year),
  )
  leaveHidden(plans, sheets)
  const joined = new Set([...joinedInTime(plans, 'trial_balance'), ...joinedInTime(plans, 'prior_trial_balance')])
  askPeriods(plans.filter((plan) => !joined.has(plan)))
  askForBalance(plans)
  const looks = new Map(plans.map((plan, at) => [plan, sheets[at] ?? {}]))
  for (const use of ['trial_balance', 'prior_trial_balance', 'balance_sheet', 'income_statement'] as const)
    chooseAmong(
      plans.filter((plan) => plan.use === use && !joined.has(plan)),
      looks,
    )
  besideThisYear(plans)
  const journal = plans.find(({ use }) => use === 'journal')
  for (const plan of plans) {
    if (plan.use !== 'subsidiary_ledger' || !journal) continue
    plan.use = null
    const params = { sheet: label(plan.reading), other: label(journal.reading) }
    plan.remarks.push({ severity: 'info', code: 'subsidiaryBesideJournal', params })
  }
  return plans
}

/** Last year's statement beside this year's of its kind is no mistake: it is left out, and that is said. */
function besideThisYear(plans: readonly SheetPlan[]) {
  for (const plan of plans) {
    const { kind } = plan.reading
    if (kind !== 'balance_sheet' && kind !== 'income_statement') continue
    if (!plans.some(({ use }) => use === kind)) continue
    for (const remark of plan.remarks)
      if (remark.code === 'sheetPriorYear') Object.assign(remark, { severity: 'info', code: 'statementPriorYear' })
  }
}

/** What a person said about the time a sheet covers stands in place of all it names itself. */
function withSaid(reading: SheetReading, year: number): SheetReading {
  const period = saidPeriod(reading.said.period, year)
  if (!period) return reading
  return { ...reading, period, periodVotes: [{ source: 'said', text: '', period }] }
}

/** Tables of one layout that name no time themselves: which month each is of is asked, never guessed by their order. */
function askPeriods(plans: readonly SheetPlan[]) {
  for (const use of ['trial_balance', 'prior_trial_balance'] as const) {
    const open = plans.filter((plan) => plan.use === use && !namesTime(plan.reading))
    for (const group of Map.groupBy(open, ({ reading }) => reading.signature).values()) {
      if (group.length < 2) continue
      const inOrder = group.toSorted((one, other) => (naturally(label(one.reading), label(other.reading)) ? -1 : 1))
      for (const [place, plan] of inOrder.entries()) {
        plan.use = null
        ask(plan, periodQuestion(plan.reading, { place, among: group.length, kind: 'table' }))
      }
    }
  }
}

/** 2 before 10. */
const naturally = (one: string, other: string): boolean => padded(one) < padded(other)
const padded = (text: string) => text.replaceAll(/\d+/g, (digits) => digits.padStart(6, '0'))

/** Without any trial balance, a table that was not recognised may well be it: then it is asked about instead of left out. */
function askForBalance(plans: readonly SheetPlan[]) {
  if (plans.some((plan) => plan.use === 'trial_balance' || plan.asks.length + plan.reading.questions.length > 0)) return
  for (const plan of plans) {
    const { kind, header, columns, runnerUp, said } = plan.reading
    const may = kind === 'unknown' || (kind === 'aux_balance' && said.kind === undefined)
    if (!may || header === null || said.kind === 'is_none' || columns.length < 4) continue
    plan.use = null
    plan.remarks = []
    ask(plan, kindQuestion(plan.reading, runnerUp ? [runnerUp] : [], columns))
  }
}

const askedAs = {
  kind: 'sheetKindAsked',
  period: 'sheetPeriodAsked',
  unit: 'sheetUnitAsked',
  currency: 'sheetCurrencyAsked',
  red: 'sheetRedAsked',
} as const

function ask(plan: SheetPlan, ...questions: readonly SheetQuestion[]) {
  for (const question of questions) {
    plan.asks.push(question)
    plan.remarks.push({ severity: 'block', code: askedAs[question.about], params: { sheet: label(plan.reading) } })
  }
}

function planOf(sheet: { file: number; sheet: number; reading: SheetReading }, year: number): SheetPlan {
  const { reading } = sheet
  const plan: SheetPlan = { ...sheet, use: null, year: null, month: null, remarks: [], asks: [] }
  const say = (severity: 'block' | 'warn' | 'info', code: string, params: Remark['params'] = {}) =>
    plan.remarks.push({ severity, code, params: { sheet: label(reading), ...params } })
  const found = reading.period ? Number(reading.period.to.slice(0, 4)) : null
  const take = (use: SheetPlan['use'], of = year) => {
    plan.use = use
    plan.year = of
    return plan
  }
  if (reading.said.kind === 'is_none') {
    say('info', 'sheetSaidNone')
    return plan
  }
  if (reading.asks.length > 0) {
    ask(plan, ...reading.asks)
    return plan
  }
  if (reading.said.currency === 'in_foreign') {
    say('warn', 'sheetForeign')
    return plan
  }
  if (reading.kind === 'unknown') {
    const next = reading.runnerUp?.kind ?? 'unknown'
    say('warn', reading.header === null ? 'sheetNoHeader' : 'sheetUnknown', { kind: next })
    return plan
  }
  if (reading.questions.length > 0) {
    const columns = reading.questions.map(({ header, column }) => header || `#${column + 1}`).join('、')
    say('block', 'sheetQuestions', { count: reading.questions.length, columns })
    return plan
  }
  if (reading.kind === 'account_chart') return take('account_chart')
  if (reading.kind === 'income_statement' && isOfMonth(reading)) {
    say('warn', 'statementOfMonth')
    return plan
  }
  if (reading.kind === 'tax_return') {
    if (found === null || found === year - 1) return take('tax_return', year - 1)
    say('warn', 'returnOtherYear', { found, year: year - 1 })
    return plan
  }
  if (reading.kind === 'journal' && !hasVouchers(reading)) {
    say('block', 'journalNoVoucher')
    return plan
  }
  const years = new Set(reading.periodVotes.map(({ period }) => period.to.slice(0, 4)))
  if (years.size > 1) say('warn', 'periodConflict', { years: [...years].join('、'), taken: String(found) })
  const lastYear = found === year - 1 || (found === null && /上年|去年|prior/i.test(`${reading.file} ${reading.sheet}`))
  if (reading.kind === 'trial_balance' && lastYear) return take('prior_trial_balance', year - 1)
  if (found !== null && found !== year) {
    // a register of another day is no reason to refuse the books
    if (reading.kind === 'asset_register') say('warn', 'registerOtherYear', { found, year })
    else if (reading.said.period !== undefined) say('warn', 'sheetSaidOtherYear', { found, year })
    else say('block', lastYear && reading.kind !== 'journal' ? 'sheetPriorYear' : 'otherYear', { found, year })
    return plan
  }
  if (
    found === null &&
    (reading.kind === 'journal' || reading.kind === 'subsidiary_ledger') &&
    !datesShowYear(reading)
  ) {
    say('block', 'journalWithoutYear', { year })
    plan.asks.push(periodQuestion(reading, { place: 0, among: 1, kind: 'journal' }))
    return plan
  }
  if (found === null && reading.kind !== 'aux_balance' && reading.kind !== 'asset_register')
    say('info', 'yearAssumed', { year })
  if (reading.kind === 'trial_balance') {
    const { movement, closing } = measuresOf(reading.columns)
    if (!movement) say('block', 'balanceNoMovement')
    else if (!closing) say('block', 'balanceNoClosing')
  }
  return take(reading.kind)
}

/** What a trial balance prints; an opening can be told from movement and closing. */
function measuresOf(columns: SheetReading['columns']) {
  const has = (words: RegExp) => columns.some(({ role }) => words.test(role))
  return {
    movement: has(/^(?:ytd_)?debit$/) && has(/^(?:ytd_)?credit$/),
    closing: has(/^closing(?:_debit|_credit)?$/),
  }
}

const hasVouchers = ({ columns }: SheetReading): boolean =>
  columns.some(({ role }) => role === 'voucher' || role === 'voucher_date')

/** Dates in one column with the number are not voted on; they are whole or they are not read. */
const datesShowYear = ({ columns }: SheetReading): boolean => columnsByRole(columns).voucher_date !== undefined
