import { sql } from 'kysely'
import type { TraceNode } from '#contract/paper.ts'
import { yuan } from '#engine/money.ts'
import { accountAbove, voucherLines } from './ledger-places.ts'
import { cellNodes } from './chain-nodes.ts'
import type { Chain } from './lineage.ts'
import { multirange } from './multirange.ts'

/** Cells by what they read of an account, debit positive; in yuan. */
export type ReadAmounts = ReadonlyMap<string, string>

/** An account's lines as ordinals; of a voucher only its own. */
async function ordinalsOf(chain: Chain, code: string, voucher: string | undefined): Promise<number[]> {
  if (voucher !== undefined) {
    const lines = await voucherLines(chain, voucher)
    return lines.filter(({ account }) => account === code).map(({ ordinal }) => ordinal)
  }
  const { rows } = await sql<{ place: number }>`select place from ledger_posting, unnest(lines) as place
    where dataset_id = ${chain.datasetId} and account = ${code} order by place`.execute(chain.db)
  return rows.map(({ place }) => place)
}

/** What uses an account; seen from a voucher only the cells that read the voucher's own lines of it. */
export async function readersOf(chain: Chain, code: string, voucher: string | undefined): Promise<TraceNode[]> {
  if (voucher === undefined) return accountAbove(chain, code)
  const own = multirange(await ordinalsOf(chain, code, voucher))
  const { rows } = await sql<{ cell: string }>`select distinct cell from paper_atom
    where generation_id = ${chain.generationId} and lines && ${own}::int4multirange`.execute(chain.db)
  const reading = new Set(rows.map(({ cell }) => cell))
  return cellNodes(
    chain,
    [...chain.cells.keys()].filter((cell) => reading.has(cell)),
  )
}

/** What each of some cells reads of an account: the sum of its lines, or the balance it stands on. */
export async function amountsRead(
  chain: Chain,
  cells: readonly string[],
  { code, voucher }: { code: string; voucher: string | undefined },
): Promise<ReadAmounts> {
  if (cells.length === 0) return new Map()
  const { db, generationId, datasetId } = chain
  const own = multirange(await ordinalsOf(chain, code, voucher))
  const { rows } = await sql<{ cell: string; amount: bigint }>`
    with read as (select cell, range_agg(part) as lines
      from paper_atom, unnest(lines * ${own}::int4multirange) part
      where generation_id = ${generationId} and cell = any(${[...cells]}::text[]) and not balance group by cell)
    select cell, sum(l.debit - l.credit)::bigint as amount from read, unnest(read.lines) span
      cross join lateral (select debit, credit from ledger_line
        where dataset_id = ${datasetId} and ordinal >= lower(span) and ordinal < upper(span) offset 0) l
    group by cell`.execute(db)
  const amounts = new Map(rows.map(({ cell, amount }) => [cell, yuan(amount)]))
  if (voucher !== undefined) return amounts
  const { rows: standing } = await sql<{ cell: string; amount: bigint }>`
    select distinct on (a.cell) a.cell, case a.atom->>'at' when 'open' then n.opening else n.closing end as amount
    from paper_atom a join ledger_account n on n.dataset_id = ${datasetId} and n.period = 'current' and n.code = ${code}
    where a.generation_id = ${generationId} and a.cell = any(${[...cells]}::text[]) and a.balance
      and a.atom->>'at' in ('open', 'close') and a.accounts @> array[${code}]::text[]
    order by a.cell, a.ordinal`.execute(db)
  for (const { cell, amount } of standing) if (!amounts.has(cell)) amounts.set(cell, yuan(amount))
  return amounts
}
