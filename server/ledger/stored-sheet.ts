import type { Remark } from '#engine/ledger/cell.ts'
import type { ColumnRole } from '#engine/ledger/column-roles.ts'
import { type ColumnAnswers, columnSignatures } from '#engine/ledger/column-signature.ts'
import type { SheetKind } from '#engine/ledger/model.ts'
import {
  askSignature,
  type SheetQuestion,
  sheetAsks,
  type SheetAsk,
  type SheetAnswer,
} from '#engine/ledger/sheet-answers.ts'
import type { SheetPlan } from '#engine/ledger/sheet-plan.ts'
import type { Dropped } from './ledger-writer.ts'

/** A column that was asked about, as `ledger.import` may be answered. */
export type StoredQuestion = {
  index: number
  header: string
  signature: string
  samples: string[]
  candidates: { role: ColumnRole; score: number; evidence: Remark[] }[]
}

/** How one sheet was understood, as `dataset_file.sheets` keeps it: codes and numbers, no sentences. */
export type StoredSheet = {
  name: string
  kind: SheetKind
  /** Whether its rows are part of the ledger; if not, `remarks` say why. */
  used: boolean
  evidence: Remark[]
  remarks: Remark[]
  headerRows: number[]
  columns: {
    index: number
    header: string
    role: ColumnRole
    agreement: number
    filled: number
    runnerUp: ColumnRole | ''
    /** A person said so: for this import, or earlier. Absent in datasets read before answers were remembered. */
    answered?: '' | 'now' | 'remembered'
  }[]
  /** The layout's name, by which answers are remembered. Absent in datasets read before there were questions. */
  signature?: string
  questions?: StoredQuestion[]
  /** What was asked about the sheet as a whole, and what was said of it; both absent in datasets read before. */
  asks?: SheetQuestion[]
  periodSignature?: string
  said?: { about: SheetAsk; answer: SheetAnswer; answered: 'now' | 'remembered' }[]
  period: string
  /** Yuan per unit: 1, 1000, 10000. */
  multiplier: number
  balanceStyle: string
  /** Row class → how many; `data` are those that were taken. */
  rows: Record<string, number>
}

/** The sheets of every file. `taken` counts the rows taken by file and sheet (`sheetKey`); `answers` are those of this import. */
export function storedSheets(
  plans: readonly SheetPlan[],
  dropped: readonly Pick<Dropped, 'origin' | 'reason'>[],
  taken: ReadonlyMap<string, number>,
  answers: ColumnAnswers = {},
): Map<number, StoredSheet[]> {
  const counts = new Map<string, Record<string, number>>()
  for (const { origin, reason } of dropped) {
    const key = sheetKey(origin)
    const row = counts.get(key) ?? {}
    counts.set(key, row)
    row[reason] = (row[reason] ?? 0) + 1
  }
  const files = new Map<number, StoredSheet[]>()
  for (const plan of plans) {
    const key = sheetKey({ file: plan.file, sheet: plan.reading.sheet })
    const sheets = files.get(plan.file) ?? []
    files.set(plan.file, sheets)
    sheets.push(stored(plan, { data: taken.get(key) ?? 0, ...counts.get(key) }, answers[plan.reading.signature]))
  }
  return files
}

export const sheetKey = ({ file, sheet }: { file: number; sheet: string }) => `${file} ${sheet}`

function stored(
  { reading, use, remarks, asks }: SheetPlan,
  rows: Record<string, number>,
  answers: ColumnAnswers[string] = {},
): StoredSheet {
  const { period } = reading
  const signatures = columnSignatures(reading.columns.map(({ header }) => header))
  return {
    name: reading.sheet,
    kind: use ?? reading.kind,
    used: use !== null,
    evidence: reading.evidence,
    remarks: remarks.map(({ code, params }) => ({ code, params })),
    headerRows: reading.header?.rows ?? [],
    columns: reading.columns.map(({ column, header, role, agreement, filled, runnerUp, answered }, place) => ({
      index: column,
      header,
      role,
      agreement,
      filled,
      runnerUp: runnerUp?.role ?? '',
      answered: !answered ? '' : answers[signatures[place] ?? ''] === undefined ? 'remembered' : 'now',
    })),
    signature: reading.signature,
    questions: reading.questions.map(({ column, ...question }) => ({ index: column, ...question })),
    asks,
    periodSignature: askSignature('period', reading),
    said: sheetAsks.flatMap((about) => {
      const answer = reading.said[about]
      const now = answers[askSignature(about, reading)] !== undefined
      return answer === undefined ? [] : [{ about, answer, answered: now ? ('now' as const) : ('remembered' as const) }]
    }),
    period: period === null ? '' : period.from === period.to ? period.from : `${period.from}..${period.to}`,
    multiplier: reading.multiplier,
    balanceStyle: reading.balanceStyle ?? reading.amountStyle ?? '',
    rows,
  }
}
