import type { JournalColumns } from './journal-columns.ts'
import { originOf } from './journal-columns.ts'
import { voucherKey } from './journal-lines.ts'
import type { Account } from './model.ts'
import type { Learnt } from './tie-out-gaps.ts'
import type { JournalFindings } from './tie-out-journal.ts'
import { checked, finding, rowsShown, type Check, type CheckId, type Difference } from './tie-out-report.ts'

/** What relating looks at. */
export type Related = {
  journal: JournalColumns
  findings: JournalFindings
  learnt: Learnt | null
  accounts: readonly Account[]
  year: number
}

/**
 * One cause, one explanation: the check that can say the cause says it, differences that only follow from it name that
 * check (`follows`). Adds what only several checks together show: vouchers moved to another month, two vouchers run
 * into one, tables in another unit.
 */
export function relate(checks: readonly Check[], related: Related): Check[] {
  const byId = new Map(checks.map((check) => [check.id, check]))
  const differencesOf = (id: CheckId) => byId.get(id)?.differences ?? []
  const change = (id: CheckId, differences: Difference[]) => {
    const check = byId.get(id)
    if (check) byId.set(id, { ...checked(id, check.compared, differences, check.facts), reason: null })
  }
  taught(related, differencesOf, change)
  moved(related, differencesOf, change)
  merged(related, differencesOf, change)
  if (!related.learnt?.unit) {
    change('T03', parents(differencesOf('T03'), differencesOf, related.accounts))
    change('X01', printedTwice(differencesOf, related.accounts))
  }
  if (!related.learnt?.unit) change('T01', totals(differencesOf))
  return checks.map((check) => {
    const now = byId.get(check.id) ?? check
    return check.status === 'skipped' && now.differences.length === 0 ? check : now
  })
}

const following = (one: Difference, follows: CheckId): Difference => ({ ...one, follows })
const reworded = (one: Difference, { class: kind, cause }: Pick<Difference, 'class' | 'cause'>): Difference => ({
  ...one,
  class: kind,
  cause,
})
const primary = ({ follows: _follows, ...one }: Difference): Difference => one

type DifferencesOf = (id: CheckId) => readonly Difference[]
type Change = (id: CheckId, differences: Difference[]) => void

/** What explaining X01 taught: better words for vouchers and accounts, and the unit. */
function taught({ learnt, journal, findings }: Related, of: DifferencesOf, change: Change) {
  if (!learnt) return
  const places = new Map(journal.vouchers.map(({ key }, place) => [key, place]))
  if (learnt.vouchers.size > 0) {
    change(
      'J01',
      of('J01').map((one) => {
        const why = learnt.vouchers.get(places.get(one.where.voucher ?? '') ?? -1)
        return why && one.class === 'unbalanced_voucher' ? reworded(one, why) : one
      }),
    )
  }
  const zerosTold = of('J04').filter((one) => one.class === 'lost_zeros')
  if (learnt.accounts.size > 0 || zerosTold.length > 0) {
    const known = of('J04').map((one): Difference => {
      const why = learnt.accounts.get(one.where.account ?? '')
      if (!why) return one
      return why.class === 'lost_zeros' ? following(reworded(one, why), 'S09') : reworded(one, why)
    })
    change('J04', known)
    const zeros = known.filter((one) => one.class === 'lost_zeros')
    if (zeros.length > 0) change('S09', [...of('S09'), ...zeros.map(primary)])
  }
  const foreign = new Set(of('X01').flatMap(({ class: kind, where }) => (kind === 'currency' ? [where.account] : [])))
  if (foreign.size > 0) {
    const own = (place: number) =>
      [...findings.lines.of(place)].some((index) => foreign.has(journal.accountCodes[journal.account[index] ?? 0]))
    change(
      'J01',
      of('J01').map((one) => (own(places.get(one.where.voucher ?? '') ?? -1) ? following(one, 'X01') : one)),
    )
  }
  if (learnt.unit) {
    const { class: kind, cause } = learnt.unit
    const rows = of('X01').flatMap((one) => (one.class === 'unit' ? one.rows.slice(0, 1) : []))
    const told = finding({}, { class: kind, cause: cause.code, params: cause.params, rows: rows.slice(0, rowsShown) })
    change('S04', [...of('S04'), told])
    // Rounded to the larger unit, nothing else of the table agrees to the fen either.
    for (const id of ['T01', 'T02', 'T03', 'T04', 'T07', 'X02', 'X03', 'X04'] as const)
      change(
        id,
        of(id).map((one) => following(one, 'S04')),
      )
  }
}

/**
 * A voucher whose date was put into another month leaves a gap in its own and stands in the other: as a second voucher
 * of its number, or alone behind the last one.
 */
function moved({ journal, findings }: Related, of: DifferencesOf, change: Change) {
  const gaps = of('J02').filter((one) => one.class === 'gap' && one.cause.code === 'causeGap')
  if (gaps.length === 0) return
  const told: Difference[] = []
  const explained = new Set<Difference>()
  for (const gap of gaps) {
    const [period = '', word = '', number = ''] = split(gap.where.voucher ?? '')
    const twice = of('J02').find(
      (one) => one.class === 'duplicate_number' && isOf(one.where.voucher, word, number) && one.where.period !== period,
    )
    const alone = twice ? undefined : aloneBehind(journal, { period, word, number: Number(number) }, findings)
    const where = twice?.where.voucher ?? alone?.key
    if (where === undefined) continue
    explained.add(gap)
    if (twice) explained.add(twice)
    if (alone) for (const one of of('J02')) if (one.where.voucher === alone.before) explained.add(one)
    const params = { voucher: gap.where.voucher ?? '', found: where }
    const rows = twice?.rows ?? alone?.rows ?? []
    told.push(finding({ voucher: where, period }, { class: 'wrong_period', cause: 'causeMovedVoucher', params, rows }))
  }
  if (told.length === 0) return
  change('J03', [...of('J03'), ...told])
  change(
    'J02',
    of('J02').map((one) => (explained.has(one) ? following(one, 'J03') : one)),
  )
}

const split = (key: string) => /^(\d\d)-(.*)-(\d+)$/.exec(key)?.slice(1) ?? []
const isOf = (key: string | undefined, word: string, number: string) => {
  const [, ofWord, ofNumber] = split(key ?? '')
  return ofWord === word && ofNumber === number
}

/** The voucher of this word and number in another month, if the numbers just before it are missing there. */
function aloneBehind(
  journal: JournalColumns,
  lost: { period: string; word: string; number: number },
  { gaps, lines }: JournalFindings,
) {
  for (const { period, word, from, to } of gaps) {
    if (word !== lost.word || period === lost.period || to + 1 !== lost.number) continue
    const key = voucherKey({ period, word, number: lost.number })
    const place = journal.vouchers.findIndex((voucher) => voucher.key === key)
    if (place < 0) continue
    const rows = Array.from(lines.of(place), (index) => originOf(journal, index))
    return { key, before: voucherKey({ period, word, number: from }), rows }
  }
  return undefined
}

/** J05: a missing number right after a voucher that falls into two balanced halves: the second has lost its number. */
function merged({ journal, findings: { lines }, learnt }: Related, of: DifferencesOf, change: Change) {
  const told: Difference[] = []
  const explained = new Set<Difference>()
  const places = new Map(journal.vouchers.map(({ key }, place) => [key, place]))
  const missing = of('X01').some((one) => one.class === 'missing_voucher')
  for (const gap of of('J02')) {
    if (missing || gap.follows || gap.cause.code !== 'causeGap' || learnt === null) continue
    const [period = '', word = '', number = ''] = split(gap.where.voucher ?? '')
    const place = places.get(voucherKey({ period, word, number: Number(number) - 1 }))
    const second = place === undefined ? [] : secondHalf(journal, lines.of(place))
    if (second.length === 0) continue
    explained.add(gap)
    const voucher = journal.vouchers[place ?? 0]?.key ?? ''
    const params = { voucher: gap.where.voucher ?? '', before: voucher }
    const rows = second.map((index) => originOf(journal, index))
    told.push(finding({ voucher, period }, { class: 'merged_voucher', cause: 'causeMergedVoucher', params, rows }))
  }
  if (told.length === 0) return
  change('J05', [...of('J05'), ...told])
  change(
    'J02',
    of('J02').map((one) => (explained.has(one) ? following(one, 'J05') : one)),
  )
}

/** The lines after the last place where a voucher balances before its end. */
function secondHalf(journal: JournalColumns, own: Uint32Array): number[] {
  let sum = 0n
  let cut = 0
  for (const [at, index] of own.entries()) {
    sum += (journal.debit[index] ?? 0n) - (journal.credit[index] ?? 0n)
    if (sum === 0n && at + 1 < own.length) cut = at + 1
  }
  return sum === 0n && cut > 0 ? [...own.subarray(cut)] : []
}

/** T03: a parent that is off by what one of its children is off follows from that child. */
function parents(all: readonly Difference[], of: DifferencesOf, accounts: readonly Account[]): Difference[] {
  const parentOf = new Map(accounts.map(({ code, parent }) => [code, parent]))
  const causes = [...of('T02'), ...of('X01')].filter((one) => one.class === 'edited_row' && one.follows === undefined)
  return all.map((one) => {
    const above = all.some(
      (child) =>
        parentOf.get(child.where.account ?? '') === one.where.account &&
        child.where.measure === one.where.measure &&
        (child.difference ?? 0n) === -(one.difference ?? 0n),
    )
    const cause = causes.find(
      ({ where, difference }) =>
        parentOf.get(where.account ?? '') === one.where.account &&
        (difference === one.difference || difference === -(one.difference ?? 0n)),
    )
    if (above) return following(one, 'T03')
    if (!cause || one.class === 'double_child') return one
    const follows: CheckId = of('T02').includes(cause) ? 'T02' : 'X01'
    return following(reworded(one, { class: 'edited_row', cause: one.cause }), follows)
  })
}

/** X01: the journal knows nothing of a row that is printed a second time under another code. */
function printedTwice(of: DifferencesOf, accounts: readonly Account[]): Difference[] {
  const parentOf = new Map(accounts.map(({ code, parent }) => [code, parent]))
  const twice = of('T03').filter((one) => one.class === 'double_child')
  return of('X01').map((one) => {
    const parent = parentOf.get(one.where.account ?? '')
    const told =
      !one.follows &&
      twice.some(
        ({ where, difference }) =>
          where.account === parent && where.measure === one.where.measure && difference === one.difference,
      )
    return told ? following(one, 'T03') : one
  })
}

/** T01: the table is off by what a row, a missing row or an account is off. */
function totals(of: DifferencesOf): Difference[] {
  const causes: [CheckId, readonly Difference[]][] = [
    ['T02', of('T02').filter(({ where }) => where.period === undefined)],
    ['X01', of('X01').filter((one) => one.class === 'edited_row' && one.follows === undefined)],
    ['T03', of('T03').filter((one) => one.class === 'missing_child' && one.follows === undefined)],
    ['J04', of('J04').filter((one) => one.class === 'missing_account')],
  ]
  return of('T01').map((one) => {
    const amount = one.difference ?? 0n
    const found = causes.find(([, list]) =>
      list.some(({ difference }) => difference === null || difference === amount || difference === -amount),
    )
    return found ? following(one, found[0]) : one
  })
}
