import { sql } from 'kysely'
import type { TraceNode } from '#contract/paper.ts'
import { isProfitOrLoss } from '#engine/mapping/chart.ts'
import { yuan } from '#engine/money.ts'
import { notFound } from '#server/kernel/errors.ts'
import { standardAccount } from '#server/relation/relation-words.ts'
import type { Chain } from './lineage.ts'
import { nodeOfCell, returnsAbove, statementsOn } from './chain-nodes.ts'

type Standing = { node: TraceNode; above: TraceNode[]; below: TraceNode[] }
type AccountAmount = { code: string; name: string; leaf: boolean; closing: bigint; moved: bigint; standard: string }
/** More than this nobody reads in a list; the cell's rows and the ledger itself have all of them. */
const MOST = 200

/** Accounts of the dataset with their closing balance and their turnover without closing vouchers, debit positive. */
async function accounts({ db, datasetId, projectId }: Chain, codes: readonly string[]): Promise<AccountAmount[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<AccountAmount>`
    select a.code, a.full_name as name, a.leaf, a.closing, coalesce(r.standard, '') as standard,
      coalesce(t.moved, 0)::bigint as moved
    from ledger_account a
    left join lateral (select standard from relation_account
      where project_id = ${projectId} and code = a.code limit 1) r on true
    left join lateral (select sum(debit - credit) as moved from ledger_posting
      where dataset_id = ${datasetId} and account = a.code and not closing) t on true
    where a.dataset_id = ${datasetId} and a.period = 'current' and a.code = any(${codes}::text[])
    order by a.code`.execute(db)
  return rows
}

const said = ({ language }: Chain, zh: string, en: string) => (language === 'en' ? en : zh)

/** Profit and loss by what it earned or cost in the year, anything else by its closing balance. */
function nodeOfAccount(chain: Chain, account: AccountAmount): TraceNode {
  const standard = standardAccount(account.standard)
  const flow = standard !== undefined && isProfitOrLoss(standard)
  const net = flow ? account.moved : account.closing
  const amount = flow && standard.side === 'cr' ? -net : net
  const note = flow ? said(chain, '本年发生额', 'for the year') : said(chain, '期末余额', 'closing balance')
  return { kind: 'account', ref: account.code, title: `${account.code} ${account.name}`, note, amount: yuan(amount) }
}

/** The client accounts that some cells read, with how much of each their rows hold; the largest first. */
export async function accountsUnder(chain: Chain, cells: readonly string[]): Promise<TraceNode[]> {
  const { db, generationId, datasetId } = chain
  const { rows } = await sql<{ code: string; name: string; amount: bigint; balance: boolean }>`
    with read as (select balance, accounts, lines from paper_atom
      where generation_id = ${generationId} and cell = any(${cells}::text[])),
    turnover as (select l.account as code, sum(l.debit - l.credit)::bigint as amount, false as balance
      from unnest((select range_agg(part) from read, unnest(lines) as part)) as span
      cross join lateral (select account, debit, credit from ledger_line
        where dataset_id = ${datasetId} and ordinal >= lower(span) and ordinal < upper(span) offset 0) l
      group by l.account),
    standing as (select a.code, a.closing as amount, true as balance from ledger_account a
      where a.dataset_id = ${datasetId} and a.period = 'current'
        and a.code in (select unnest(accounts) from read where balance) and a.code not in (select code from turnover))
    select found.code, coalesce(a.full_name, '') as name, found.amount, found.balance
    from (select * from turnover union all select * from standing) as found
    left join lateral (select full_name from ledger_account
      where dataset_id = ${datasetId} and period = 'current' and code = found.code limit 1) a on true
    order by abs(found.amount) desc, found.code limit ${MOST}`.execute(db)
  return rows.map(({ code, name, amount, balance }) => ({
    kind: 'account',
    ref: code,
    title: `${code} ${name}`,
    note: balance
      ? said(chain, '期末余额', 'closing balance')
      : said(chain, '取数发生额（借正贷负）', 'amount read, debit positive'),
    amount: yuan(amount),
  }))
}

/** A standard account: statement lines above, the client's accounts tied to it below. */
export async function standardPlaces(chain: Chain, key: string): Promise<Standing> {
  const standard = standardAccount(key)
  if (!standard) throw notFound()
  const tied = await chain.db
    .selectFrom('relation_account')
    .innerJoin('ledger_account', 'ledger_account.code', 'relation_account.code')
    .select('ledger_account.code')
    .where('relation_account.project_id', '=', chain.projectId)
    .where('relation_account.standard', '=', key)
    .where('ledger_account.dataset_id', '=', chain.datasetId)
    .where('ledger_account.period', '=', 'current')
    .where('ledger_account.leaf', '=', true)
    .execute()
  const below = await accounts(
    chain,
    tied.map(({ code }) => code),
  )
  return {
    node: { kind: 'standard', ref: key, title: `${key} ${standard.name}`, note: '', amount: null },
    above: statementsOn(chain, key),
    below: below.map((account) => nodeOfAccount(chain, account)),
  }
}

/** The client's lowest accounts below an account, itself if it is one, or those tied to a standard account. */
export async function accountsBelow(
  { db, datasetId, projectId }: Chain,
  kind: 'standard' | 'account',
  ref: string,
): Promise<string[]> {
  const starts =
    kind === 'account'
      ? sql`select ${ref} as code`
      : sql`select code from relation_account where project_id = ${projectId} and standard = ${ref}`
  const { rows } = await sql<{ code: string }>`
    with recursive below as (select code from (${starts}) first
      union select a.code from below join ledger_account a
        on a.dataset_id = ${datasetId} and a.period = 'current' and a.parent = below.code)
    select a.code from below join ledger_account a on a.dataset_id = ${datasetId} and a.period = 'current'
      and a.code = below.code and a.leaf order by a.code`.execute(db)
  return rows.map(({ code }) => code)
}

export async function accountNode(chain: Chain, code: string): Promise<TraceNode> {
  const [account] = await accounts(chain, [code])
  if (!account) throw notFound()
  return nodeOfAccount(chain, account)
}

/**
 * What reads an account: its standard account, then the cells that hold one of its lines or stand on its balance. A cell whose
 * formula looked at the account and found nothing there is no use of it.
 */
export async function accountAbove(chain: Chain, code: string): Promise<TraceNode[]> {
  const { db, datasetId, generationId } = chain
  const [account] = await accounts(chain, [code])
  const standard = standardAccount(account?.standard ?? '')
  const { rows } = await sql<{ cell: string }>`
    with own as materialized (select range_agg(int4range(place, place + 1)) as lines
      from ledger_posting, unnest(lines) as place where dataset_id = ${datasetId} and account = ${code})
    select distinct cell from paper_atom
    where generation_id = ${generationId} and accounts @> array[${code}]::text[]
      and (balance or lines && (select lines from own))`.execute(db)
  const tied: TraceNode[] = standard
    ? [{ kind: 'standard', ref: standard.key, title: `${standard.key} ${standard.name}`, note: '', amount: null }]
    : []
  return [...tied, ...inPaperOrder(chain, rows)]
}

/** Cells in the order of the papers. */
function inPaperOrder(chain: Chain, rows: readonly { cell: string; note?: string }[]): TraceNode[] {
  const notes = new Map(rows.map(({ cell, note }) => [cell, note ?? '']))
  return [...chain.cells.values()]
    .filter(({ cell }) => notes.has(cell))
    .map((cell) => nodeOfCell(chain, cell, notes.get(cell.cell)))
}

/** Below a parent account its children; below a leaf the vouchers that moved it, the largest first. */
export async function accountBelow(chain: Chain, code: string): Promise<TraceNode[]> {
  const { db, datasetId } = chain
  const children = await db
    .selectFrom('ledger_account')
    .select('code')
    .where('dataset_id', '=', datasetId)
    .where('period', '=', 'current')
    .where('parent', '=', code)
    .execute()
  if (children.length > 0) {
    const found = await accounts(
      chain,
      children.map((child) => child.code),
    )
    return found.map((account) => nodeOfAccount(chain, account))
  }
  const { rows } = await sql<{ key: string; date: string; closing: boolean; summary: string; amount: bigint }>`
    select v.key, v.date::text as date, v.closing, moved.summary, moved.amount
    from (select voucher, min(summary) as summary, sum(debit - credit)::bigint as amount
      from account_lines(${datasetId}, ${code}) group by voucher order by abs(sum(debit - credit)) desc, voucher limit ${MOST}) moved
    join lateral (select key, date, closing from ledger_voucher
      where dataset_id = ${datasetId} and ordinal = moved.voucher limit 1) v on true
    order by abs(moved.amount) desc, moved.voucher`.execute(db)
  return rows.map(({ key, date, closing, summary, amount }) => ({
    kind: 'voucher',
    ref: key,
    title: `${date} ${key}`,
    note: closing ? said(chain, `${summary}（结转凭证）`, `${summary} (closing voucher)`) : summary,
    amount: yuan(amount),
  }))
}

type VoucherLine = { ordinal: number; account: string; debit: bigint; summary: string; date: string }

/** A voucher's lines; not found if the ledger has no such voucher. */
export async function voucherLines({ db, datasetId }: Chain, key: string): Promise<VoucherLine[]> {
  const { rows } = await sql<VoucherLine>`select l.ordinal, l.account, l.debit, l.summary, v.date::text as date
    from ledger_voucher v cross join lateral voucher_lines(${datasetId}, v.ordinal) l
    where v.dataset_id = ${datasetId} and v.key = ${key} order by l.ordinal`.execute(db)
  if (rows.length === 0) throw notFound()
  return rows
}

export async function voucherNode(chain: Chain, key: string): Promise<TraceNode> {
  const lines = await voucherLines(chain, key)
  const [first] = lines
  const amount = yuan(lines.reduce((sum, { debit }) => sum + debit, 0n))
  return { kind: 'voucher', ref: key, title: `${first?.date ?? ''} ${key}`, note: first?.summary ?? '', amount }
}

/**
 * Everything that used a voucher: return lines it reached through however many cells, cells that read its lines, cells that stand
 * on the balance it changed, and its accounts. A closing voucher reaches no profit and loss figure: none reads its lines.
 */
export async function voucherAbove(chain: Chain, key: string): Promise<TraceNode[]> {
  const { db, generationId } = chain
  const lines = await voucherLines(chain, key)
  const codes = [...new Set(lines.map(({ account }) => account))]
  const ranges = `{${lines.map(({ ordinal }) => `[${ordinal},${ordinal}]`).join(',')}}`
  const { rows } = await sql<{
    cell: string
    balance: boolean
  }>`select cell, bool_and(balance) as balance from paper_atom
    where generation_id = ${generationId} and (lines && ${ranges}::int4multirange
      or (balance and atom->>'at' <> 'open' and accounts && ${codes}::text[]))
    group by cell`.execute(db)
  const reading = rows.filter(({ balance }) => !balance)
  const standing = rows.filter(({ balance }) => balance)
  const note = said(chain, '余额', 'balance')
  const found = await accounts(chain, codes)
  return [
    ...returnsAbove(
      chain,
      reading.map(({ cell }) => cell),
    ),
    ...inPaperOrder(chain, reading),
    ...inPaperOrder(
      chain,
      standing.map(({ cell }) => ({ cell, note })),
    ),
    ...found.map((account) => nodeOfAccount(chain, account)),
  ]
}
