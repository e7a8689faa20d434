import type { Remark } from './cell.ts'
import type { JournalColumns } from './journal-columns.ts'
import type { Account, Ledger, Origin } from './model.ts'
import type { DropReason, DroppedRow, RowRemark } from './row-class.ts'
import type { SheetPlan } from './sheet-plan.ts'
import { checkTexts } from './tie-out-texts.ts'
import {
  checked,
  finding,
  rowsShown,
  skipped,
  type Check,
  type CheckId,
  type Difference,
  type DifferenceClass,
} from './tie-out-report.ts'

/** A file as reading found it: what it really is and what is wrong with it. `sha256` is '' where nobody knows it. */
export type ReadFile = {
  name: string
  container: string | null
  encoding: string | null
  problem: Remark | null
  sha256: string
}

/** What reading says of a dataset beside the ledger itself. */
export type ReadingEvidence = {
  files: readonly ReadFile[]
  plans: readonly SheetPlan[]
  dropped: readonly DroppedRow[]
  remarks: readonly RowRemark[]
  scheme: string
  inferred: readonly string[]
}

type Fault = { check: CheckId; class: DifferenceClass }
const fault = (check: CheckId, kind: DifferenceClass): Fault => ({ check, class: kind })

/** Why a file cannot be read, by the check it fails. */
const ofFile: Readonly<Record<string, Fault>> = {
  fileNoBytes: fault('F03', 'damaged_file'),
  fileEncrypted: fault('F03', 'damaged_file'),
  fileTruncated: fault('F03', 'damaged_file'),
  fileDamaged: fault('F03', 'damaged_file'),
  fileBomb: fault('F03', 'damaged_file'),
  fileDoctype: fault('F03', 'damaged_file'),
  fileUnclosedQuote: fault('F03', 'damaged_file'),
  fileEncoding: fault('F02', 'encoding'),
  fileNoTable: fault('S01', 'unknown_sheet'),
  fileTooManyColumns: fault('S02', 'no_header'),
}

/** What is said of a sheet, by the check it fails; what is only to be known fails none. */
const ofSheet: Readonly<Record<string, Fault>> = {
  sheetUnknown: fault('S01', 'unknown_sheet'),
  sheetNoHeader: fault('S02', 'no_header'),
  sheetQuestions: fault('S03', 'unknown_column'),
  sheetPriorYear: fault('S05', 'other_year'),
  otherYear: fault('S05', 'other_year'),
  returnOtherYear: fault('S05', 'other_year'),
  journalWithoutYear: fault('S05', 'other_year'),
  periodConflict: fault('S05', 'period_conflict'),
  monthsMissing: fault('S05', 'missing_month'),
  sheetSuperseded: fault('F04', 'duplicate_file'),
  sheetHidden: fault('F04', 'duplicate_file'),
  tablesContradict: fault('S05', 'period_conflict'),
  journalNoVoucher: fault('S03', 'unknown_column'),
  balanceNoMovement: fault('S03', 'unknown_column'),
  balanceNoClosing: fault('S03', 'unknown_column'),
}

/** What is said of a row; repairs in the sense in which it was printed fail none. */
const ofRow: Readonly<Record<string, Fault>> = {
  cellNotAmount: fault('S09', 'unread_cell'),
  cellNotSide: fault('S03', 'unknown_column'),
  dateNotRead: fault('S10', 'unread_date'),
  severalCompanies: fault('S06', 'several_companies'),
}
const repairs = new Set(['codeRestored', 'cellRounded'])

/** Rows left out although they hold an amount: nobody decided that they do not count. */
const ofDropped: Partial<Record<DropReason, Fault & { cause: string }>> = {
  no_date: { ...fault('S10', 'unread_date'), cause: 'causeRowNoDate' },
  no_account: { ...fault('S06', 'unread_row'), cause: 'causeRowNoAccount' },
  duplicate_account: { ...fault('S07', 'duplicate_account'), cause: 'causeRowDuplicateAccount' },
}
const holdsAmount = (text: string) => /(?:^|\| )\(?-?[\d,]*\d(?:\.\d+)?\)?(?= \||$)/.test(text.replace(/^[^|]*\|/, ''))

/** F01 to S10 but S08: what the files are, how their sheets were understood, which rows and cells could not be taken. */
export function checkReading(evidence: ReadingEvidence, ledger: Ledger & { journal: JournalColumns }): Check[] {
  const { files, plans, dropped, remarks } = evidence
  const found = new Map<CheckId, Difference[]>()
  const put = (check: CheckId, difference: Difference) => {
    const list = found.get(check) ?? []
    list.push(difference)
    found.set(check, list)
  }
  const tell = ({ check, class: kind }: Fault, label: string, cause: Remark, rows: readonly Origin[]) =>
    put(check, finding({ label }, { class: kind, cause: cause.code, params: cause.params, rows }))
  for (const [file, { name, problem }] of files.entries()) {
    const at = problem && (ofFile[problem.code] ?? fault('F01', 'unread_file'))
    if (at && problem)
      tell(at, name, { code: problem.code, params: { file: name, ...problem.params } }, [{ file, sheet: '', row: 0 }])
  }
  for (const [one, other] of sameContent(files)) {
    const params = { file: files[other]?.name ?? '', other: files[one]?.name ?? '' }
    tell(fault('F04', 'duplicate_file'), params.file, { code: 'causeSameFile', params }, [
      { file: other, sheet: '', row: 0 },
    ])
  }
  const alone = Map.groupBy(plans, ({ file }) => file)
  for (const plan of plans) {
    const rows = [{ file: plan.file, sheet: plan.reading.sheet, row: plan.reading.header?.rows[0] ?? 0 }]
    for (const { code, params } of plan.remarks) {
      const at = ofSheet[code]
      if (at && (alone.get(plan.file)?.length === 1 || isLedgerLike(plan, code))) {
        tell(at, plan.reading.sheet || plan.reading.file, { code, params }, rows)
      }
    }
  }
  for (const remark of remarks) {
    const at = ofRow[remark.code] ?? (repairs.has(remark.code) ? undefined : fault('S09', 'unread_cell'))
    if (at) tell(at, remark.origin.sheet, remark, [remark.origin])
  }
  for (const row of dropped) {
    const at = ofDropped[row.reason]
    if (!at || (row.reason !== 'duplicate_account' && !holdsAmount(row.text))) continue
    tell(at, row.origin.sheet, { code: at.cause, params: { row: row.origin.row, text: row.text } }, [row.origin])
  }
  for (const orphan of orphans(ledger.accounts, evidence)) {
    const params = { account: orphan.code, name: orphan.name }
    put(
      'S07',
      finding(
        { account: orphan.code },
        { class: 'orphan_account', cause: 'causeOrphan', params, rows: [orphan.origin] },
      ),
    )
  }
  for (const text of checkTexts(ledger))
    tell(text, text.origin.sheet, { code: text.cause, params: { text: text.text } }, [text.origin])
  return summaries(evidence, ledger, found)
}

/** Of a workbook's sheets only those that look like a ledger are missed; covers and notes are not. */
function isLedgerLike({ reading }: SheetPlan, code: string): boolean {
  if (code === 'sheetNoHeader') return false
  return code !== 'sheetUnknown' || (reading.runnerUp?.score ?? 0) >= 0.4
}

function sameContent(files: readonly ReadFile[]): [number, number][] {
  const first = new Map<string, number>()
  return files.flatMap(({ sha256 }, at): [number, number][] => {
    const known = first.get(sha256)
    if (sha256 === '') return []
    if (known === undefined) first.set(sha256, at)
    return known === undefined ? [] : [[known, at]]
  })
}

/** Accounts below the first level whose parent no row prints, where other accounts of that length have theirs. */
function orphans(accounts: readonly Account[], { scheme }: ReadingEvidence): Account[] {
  if (scheme !== 'prefix') return []
  const lengths = Map.groupBy(
    accounts.filter(({ printed }) => printed !== '' && /^\d+$/.test(printed)),
    ({ code }) => code.length,
  )
  const shortest = Math.min(...lengths.keys())
  return [...lengths].flatMap(([length, group]) => {
    const without = group.filter(({ parent }) => parent === null)
    return length > shortest && without.length > 0 && without.length * 3 <= group.length ? without : []
  })
}

const words = (values: (string | null)[]) => [...new Set(values.filter((value) => value))].join('、')

/** Each check with what it looked at: how many, and the facts that a person reads. */
function summaries(
  { files, plans, dropped, remarks, scheme, inferred }: ReadingEvidence,
  ledger: Ledger & { journal: JournalColumns },
  found: ReadonlyMap<CheckId, Difference[]>,
): Check[] {
  const used = plans.filter(({ use }) => use !== null)
  const columns = used.reduce((sum, { reading }) => sum + reading.columns.length, 0)
  const rows = ledger.accounts.length + ledger.dimensions.length + ledger.journal.size + ledger.statements.length
  const repaired = remarks.filter(({ code }) => repairs.has(code)).length
  const units = [...new Set(used.map(({ reading }) => reading.multiplier))].join('、')
  const levels = ledger.accounts.reduce((most, { level }) => Math.max(most, level), 0)
  const check = (id: CheckId, compared: number, facts: Check['facts'] = {}): Check => {
    const differences = found.get(id) ?? []
    return compared === 0 && differences.length === 0
      ? skipped(id, 'skippedNothingRead')
      : checked(id, compared, differences, facts)
  }
  return [
    check('F01', files.length, { containers: words(files.map(({ container }) => container)) }),
    check('F02', files.length, { encodings: words(files.map(({ encoding }) => encoding)) }),
    check('F03', files.length),
    check('F04', files.length),
    check('S01', plans.length, { used: used.length, unused: plans.length - used.length }),
    check('S02', used.length),
    check('S03', columns || used.length, { columns }),
    check('S04', used.length, { units }),
    check('S05', used.length, { year: ledger.year }),
    check('S06', rows + dropped.length, { dropped: dropped.length, taken: rows }),
    ledger.accounts.length === 0 && !found.has('S07')
      ? skipped('S07', 'skippedNoTrialBalance')
      : check('S07', ledger.accounts.length, { scheme, levels, inferred: inferred.length }),
    check('S09', rows, { repaired }),
    ledger.journal.size === 0 && !found.has('S10')
      ? skipped('S10', 'skippedNoJournal')
      : check('S10', ledger.journal.size),
  ]
}

/** J05: blank cells took date, number and words of the line above inside one voucher; rows that no voucher can be told of. */
export function checkInherited(journal: JournalColumns, inherited: number, dropped: readonly DroppedRow[]): Check {
  const lost = dropped.filter(({ reason, text }) => reason === 'no_voucher' && holdsAmount(text))
  if (journal.size === 0 && lost.length === 0) return skipped('J05', 'skippedNoJournal')
  const differences = lost.map(({ origin, text }) =>
    finding(
      { label: origin.sheet },
      {
        class: 'unread_row',
        cause: 'causeRowNoVoucher',
        params: { row: origin.row, text },
        rows: [origin].slice(0, rowsShown),
      },
    ),
  )
  return checked('J05', journal.size, differences, { inherited })
}
