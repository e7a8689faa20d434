import { yuan, type Fen } from '../money.ts'
import { originOf, type JournalColumns } from './journal-columns.ts'
import { voucherKey } from './journal-lines.ts'
import { bothSides, sumsOf, type Evidence, type Gap, type Side, type Why, type Worksheet } from './tie-out-gaps.ts'

const factors = [100n, 1000n, 10_000n, 1_000_000n, 100_000_000n]
const foreign = /美元|美金|欧元|港币|港元|日元|英镑|外币|原币|USD|EUR|HKD|JPY|GBP/i

/** Tables in another unit (千元, 万元) differ by one factor everywhere, but for rows with another fault. */
export function otherUnit(sheet: Worksheet, { posted }: Evidence) {
  const open = sheet.open()
  // what moved by less than the larger unit shows is rounded away: it speaks for no unit and against none
  const isIn = (gap: Gap, by: Fen) => roundedAway(gap, posted, by) || differsBy(gap, posted, by)
  const fits = (by: Fen) => {
    const telling = open.filter((gap) => !roundedAway(gap, posted, by))
    const fitting = telling.filter((gap) => differsBy(gap, posted, by))
    const odd = telling.length - fitting.length
    return fitting.length >= 2 && (odd === 0 || (fitting.length >= 4 && odd <= Math.max(1, telling.length / 10)))
  }
  const factor = factors.find(fits)
  if (factor !== undefined) {
    const why: Why = { class: 'unit', cause: { code: 'causeUnit', params: { factor: Number(factor) } }, follows: 'S04' }
    sheet.learnt.unit = why
    // a row beside them that is off by something else has a fault of its own
    for (const gap of open) if (isIn(gap, factor)) sheet.takeAll(gap, why)
  }
}

/** Single rows in another unit, and accounts that one file shows in foreign currency: off by about the rate on both sides. */
export function otherCurrency(sheet: Worksheet, { posted }: Evidence) {
  for (const gap of sheet.open()) {
    const by = factors.slice(1, 3).find((by) => differsBy(gap, posted, by))
    const cause = { code: 'causeUnitRow', params: { account: gap.account.code, factor: Number(by ?? 1) } }
    if (by !== undefined) sheet.takeAll(gap, { class: 'unit', cause })
    else if (isForeign(gap, posted)) {
      const { code, name } = gap.account
      const cause = { code: 'causeCurrency', params: { account: code, name } }
      sheet.takeAll(gap, { class: 'currency', cause })
    }
  }
}

/** The table shows nothing, or next to nothing, of a movement that the larger unit cannot show. */
function roundedAway({ account }: Gap, posted: Evidence['posted'], by: Fen): boolean {
  const sums = posted.get(account.code) ?? { debit: 0n, credit: 0n }
  const small = (table: Fen, book: Fen) => size(table) <= 1n && size(book) <= 2n * by
  return small(account.debit, sums.debit) && small(account.credit, sums.credit)
}
const size = (amount: Fen): Fen => (amount < 0n ? -amount : amount)

/** One side is the other times `by`, as far as two decimals of the larger unit can show, rounded or cut off. */
function differsBy({ account }: Gap, posted: Evidence['posted'], by: Fen): boolean {
  const sums = posted.get(account.code)
  if (!sums) return false
  const near = (small: Fen, large: Fen) => {
    return size(small * by - large) < by
  }
  const moved = (sums.debit !== 0n && account.debit !== 0n) || (sums.credit !== 0n && account.credit !== 0n)
  return (
    moved &&
    ((near(account.debit, sums.debit) && near(account.credit, sums.credit)) ||
      (near(sums.debit, account.debit) && near(sums.credit, account.credit)))
  )
}

/** Both sides of a foreign-currency account are off by about the same rate. */
function isForeign({ account }: Gap, posted: Evidence['posted']): boolean {
  const sums = posted.get(account.code)
  if (!sums || account.debit <= 0n || account.credit <= 0n || sums.debit <= 0n || sums.credit <= 0n) return false
  // rates in millionths
  const debit = Number((sums.debit * 1_000_000n) / account.debit)
  const credit = Number((sums.credit * 1_000_000n) / account.credit)
  const apart = Math.abs(debit - credit) / Math.max(debit, credit)
  const rate = debit > 1_000_000 ? debit : 1e12 / Math.max(debit, 1)
  return rate > 1_050_000 && rate < 200_000_000 && apart < (foreign.test(account.fullName) ? 0.2 : 0.01)
}

/** Lines posted to a parent, to an account the table lacks, or to another account than the table has them. */
export function otherAccounts(sheet: Worksheet, evidence: Evidence) {
  postedToParents(sheet, evidence)
  unknownAccounts(sheet, evidence)
  if (evidence.findings.gaps.length === 0) swappedAccounts(sheet, evidence.journal)
}

function postedToParents(sheet: Worksheet, { accounts, posted }: Evidence) {
  const parentOf = new Map(accounts.map(({ code, parent }) => [code, parent]))
  const isBelow = (code: string, parent: string) => {
    for (let at = parentOf.get(code) ?? null; at !== null; at = parentOf.get(at) ?? null) if (at === parent) return true
    return false
  }
  for (const parent of accounts) {
    const sums = parent.leaf ? undefined : posted.get(parent.code)
    if (!sums || sums.lines === 0) continue
    const below = sheet.open().filter(({ account }) => isBelow(account.code, parent.code))
    const lacks = (side: Side) => below.reduce((sum, gap) => sum + gap[side], 0n) === -sums[side]
    if (!lacks('debit') || !lacks('credit')) continue
    const cause = {
      code: 'causeParentPosting',
      params: { account: parent.code, name: parent.name, lines: sums.lines },
    }
    for (const gap of below) sheet.takeAll(gap, { class: 'parent_posting', cause, follows: 'J04' })
  }
}

const significant = (code: string) => code.replaceAll(/[.\-_/\\]/g, '').replace(/^0+|0+$/g, '')

function unknownAccounts(sheet: Worksheet, { unprinted, posted }: Evidence) {
  for (const unknown of sheet.open().filter(({ account }) => unprinted.has(account.code))) {
    const { code, name } = unknown.account
    const lines = posted.get(code)?.lines ?? 0
    const likely = sheet
      .open()
      .find(
        (gap) => gap !== unknown && gap.debit === -unknown.debit && gap.credit === -unknown.credit && gap.account.leaf,
      )
    if (!likely) {
      const cause = { code: 'causeMissingAccount', params: { account: code, name, lines } }
      const why: Why = { class: 'missing_account', cause, follows: 'J04' }
      sheet.learnt.accounts.set(code, why)
      sheet.takeAll(unknown, why)
      continue
    }
    const zeros = significant(code) === significant(likely.account.code)
    const params = { account: code, likely: likely.account.code, name: likely.account.name, lines }
    const cause = { code: zeros ? 'causeLostZeros' : 'causeUnknownLikely', params }
    const why: Why = { class: zeros ? 'lost_zeros' : 'unknown_account', cause, follows: 'J04' }
    sheet.learnt.accounts.set(code, why)
    for (const gap of [unknown, likely]) sheet.takeAll(gap, why)
  }
}

/** One account has too much, another too little, by the same on the same side: a line stands on the wrong account. */
function swappedAccounts(sheet: Worksheet, journal: JournalColumns) {
  for (const side of bothSides) {
    const other = side === 'debit' ? 'credit' : 'debit'
    for (const gap of sheet.open()) {
      if (gap[side] === 0n || gap[other] !== 0n) continue
      const twin = sheet.open().find((one) => one !== gap && one[side] === -gap[side] && one[other] === 0n)
      if (!twin) continue
      const [has, lacks] = gap[side] > 0n ? [gap, twin] : [twin, gap]
      const amount = has[side]
      const place = journal.accountCodes.indexOf(has.account.code)
      let line: number | undefined
      for (let index = 0; index < journal.size && line === undefined; index += 1)
        if (journal.account[index] === place && journal[side][index] === amount) line = index
      const voucher = line === undefined ? '' : (journal.vouchers[journal.voucher[line] ?? 0]?.key ?? '')
      const params = { account: has.account.code, other: lacks.account.code, amount: yuan(amount), voucher }
      const why: Why = {
        class: 'wrong_account',
        cause: { code: line === undefined ? 'causeOtherAccount' : 'causeWrongAccount', params },
        rows: line === undefined ? [] : [originOf(journal, line)],
      }
      sheet.takeAll(has, why)
      sheet.takeAll(lacks, why)
    }
  }
}

/** Gaps that balance among themselves are whole vouchers: in the journal and not in the table, or missing from the journal. */
export function balancedLeftovers(sheet: Worksheet, evidence: Evidence): boolean {
  const open = sheet.open()
  if (open.length < 2 || open.reduce((sum, { debit, credit }) => sum + debit - credit, 0n) !== 0n) return false
  const debit = open.reduce((sum, gap) => sum + gap.debit, 0n)
  if (debit === 0n) return reversed(sheet, open)
  const extra = vouchersOf(open, evidence)
  const [first, second] = extra
  if (first !== undefined) {
    const { journal, findings } = evidence
    const key = (place: number | undefined) => journal.vouchers[place ?? 0]?.key ?? ''
    const twice = second !== undefined
    const cause = {
      code: twice ? 'causeSameVoucher' : 'causeNotInTable',
      params: { voucher: key(twice ? second : first), other: key(first) },
    }
    const lines = findings.lines.of(twice ? second : first)
    const rows = Array.from(lines, (index) => originOf(journal, index))
    for (const gap of open) sheet.takeAll(gap, { class: twice ? 'duplicate_voucher' : 'unposted', cause, rows })
    return true
  }
  // a missing voucher of red letters leaves the journal with more than the table
  const missing = debit < 0n || evidence.findings.gaps.length > 0
  const why = missing ? missingVoucher(open, evidence) : moreInJournal(open, evidence)
  for (const gap of open) sheet.takeAll(gap, why)
  return true
}

/** Every account has on one side too much what it has too little on the other: a voucher with its sides exchanged. */
function reversed(sheet: Worksheet, open: readonly Gap[]): boolean {
  if (!open.every(({ debit, credit }) => debit === -credit)) return false
  for (const gap of open) {
    const cause = { code: 'causeReversed', params: { account: gap.account.code } }
    sheet.takeAll(gap, { class: 'sign', cause })
  }
  return true
}

/** Most vouchers that are named as perhaps changed: more are no help to whoever looks. */
const NAMED = 5

/** The journal has more than the table, balanced: a voucher whose lines were changed on both sides, if few could be it. */
function moreInJournal(open: readonly Gap[], evidence: Evidence): Why {
  const accounts = open.length
  const edited = editedVouchers(open, evidence)
  return edited
    ? { class: 'edited_line', cause: { code: 'causeEditedVoucher', params: edited.params }, rows: edited.rows }
    : { class: 'unexplained', cause: { code: 'causeJournalMore', params: { accounts } } }
}

/** The vouchers that may have been changed to more on both sides; undefined where there are none, or too many to look at. */
function editedVouchers(open: readonly Gap[], evidence: Evidence) {
  const { journal, findings } = evidence
  const found = changeable(open, evidence)
  if (found.length === 0 || found.length > NAMED) return undefined
  const amount = yuan(open.reduce((sum, { debit }) => sum + debit, 0n))
  const vouchers = found.map((place) => journal.vouchers[place]?.key ?? '').join('、')
  const rows = found.flatMap((place) => Array.from(findings.lines.of(place), (index) => originOf(journal, index)))
  return { params: { vouchers, count: found.length, accounts: open.length, amount }, rows }
}

/** Vouchers with a line on each of these accounts, on its side, that is more than the account has too much. */
function changeable(open: readonly Gap[], { journal, findings: { lines } }: Evidence): number[] {
  const found: number[] = []
  for (let place = 0; place < lines.count && found.length <= NAMED; place += 1) {
    const own = lines.of(place)
    const has = (code: string, side: Side, amount: Fen) =>
      own.some(
        (index) => journal.accountCodes[journal.account[index] ?? 0] === code && (journal[side][index] ?? 0n) > amount,
      )
    const fits = open.every(({ account, debit, credit }) => {
      const [side, amount] = debit === 0n ? (['credit', credit] as const) : (['debit', debit] as const)
      return (debit === 0n || credit === 0n) && amount > 0n && has(account.code, side, amount)
    })
    if (fits) found.push(place)
  }
  return found
}

/** Vouchers whose lines are just these gaps; at most two are told. */
function vouchersOf(open: readonly Gap[], { journal, findings: { lines } }: Evidence): number[] {
  const wanted = new Map(open.map((gap) => [gap.account.code, gap]))
  const inside = journal.accountCodes.map((code) => wanted.has(code))
  const found: number[] = []
  for (let place = 0; place < lines.count && found.length < 2; place += 1) {
    const own = lines.of(place)
    if (own.length < open.length || !own.every((index) => inside[journal.account[index] ?? 0])) continue
    const sums = sumsOf(journal, own)
    const same = open.every(({ account, debit, credit }) => {
      const sum = sums.get(account.code)
      return sum?.debit === debit && sum.credit === credit
    })
    if (same) found.push(place)
  }
  return found
}

/** Numbers that are missing are named; numbers that run on leave the last vouchers of a month, or voided ones. */
function missingVoucher(open: readonly Gap[], evidence: Evidence): Why {
  const { gaps } = evidence.findings
  const { voided, voidedSums } = evidence.journal
  const keys = gaps.flatMap(({ period, word, from, to }) =>
    Array.from({ length: Math.min(to - from + 1, 20) }, (_, index) =>
      voucherKey({ period, word, number: from + index }),
    ),
  )
  const amount = open.reduce((sum, { debit }) => sum - debit, 0n)
  const params = { vouchers: keys.slice(0, 20).join('、'), accounts: open.length, amount: yuan(amount) }
  const ofVoided = open.every(({ account: { code }, debit, credit }) => {
    const sum = voidedSums.get(code)
    return -debit <= (sum?.debit ?? 0n) && -credit <= (sum?.credit ?? 0n)
  })
  if (keys.length === 0 && voided.length > 0 && ofVoided) {
    const vouchers = voided.slice(0, 20).join('、')
    return { class: 'voided', cause: { code: 'causeVoidedPosted', params: { ...params, vouchers } }, follows: 'J06' }
  }
  // red letters that are missing and a voucher changed to more look the same: a person looks at both
  const edited = amount < 0n ? editedVouchers(open, evidence) : undefined
  if (edited) {
    const both = { ...edited.params, missing: params.vouchers }
    const cause = { code: 'causeRedOrEdited', params: both }
    return { class: 'missing_voucher', cause, rows: edited.rows, follows: 'J02' }
  }
  const code =
    keys.length === 1 ? 'causeMissingVoucher' : keys.length > 1 ? 'causeMissingVouchers' : 'causeMissingUnnumbered'
  return { class: 'missing_voucher', cause: { code, params }, ...(keys.length > 0 && { follows: 'J02' as const }) }
}
