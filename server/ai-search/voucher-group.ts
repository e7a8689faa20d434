import type { Group, SearchHit } from '#contract/ai-search.ts'
import type { Filter } from '#contract/endpoint.ts'
import { fenOf } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { linePage } from '../ledger/ledger-rows.ts'
import { voucherPage } from '../ledger/voucher-list.ts'
import { placeIn, type SeenProject, seenProjects } from './seen-projects.ts'
import { groupOf, line, nothing, type Seeking, skipOf } from './seeking.ts'

/** Ledgers of the projects last worked on. */
const MOST_LEDGERS = 30
const BOOKS = '/firmProject/financialInfo'

type VoucherField = Parameters<typeof voucherPage>[2]['where'][number]['field']
type Found = { hits: SearchHit[]; total: number; atLeast: boolean }

/**
 * Voucher lines by the words of their summary; vouchers by number (记-12, 03-记-12) or by amount, where the query is one. Ledgers are asked one after the
 * other until `until` (a moment of performance.now) has come; those not asked are counted as left.
 */
export async function voucherGroup(db: Db, seeking: Seeking, until: number): Promise<Group> {
  const { projects, left } = await seenProjects(db, seeking, { grant: 'ledger.view', holds: 'dataset_id', most: MOST_LEDGERS }) // prettier-ignore
  if (projects.length === 0) return nothing(seeking, 'voucher')
  const need = skipOf(seeking) + seeking.size
  const hits: SearchHit[] = []
  let total = 0
  let atLeast = false
  let asked = 0
  for (const project of projects) {
    // the first is always asked
    if (asked > 0 && performance.now() > until) break
    const found = await inLedger(db, seeking, project, Math.max(1, need - hits.length))
    if (hits.length < need) hits.push(...found.hits)
    total += found.total
    atLeast ||= found.atLeast
    asked += 1
  }
  return groupOf(seeking, 'voucher', {
    hits: hits.slice(need - seeking.size, need),
    total,
    atLeast,
    left: left + projects.length - asked,
  })
}

async function inLedger(db: Db, seeking: Seeking, project: SeenProject, size: number): Promise<Found> {
  const by = namedBy(seeking.query)
  const named = by && (await vouchers(db, project, by, size))
  if (named && named.total > 0) return named
  const where: Filter<'summary'>[] = seeking.words.map((value) => ({ field: 'summary', op: 'like', value }))
  const found = await linePage(db, project.datasetId ?? '', { current: 1, size, sort: [], where }, 0)
  const sides = seeking.language === 'en' ? { debit: 'Dr', credit: 'Cr' } : { debit: '借', credit: '贷' }
  const hits = found.records.map((row): SearchHit => ({
    id: `${project.id} ${row.ordinal}`,
    group: 'voucher',
    kind: 'voucher',
    title: line(row.summary) || row.voucherKey,
    place: placeIn(project, BOOKS, {
      dataset: project.datasetId ?? '',
      show: 'vouchers',
      voucher: row.voucherKey,
      line: String(row.line),
    }),
    quote: line(`${row.account} ${row.accountName}`),
    at: `${row.date} ${line(row.voucherKey, 60)}`,
    owner: project.owner,
    aside: row.debit === '0.00' ? sides.credit : sides.debit,
    amount: row.debit === '0.00' ? row.credit : row.debit,
    marks: [],
  }))
  return { hits, total: found.total, atLeast: found.atLeast }
}

/** A voucher's key, its word and number, or an amount; undefined where the query is words. */
function namedBy(query: string): Filter<VoucherField>[] | undefined {
  const key = /^\d{2}-\S+-\d+$/.exec(query)?.[0]
  if (key !== undefined) return [{ field: 'key', op: 'equal', value: key }]
  const [, word, number] = /^(\p{Script=Han}{1,3})(?:字)?\s*[-—－第]?\s*(\d{1,6})号?$/u.exec(query) ?? []
  if (word !== undefined && number !== undefined)
    return [
      { field: 'word', op: 'equal', value: word },
      { field: 'number', op: 'equal', value: String(Number(number)) },
    ]
  const amount = query.replaceAll(/[,，\s]|元$/g, '')
  return fenOf(amount) === undefined ? undefined : [{ field: 'amount', op: 'equal', value: amount }]
}

async function vouchers(db: Db, project: SeenProject, where: Filter<VoucherField>[], size: number): Promise<Found> {
  const found = await voucherPage(db, project.datasetId ?? '', { current: 1, size, sort: [], where })
  const hits = found.records.map((row): SearchHit => ({
    id: `${project.id} ${row.key}`,
    group: 'voucher',
    kind: 'voucher',
    title: line(row.summary) || row.key,
    place: placeIn(project, BOOKS, { dataset: project.datasetId ?? '', show: 'vouchers', voucher: row.key }),
    at: `${row.date} ${line(row.key, 60)}`,
    owner: project.owner,
    aside: '',
    amount: row.amount,
    marks: [],
  }))
  return { hits, total: found.total, atLeast: found.atLeast }
}
