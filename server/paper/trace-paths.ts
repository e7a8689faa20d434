import { type RawBuilder, sql } from 'kysely'
import type { Paging } from '#contract/endpoint.ts'
import type { TraceNode } from '#contract/paper.ts'
import type { TracePath } from '#contract/trace.ts'
import { yuan } from '#engine/money.ts'
import { notFound } from '#server/kernel/errors.ts'
import { amountOn } from './atom-rows.ts'
import { returnNode, statementsOn } from './chain-nodes.ts'
import { accountsBelow, voucherLines } from './ledger-places.ts'
import type { Chain } from './lineage.ts'
import { multirange } from './multirange.ts'
import { inLanguage, type StoredAtom } from './stored-cell.ts'
import { waysUp, waysDown, type Way } from './trace-ways.ts'

/** A reading in scope, and how many rows of it are. */
type Reading = { cell: string; ordinal: number; rows: number; of: string; fn: string }
/** What of the books a list of paths is about: everything, or only what stands on these accounts or lines. */
type Scope = { ways: (cell: string) => Way | undefined; cells: string[] | null; statement: string; only: Only | null }
type Only = { accounts: string[]; lines: RawBuilder<unknown> }
type Window = { cell: string; ordinal: number; at: number; skip: number; take: number }

/** Every way from a place down to lines and balances, a page of it; the rows of a cell's readings are those it added up. */
export async function tracePaths(
  chain: Chain,
  { kind, ref }: { kind: TraceNode['kind']; ref: string },
  { current, size }: Pick<Paging, 'current' | 'size'>,
) {
  const scope = await scopeOf(chain, kind, ref)
  const readings = await readingsIn(chain, scope)
  const total = readings.reduce((sum, { rows }) => sum + rows, 0)
  const windows = windowsOf(readings, { skip: (current - 1) * size, size })
  const found = [...(await lineRows(chain, scope, windows)), ...(await balanceRows(chain, scope, windows))]
  const records = found.toSorted((a, b) => a.at - b.at).map((row) => shownPath(chain, scope, row))
  return { records, total, size, current, pages: Math.ceil(total / size) }
}

async function scopeOf(chain: Chain, kind: TraceNode['kind'], ref: string): Promise<Scope> {
  const everywhere = { statement: '', only: null }
  if (kind === 'return' && ref === '') {
    const ways = waysDown(chain, [...new Set(chain.feeds.values())])
    return { ...everywhere, ways: (cell) => ways.get(cell), cells: [...ways.keys()] }
  }
  if (kind === 'return' || kind === 'paper') {
    const line = chain.feeds.has(ref) ? ref : `${ref}.1`
    const top = kind === 'paper' ? ref : (chain.feeds.get(line) ?? '')
    if (!chain.cells.has(top)) throw notFound()
    const ways = waysDown(chain, [top], kind === 'return' ? line : undefined)
    return { ...everywhere, ways: (cell) => ways.get(cell), cells: [...ways.keys()] }
  }
  const ways = waysUp(chain)
  if (kind === 'statement') {
    if (!chain.statement[ref]) throw notFound()
    return { ways, cells: null, statement: ref, only: null }
  }
  return {
    ways,
    cells: null,
    statement: '',
    only: kind === 'voucher' ? await ofVoucher(chain, ref) : await ofAccounts(chain, kind, ref),
  }
}

async function ofVoucher(chain: Chain, key: string): Promise<Only> {
  const lines = await voucherLines(chain, key)
  const ordinals = lines.map(({ ordinal }) => ordinal)
  return {
    accounts: [...new Set(lines.map(({ account }) => account))],
    lines: sql`${multirange(ordinals)}::int4multirange`,
  }
}

async function ofAccounts(chain: Chain, kind: 'standard' | 'account', ref: string): Promise<Only> {
  const accounts = await accountsBelow(chain, kind, ref)
  if (accounts.length === 0) throw notFound()
  const { rows } = await sql<{ lines: string }>`
    select coalesce(range_agg(int4range(place, place + 1)), '{}'::int4multirange)::text as lines
    from ledger_posting, unnest(lines) as place
    where dataset_id = ${chain.datasetId} and account = any(${accounts}::text[])`.execute(chain.db)
  return { accounts, lines: sql`${rows[0]?.lines ?? '{}'}::int4multirange` }
}

/** The lines of a reading `a` that are in scope, and its accounts. */
const keptLines = ({ only }: Scope) => (only ? sql`(a.lines * ${only.lines})` : sql`a.lines`)
const keptAccounts = ({ only }: Scope) =>
  only
    ? sql`array(select code from unnest(a.accounts) code where code = any(${only.accounts}::text[]) order by code)`
    : sql`array(select code from unnest(a.accounts) code order by code)`

async function readingsIn(chain: Chain, scope: Scope): Promise<Reading[]> {
  const { cells, statement, only } = scope
  const counted = sql`(select coalesce(sum(upper(part) - lower(part)), 0)::int from unnest(${keptLines(scope)}) part)`
  const { rows } = await sql<Reading>`
    select a.cell, a.ordinal, a.atom->>'of' as of, a.atom->>'fn' as fn,
      case when a.balance then cardinality(${keptAccounts(scope)}) else ${counted} end as rows
    from paper_atom a where a.generation_id = ${chain.generationId}
      ${cells ? sql`and a.cell = any(${cells}::text[])` : sql``}
      ${statement ? sql`and a.atom->>'fn' = 'line' and split_part(a.atom->>'of', ' ', 1) = ${statement}` : sql``}
      ${only ? sql`and (a.lines && ${only.lines} or a.balance and a.accounts && ${only.accounts}::text[])` : sql``}`.execute(
    chain.db,
  )
  const place = new Map([...chain.cells.keys()].map((cell, at) => [cell, at]))
  return rows
    .filter(({ rows: n }) => n > 0)
    .toSorted((a, b) => (place.get(a.cell) ?? 0) - (place.get(b.cell) ?? 0) || a.ordinal - b.ordinal)
}

/** Which rows of which readings a page shows. */
function windowsOf(readings: readonly Reading[], { skip, size }: { skip: number; size: number }): Window[] {
  const windows: Window[] = []
  let start = 0
  for (const { cell, ordinal, rows } of readings) {
    const from = Math.max(skip, start)
    const to = Math.min(skip + size, start + rows)
    if (from < to) windows.push({ cell, ordinal, at: from, skip: from - start, take: to - from })
    start += rows
    if (start >= skip + size) break
  }
  return windows
}

type PathRow = {
  at: number
  cell: string
  atom: StoredAtom
  account: string
  accountName: string
  standard: string
  voucher: string
  date: string
  summary: string
  /** Null: what was taken of a balance is not known account by account. */
  debit: bigint | null
  credit: bigint
}

/** The windows as rows `w`, with their reading `a`. */
const windowed = ({ generationId }: Chain, windows: readonly Window[]) => sql`
  jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) as w(cell text, ordinal int, at int, skip int, take int)
  join paper_atom a on a.generation_id = ${generationId} and a.cell = w.cell and a.ordinal = w.ordinal`

const named = ({ datasetId, projectId }: Chain, code: RawBuilder<unknown>) => sql`
  left join lateral (select full_name, opening, closing from ledger_account
    where dataset_id = ${datasetId} and period = 'current' and code = ${code} limit 1) n on true
  left join lateral (select standard from relation_account where project_id = ${projectId} and code = ${code} limit 1) r on true`

async function lineRows(chain: Chain, scope: Scope, windows: readonly Window[]): Promise<PathRow[]> {
  if (windows.length === 0) return []
  const { datasetId } = chain
  const { rows } = await sql<PathRow>`
    select (w.at + row_number() over (partition by w.at order by l.ordinal) - 1)::int as at, w.cell, a.atom, l.account,
      coalesce(n.full_name, '') as "accountName", coalesce(r.standard, '') as standard, v.key as voucher,
      v.date::text as date, l.summary, l.debit, l.credit
    from ${windowed(chain, windows)}
    cross join lateral (select place from unnest(${keptLines(scope)}) part
      cross join lateral generate_series(lower(part), upper(part) - 1) place order by place offset w.skip limit w.take) k
    cross join lateral (select * from ledger_line where dataset_id = ${datasetId} and ordinal = k.place offset 0) l
    join lateral (select key, date from ledger_voucher
      where dataset_id = ${datasetId} and ordinal = l.voucher limit 1) v on true
    ${named(chain, sql`l.account`)}
    where not a.balance`.execute(chain.db)
  return rows
}

/** What of an account's balance a reading may have taken, debit positive: all, or its customers and suppliers on one side. */
type Parts = { plain: bigint | null; dr: bigint | null; cr: bigint | null }
type Whole = { accounts: number; allPlain: bigint | null; allDr: bigint | null; allCr: bigint | null }
type BalanceRow = Omit<PathRow, 'debit' | 'credit'> & Parts & Whole

/** Of a balance the accounts it stands on, each with what the reading took of it. */
async function balanceRows(chain: Chain, scope: Scope, windows: readonly Window[]): Promise<PathRow[]> {
  if (windows.length === 0) return []
  const { datasetId } = chain
  const onSide = (of: RawBuilder<unknown>, sign: RawBuilder<unknown>) => sql`coalesce(
    (select coalesce(sum(${of}) filter (where ${of} ${sign} 0), 0) from ledger_dimension d
      where d.dataset_id = ${datasetId} and d.account = named.code having count(*) > 0),
    case when b.plain ${sign} 0 then b.plain else 0 end)`
  const then = sql`(case when a.atom->>'at' = 'open' then d.opening else d.closing end)`
  const { rows } = await sql<BalanceRow>`
    with taken as (
      select w.at as start, w.skip, w.take, w.cell, a.atom, named.code, b.plain, cardinality(a.accounts) as accounts,
        named.code = any(${keptAccounts(scope)}) as kept, ${onSide(then, sql`>`)} as dr, ${onSide(then, sql`<`)} as cr
      from ${windowed(chain, windows)} cross join unnest(a.accounts) as named(code)
      left join lateral (select opening, closing from ledger_account
        where dataset_id = ${datasetId} and period = 'current' and ledger_account.code = named.code limit 1) n on true
      cross join lateral (select case a.atom->>'at' when 'open' then n.opening when 'close' then n.closing
        else n.opening + (select coalesce(sum(p.debit - p.credit), 0) from ledger_posting p where p.dataset_id = ${datasetId}
          and p.account = named.code and p.period <= right(a.atom->>'at', 2)) end as plain) b
      where a.balance),
    summed as (select *, sum(plain) over reading as all_plain, sum(dr) over reading as all_dr, sum(cr) over reading as all_cr,
        row_number() over (partition by start, kept order by code) as place
      from taken window reading as (partition by start))
    select (start + place - skip - 1)::int as at, cell, atom, t.code as account, coalesce(n.full_name, '') as "accountName",
      coalesce(r.standard, '') as standard, '' as voucher, '' as date, '' as summary, plain::bigint, dr::bigint, cr::bigint, accounts,
      all_plain::bigint as "allPlain", all_dr::bigint as "allDr", all_cr::bigint as "allCr"
    from summed t ${named(chain, sql`t.code`)}
    where kept and place > skip and place <= skip + take`.execute(chain.db)
  return rows.map((row) => Object.assign(row, taken(row), { credit: 0n }))
}

/** What was taken is what adds up to the reading; where nothing does, no amount is said rather than a wrong one. */
function taken({ atom, accounts, plain, dr, cr, allPlain, allDr, allCr }: BalanceRow): { debit: bigint | null } {
  const sum = BigInt(atom.sum)
  if (accounts === 1) return { debit: sum }
  for (const [part, all] of [
    [plain, allPlain],
    [dr, allDr],
    [cr, allCr],
  ] as const) {
    if (all === sum && (sum !== 0n || atom.side !== 'cr')) return { debit: part }
    if (all !== null && all === -sum && part !== null) return { debit: -part }
  }
  return { debit: null }
}

/** A line on the side its reading takes; of a balance what was taken of it. */
function amountOf({ atom, voucher, debit, credit }: PathRow): string | null {
  if (atom.fn === 'je_count' || debit === null) return null
  return yuan(voucher === '' ? debit : amountOn(atom, debit, credit))
}

function shownPath(chain: Chain, scope: Scope, row: PathRow): TracePath {
  const cell = chain.cells.get(row.cell)
  const way = scope.ways(row.cell)
  const top = way && chain.cells.get(way.fills)
  const own = row.atom.fn === 'line' ? chain.statement[row.atom.of.split(' ', 1)[0] ?? '']?.name : undefined
  return {
    at: row.at,
    returnRef: way?.returnRef ?? '',
    returnLine: way && top && way.returnRef !== '' ? returnNode(chain, way.returnRef, top).title : '',
    cell: row.cell,
    cellName: cell ? `${cell.paperId} ${inLanguage(cell.label, chain.language)}` : '',
    through: way?.through.join(' › ') ?? '',
    statement: own ?? statementsOn(chain, row.standard)[0]?.title ?? '',
    account: row.account,
    accountName: row.accountName,
    voucher: row.voucher,
    date: row.date,
    summary: row.summary,
    amount: amountOf(row),
  }
}
