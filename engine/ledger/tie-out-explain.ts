import { yuan, type Fen } from '../money.ts'
import { originOf } from './journal-columns.ts'
import { balancedLeftovers, otherAccounts, otherCurrency, otherUnit } from './tie-out-causes.ts'
import {
  bothSides,
  sumsOf,
  worksheet,
  type Evidence,
  type Gap,
  type Side,
  type Why,
  type Worksheet,
} from './tie-out-gaps.ts'
import { repeatedLine } from './tie-out-voucher.ts'

/**
 * Explains the differences between a trial balance and a journal, surest causes first: another unit, rows given twice,
 * a changed table row, a missing month, a voucher's wrong line, vouchers not posted, other accounts, red letters on the
 * other side; what remains and is itself balanced is a missing voucher, and these accounts and amounts are its lines.
 */
export function explain(gaps: readonly Gap[], evidence: Evidence): Worksheet {
  const sheet = worksheet(gaps)
  if (gaps.length === 0) return sheet
  otherUnit(sheet, evidence)
  givenTwice(sheet, evidence)
  changedRows(sheet, evidence)
  missingMonths(sheet, evidence)
  otherCurrency(sheet, evidence)
  unbalanced(sheet, evidence)
  unposted(sheet, evidence)
  otherAccounts(sheet, evidence)
  for (const gap of sheet.open()) {
    // −100 on the debit side of one file and +100 on the credit side of the other differ by the same on both sides.
    if (gap.debit !== gap.credit) continue
    sheet.takeAll(gap, {
      class: 'sign',
      cause: { code: 'causeSign', params: { account: gap.account.code } },
      rows: linesOf(gap, evidence),
    })
  }
  if (!balancedLeftovers(sheet, evidence)) leftover(sheet, evidence)
  return sheet
}

/** The lines of an account whose amount, on either side, is the gap's. */
function linesOf({ account, debit, credit }: Gap, { journal }: Evidence) {
  const place = journal.accountCodes.indexOf(account.code)
  const rows = []
  for (let index = 0; index < journal.size && rows.length < 3; index += 1) {
    if (journal.account[index] !== place) continue
    const amounts = [journal.debit[index] ?? 0n, journal.credit[index] ?? 0n]
    if (amounts.some((amount) => amount !== 0n && (amount === debit || amount === credit || amount === -debit)))
      rows.push(originOf(journal, index))
  }
  return rows
}

/** Copies of lines count for as much as they explain: the client may have booked twice what looks like a copy. */
function givenTwice(sheet: Worksheet, { journal, copies }: Evidence) {
  const sure = copies.filter((copy) => copy.sure)
  const groups = sure.length > 0 ? [sure] : []
  for (const group of [...groups, ...copies.filter((copy) => !copy.sure).map((copy) => [copy])]) {
    const sums = sumsOf(
      journal,
      group.flatMap(({ lines }) => lines),
    )
    const covered = [...sums].every(([code, amounts]) => {
      const gap = sheet.gap(code)
      // red letters may leave nothing of an account's lines
      return bothSides.every((side) => reaches(gap?.[side] ?? 0n, amounts[side]))
    })
    if (!covered) continue
    const [first] = group
    const kind = first?.kind ?? 'overlap'
    const { key = '' } = journal.vouchers[first?.voucher ?? 0] ?? {}
    const cause = { code: 'causeTwiceSum', params: { voucher: key, vouchers: group.length } }
    for (const [code, amounts] of sums) {
      const gap = sheet.gap(code)
      for (const side of bothSides)
        if (gap && amounts[side] !== 0n) sheet.take(gap, side, amounts[side], { class: kind, cause, follows: 'J07' })
    }
    if (first && !first.sure) sheet.learnt.copies.push(first)
  }
}

const reaches = (gap: Fen, amount: Fen) => amount === 0n || (amount > 0n ? gap >= amount : gap <= amount)

/** A row of the table that does not close by as much as the journal differs was changed. */
function changedRows(sheet: Worksheet, { rows }: Evidence) {
  for (const { where, difference, rows: at } of rows) {
    const gap = sheet.gap(where.account ?? '')
    if (!gap || difference === null || where.period !== undefined) continue
    const side: Side | undefined =
      gap.debit === difference ? 'debit' : gap.credit === -difference ? 'credit' : undefined
    if (!side) continue
    const cause = { code: 'causeRowNotClosed', params: {} }
    sheet.take(gap, side, gap[side], { class: 'edited_row', cause, rows: at.slice(1), follows: 'T02' })
  }
}

/** Months without vouchers are missing if whole vouchers are missing; else nothing was booked in them. */
function missingMonths(sheet: Worksheet, { findings: { emptyMonths }, unprinted }: Evidence) {
  if (emptyMonths.length === 0) return
  // an account that the table lacks has too much in the other months
  const open = sheet.open().filter(({ account }) => !unprinted.has(account.code))
  const total = (side: Side) => open.reduce((sum, gap) => sum + gap[side], 0n)
  if (open.length < 2 || total('debit') >= 0n || total('credit') >= 0n) return
  const why: Why = {
    class: 'missing_month',
    cause: { code: 'causeMissingMonths', params: { months: emptyMonths.join('、') } },
    follows: 'J07',
  }
  for (const gap of open) sheet.takeAll(gap, why)
  sheet.learnt.missingMonths.push(...emptyMonths)
}

/** An unbalanced voucher is off by one line: printed twice, on the wrong side, changed, or left out. */
function unbalanced(sheet: Worksheet, { journal, findings }: Evidence) {
  for (const [place, excess] of findings.unbalanced) {
    const own = findings.lines.of(place)
    const voucher = journal.vouchers[place]?.key ?? ''
    const codeOf = (index: number) => journal.accountCodes[journal.account[index] ?? 0] ?? ''
    const amountOf = (index: number) => (journal.debit[index] ?? 0n) - (journal.credit[index] ?? 0n)
    const sideOf = (index: number): Side => ((journal.debit[index] ?? 0n) !== 0n ? 'debit' : 'credit')
    const why = (code: string, index?: number): Why => ({
      class: 'unbalanced_voucher',
      cause: { code, params: { voucher } },
      rows: index === undefined ? [] : [originOf(journal, index)],
      follows: 'J01',
    })
    const twice = repeatedLine(journal, own, excess)
    const repeated = twice && sheet.gap(codeOf(twice.second))
    if (twice && repeated) {
      const side = sideOf(twice.second)
      const amount = journal[side][twice.second] ?? 0n
      if (reaches(repeated[side], amount)) {
        sheet.take(repeated, side, amount, { ...why('causeVoucherLine', twice.second), class: 'duplicate_row' })
        continue
      }
    }
    const swapped = own.find((index) => {
      const gap = sheet.gap(codeOf(index))
      const amount = amountOf(index)
      return gap !== undefined && amount * 2n === excess && gap.debit === amount && gap.credit === -amount
    })
    const turned = swapped === undefined ? undefined : sheet.gap(codeOf(swapped))
    if (swapped !== undefined && turned) {
      const sign: Why = { ...why('causeLineSide', swapped), class: 'sign' }
      sheet.learnt.vouchers.set(place, { ...sign, cause: { code: 'causeLineSide', params: { voucher } } })
      sheet.takeAll(turned, sign)
      continue
    }
    const candidates = [...own].flatMap((index) => {
      const gap = sheet.gap(codeOf(index))
      const side = sideOf(index)
      return !gap || gap[side] === 0n ? [] : [{ gap, side, amount: side === 'debit' ? excess : -excess, index }]
    })
    const exact = candidates.find(({ gap, side, amount }) => gap[side] === amount)
    const left = exact ? undefined : leftOut(sheet, own.length, excess)
    if (left) {
      const params = { voucher, account: left.gap.account.code, amount: yuan(excess < 0n ? -excess : excess) }
      const missing: Why = { class: 'missing_row', cause: { code: 'causeRowLeftOut', params }, follows: 'J01' }
      sheet.learnt.vouchers.set(place, missing)
      sheet.take(left.gap, left.side, left.gap[left.side], missing)
      continue
    }
    const chosen = exact ?? (candidates.length === 1 ? candidates[0] : undefined)
    if (chosen) sheet.take(chosen.gap, chosen.side, chosen.amount, why('causeVoucherLine', chosen.index))
  }
}

/** The only account that lacks just what a voucher lacks: its line was left out. */
function leftOut(sheet: Worksheet, size: number, excess: Fen): { gap: Gap; side: Side } | undefined {
  if (size === 0) return undefined
  const found = sheet.open().flatMap((gap): { gap: Gap; side: Side }[] => {
    if (gap.debit === excess && gap.debit < 0n) return [{ gap, side: 'debit' }]
    return gap.credit === -excess && gap.credit < 0n ? [{ gap, side: 'credit' }] : []
  })
  return found.length === 1 ? found[0] : undefined
}

/** Vouchers not posted are in the journal and not in the table. */
function unposted(sheet: Worksheet, { journal, findings }: Evidence) {
  if (journal.unposted.size === 0) return
  const lines = [...journal.unposted].flatMap((place) => Array.from(findings.lines.of(place)))
  for (const [code, sums] of sumsOf(journal, lines)) {
    const gap = sheet.gap(code)
    if (!gap || gap.debit !== sums.debit || gap.credit !== sums.credit) continue
    const cause = { code: 'causeUnpostedSum', params: { vouchers: journal.unposted.size } }
    sheet.takeAll(gap, { class: 'unposted', cause, follows: 'J06' })
  }
}

/**
 * What no cause explains. Where every voucher balances and the rest does not, a row of the table was changed: no
 * voucher could make that difference.
 */
function leftover(sheet: Worksheet, evidence: Evidence) {
  const { findings } = evidence
  const open = sheet.open()
  const balanced = open.reduce((sum, { debit, credit }) => sum + debit - credit, 0n) === 0n
  const changed = !balanced && findings.unbalanced.size === 0 && open.length <= 5
  for (const gap of open) {
    const params = { account: gap.account.code, name: gap.account.name }
    sheet.takeAll(gap, {
      class: changed ? 'edited_row' : 'unexplained',
      cause: { code: changed ? 'causeRowAgainstJournal' : 'causeUnexplained', params },
      rows: linesOf(gap, evidence),
    })
  }
}
