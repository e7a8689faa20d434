import { sql } from 'kysely'
import type { TraceNode } from '#contract/paper.ts'
import { fenOf, yuan } from '#engine/money.ts'
import { mappingFacts, paperPack } from '#facts/facts.ts'
import { searchLines } from '#server/ledger/line-search.ts'
import { standardAccount } from '#server/relation/relation-words.ts'
import { nodeOfCell, returnRoots, statementNode } from './chain-nodes.ts'
import { accountNode, voucherNode } from './ledger-places.ts'
import type { Chain } from './lineage.ts'

/** Of each kind. */
const MOST_FOUND = 10
/** Signs; more is no amount of a ledger. */
const LONGEST_AMOUNT = 18

/**
 * Places that a text names: return lines, cells, statement lines, accounts by code or name, vouchers by key or number, anything by
 * its amount, vouchers also by their summaries and the amounts of their lines. The first of each kind, in the order of the chain.
 */
export async function findPlaces(chain: Chain, text: string): Promise<TraceNode[]> {
  const wanted = text.normalize('NFKC').trim().toLowerCase()
  const figure = wanted.replaceAll(/[,，¥\s]/gu, '')
  const fen = figure.length > LONGEST_AMOUNT ? undefined : fenOf(figure)
  const amount = fen === undefined ? undefined : yuan(fen)
  const hit = ({ title, ref, note, amount: own }: TraceNode) =>
    `${title} ${ref} ${note}`.toLowerCase().includes(wanted) || (amount !== undefined && own === amount)
  const begins = ({ ref }: TraceNode) => ref.toLowerCase().startsWith(wanted)
  const first = (nodes: readonly TraceNode[], most = MOST_FOUND) => {
    const found = nodes.filter(hit)
    return [...found.filter(begins), ...found.filter((node) => !begins(node))].slice(0, most)
  }
  const papers = new Set(
    paperPack.papers.flatMap(({ id, name }) => (`${name.zh} ${name.en}`.toLowerCase().includes(wanted) ? [id] : [])),
  )
  const cells = [...chain.cells.values()].map((cell) => nodeOfCell(chain, cell))
  // a paper's name finds its cells, after those that are called so themselves
  const called = first(cells)
  const ofPapers = cells
    .filter((node) => papers.has(node.ref.slice(0, node.ref.indexOf('.'))) && !called.includes(node))
    .slice(0, MOST_FOUND / 2)
  const statements = Object.keys(chain.statement).flatMap((id) => statementNode(chain, id))
  return [
    ...first(returnRoots(chain)),
    ...called,
    ...ofPapers,
    ...first(statements),
    ...first(await standardsTied(chain)),
    ...(await accountsNamed(chain, wanted, fen)),
    ...(await vouchersNamed(chain, text.normalize('NFKC').trim(), fen)),
  ]
}

const standardKeys = [...new Set([...mappingFacts.charts.cas, ...mappingFacts.charts.small].map(({ key }) => key))]

/** The standard accounts that the client's are tied to. */
async function standardsTied({ db, projectId }: Chain): Promise<TraceNode[]> {
  const rows = await db
    .selectFrom('relation_account')
    .select('standard')
    .distinct()
    .where('project_id', '=', projectId)
    .where('standard', 'in', standardKeys)
    .orderBy('standard')
    .execute()
  return rows.flatMap(({ standard }) => {
    const account = standardAccount(standard ?? '')
    if (!account) return []
    return [
      { kind: 'standard' as const, ref: account.key, title: `${account.key} ${account.name}`, note: '', amount: null },
    ]
  })
}

const like = (text: string) => `%${text.replaceAll(/[\\%_]/gu, '\\$&')}%`

async function accountsNamed(chain: Chain, wanted: string, fen: bigint | undefined): Promise<TraceNode[]> {
  const { rows } = await sql<{ code: string }>`
    select code from ledger_account where dataset_id = ${chain.datasetId} and period = 'current'
      and (code like ${`${wanted.replaceAll(/[\\%_]/gu, '\\$&')}%`} or full_name ilike ${like(wanted)}
        ${fen === undefined ? sql`` : sql`or abs(closing) = abs(${fen}::bigint)`})
    order by code limit ${MOST_FOUND}`.execute(chain.db)
  return Promise.all(rows.map(({ code }) => accountNode(chain, code)))
}

/** By key, by number with or without its word, by total, by a line's summary. */
async function vouchersNamed(chain: Chain, text: string, fen: bigint | undefined): Promise<TraceNode[]> {
  const { db, datasetId } = chain
  const number = /^(?:(\d{1,2})[-月 ]+)?(\p{L}*)[-字第 ]*0*(\d{1,9})号?$/u.exec(text)
  const byNumber = number
    ? sql`or number = ${Number(number[3])}::int
        ${number[1] ? sql`and period = ${number[1].padStart(2, '0')}` : sql``}
        ${number[2] ? sql`and word = ${number[2].replace(/字?第?$/u, '')}` : sql``}`
    : sql``
  const { rows } = await sql<{ key: string }>`
    select key from ledger_voucher where dataset_id = ${datasetId}
      and (key = ${text} ${fen === undefined ? sql`` : sql`or debit = abs(${fen}::bigint)`} ${byNumber})
    order by key limit ${MOST_FOUND}`.execute(db)
  const keys = rows.map(({ key }) => key)
  if (keys.length < MOST_FOUND) keys.push(...(await bySummary(chain, text)))
  return Promise.all([...new Set(keys)].slice(0, MOST_FOUND).map((key) => voucherNode(chain, key)))
}

async function bySummary({ db, datasetId }: Chain, text: string): Promise<string[]> {
  const where = [{ field: 'summary' as const, op: 'like' as const, value: text }]
  const { ordinals } = await searchLines(db, datasetId, { current: 1, size: MOST_FOUND * 3, where, sort: [] })
  if (ordinals.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    select distinct v.key from ledger_line l join ledger_voucher v on v.dataset_id = l.dataset_id and v.ordinal = l.voucher
    where l.dataset_id = ${datasetId} and l.ordinal = any(${ordinals}::int[]) order by v.key`.execute(db)
  return rows.map(({ key }) => key)
}
