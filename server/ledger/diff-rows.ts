import { sql } from 'kysely'
import type { Paging } from '#contract/endpoint.ts'
import {
  diffKinds,
  type Change,
  changes,
  type DiffKind,
  type DiffPart,
  type DiffRow,
} from '#contract/ledger-version.ts'
import type { Language } from '#contract/texts.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { page } from '#server/kernel/service.ts'

export type Pair = { datasetId: string; againstId: string }
type Figures = Readonly<Record<string, unknown>> | null

/** How much differs, by kind; the sums are of leaf accounts and of vouchers, so that nothing counts twice. */
export async function diffParts(db: Db, { datasetId, againstId }: Pair): Promise<DiffPart[]> {
  const { rows } = await sql<{ kind: string; change: string; n: number; before: string | null; after: string | null }>`
    select kind, change, count(*)::int as n,
      sum((before->>'debit')::bigint) filter (where kind = 'voucher' or (before->>'leaf')::boolean)::text as before,
      sum((after->>'debit')::bigint) filter (where kind = 'voucher' or (after->>'leaf')::boolean)::text as after
    from dataset_diff_row where dataset_id = ${datasetId} and against_id = ${againstId} group by 1, 2`.execute(db)
  return diffKinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind)
    const count = (change: Change) => own.find((row) => row.change === change)?.n ?? 0
    const sum = (side: 'before' | 'after') => own.reduce((total, row) => total + BigInt(row[side] ?? '0'), 0n)
    const summed = kind === 'account' || kind === 'voucher'
    return {
      kind,
      added: count('added'),
      removed: count('removed'),
      changed: count('changed'),
      before: summed ? yuan(sum('before')) : '',
      after: summed ? yuan(sum('after')) : '',
    }
  })
}

const words: Readonly<Record<string, { zh: string; en: string }>> = {
  name: { zh: '名称', en: 'Name' },
  opening: { zh: '期初', en: 'Opening' },
  debit: { zh: '借方', en: 'Debit' },
  credit: { zh: '贷方', en: 'Credit' },
  closing: { zh: '期末', en: 'Closing' },
  current: { zh: '本期', en: 'Current' },
  prior: { zh: '上期', en: 'Prior' },
  date: { zh: '日期', en: 'Date' },
  lines: { zh: '分录数', en: 'Lines' },
  sha256: { zh: '校验码', en: 'SHA-256' },
}
const amounts = new Set(['opening', 'debit', 'credit', 'closing', 'current', 'prior'])

const said = (field: string, value: unknown): string | null => {
  if (typeof value !== 'string') return null
  if (field === 'sha256') return value.slice(0, 16)
  return amounts.has(field) ? yuan(BigInt(value)) : value
}

/** Figures that differ between the two sides; of a record that only one has, all of them. */
function figuresOf(before: Figures, after: Figures, language: Language): DiffRow['figures'] {
  const word = (field: string) => words[field]?.[language === 'en' ? 'en' : 'zh'] ?? field
  const plain = Object.keys(words).flatMap((field) => {
    const [one, other] = [said(field, before?.[field]), said(field, after?.[field])]
    return one === other ? [] : [{ field: word(field), before: one, after: other }]
  })
  return [...plain, ...changedLines(before?.['rows'], after?.['rows'], language)]
}

/** Lines of a voucher that read otherwise, each with its place in it. */
function changedLines(before: unknown, after: unknown, language: Language): DiffRow['figures'] {
  const [earlier, later] = [linesOf(before, language), linesOf(after, language)]
  return Array.from({ length: Math.max(earlier.length, later.length) }, (_, at) => ({
    field: language === 'en' ? `Line ${at + 1}` : `分录${at + 1}`,
    before: earlier[at] ?? null,
    after: later[at] ?? null,
  })).filter((line) => line.before !== line.after)
}

function linesOf(rows: unknown, language: Language): string[] {
  if (!Array.isArray(rows)) return []
  return rows.map((row: unknown) => {
    const [account = '', debit = '0', credit = '0', summary = ''] = Array.isArray(row) ? row.map(String) : []
    const [debits, credits] = language === 'en' ? ['Dr ', 'Cr '] : ['借', '贷']
    const sides = [
      ...(debit === '0' ? [] : [`${debits}${yuan(BigInt(debit))}`]),
      ...(credit === '0' ? [] : [`${credits}${yuan(BigInt(credit))}`]),
    ]
    return [account, ...sides, summary].join(' ')
  })
}

const columns = {
  key: 'dataset_diff_row.key',
  name: 'dataset_diff_row.name',
  change: 'dataset_diff_row.change',
} as const

/** A page of what differs of one kind, by key. */
export async function diffPage(
  db: Db,
  { datasetId, againstId, kind }: Pair & { kind: DiffKind },
  paging: Paging<keyof typeof columns>,
  language: Language,
) {
  const rows = db
    .selectFrom('dataset_diff_row')
    .select(['key', 'name', 'change', 'before', 'after'])
    .where('dataset_id', '=', datasetId)
    .where('against_id', '=', againstId)
    .where('kind', '=', kind)
  const found = await page(rows, paging, columns, ['dataset_diff_row.key'])
  const records = found.records.map(({ key, name, change, before, after }): DiffRow => ({
    kind,
    key: kind === 'statement' ? key.slice(key.indexOf('/') + 1) : key,
    name,
    change: changes.find((known) => known === change) ?? 'changed',
    figures: figuresOf(before as Figures, after as Figures, language),
  }))
  return { ...found, records }
}
