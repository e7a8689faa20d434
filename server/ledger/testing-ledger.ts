import { sql } from 'kysely'
import { yuan } from '#engine/money.ts'
import type { Caller, TestServer } from '#server/kernel/testing.ts'
import type { Handed } from './testing-import.ts'

/**
 * A ledger of so many vouchers of two lines as CSV files, which ties out: money comes in for sales and goes to 本年利润 at the
 * year's end. `seed` makes another of the same size. `total` is the sum of one side, yuan.
 */
export function longLedger(
  vouchers: number,
  year = '2025',
  seed = 1n,
): { files: Handed[]; balance: string; lines: number; total: string } {
  const rows: string[] = []
  let sales = 0n
  for (let at = 0; at < vouchers; at += 1) {
    const month = Math.min(12, 1 + Math.floor((at * 12) / vouchers))
    const number = 1 + at - Math.ceil((vouchers * (month - 1)) / 12)
    const day = `${year}-${String(month).padStart(2, '0')}-28`
    const amount = ((BigInt(at) * seed * 7919n) % 1_000_000n) + 1n
    sales += amount
    rows.push(`${day},记-${number},销售第${at}笔,1002,银行存款,${yuan(amount)},`)
    rows.push(`${day},记-${number},销售第${at}笔,6001,主营业务收入,,${yuan(amount)}`)
  }
  const last = 1 + vouchers - Math.ceil((vouchers * 11) / 12)
  rows.push(`${year}-12-31,记-${last},结转损益,6001,主营业务收入,${yuan(sales)},`)
  rows.push(`${year}-12-31,记-${last},结转损益,4103,本年利润,,${yuan(sales)}`)
  rows.push(`${year}-12-31,记-${last + 1},结转本年利润,4103,本年利润,${yuan(sales)},`)
  rows.push(`${year}-12-31,记-${last + 1},结转本年利润,410415,未分配利润,,${yuan(sales)}`)
  const s = yuan(sales)
  const balance = [
    '科目余额表',
    `期间：${year}年1月-${year}年12月`,
    '科目编码,科目名称,期初借方,期初贷方,本期借方,本期贷方,期末借方,期末贷方',
    `1002,银行存款,,,${s},,${s},`,
    `4103,本年利润,,,${s},${s},,`,
    `4104,利润分配,,,,${s},,${s}`,
    `410415,未分配利润,,,,${s},,${s}`,
    `6001,主营业务收入,,,${s},${s},,`,
  ].join('\n')
  const journal = ['日期,凭证号,摘要,科目编码,科目名称,借方金额,贷方金额', ...rows].join('\n')
  const total = yuan(sales * 3n)
  const files = [
    { name: `余额表${year}.csv`, content: balance },
    { name: `序时账${year}.csv`, content: journal },
  ]
  return { files, balance, lines: rows.length, total }
}

/** How many rows of a dataset there are in all tables of the ledger, whatever its state. */
export const countRows = (server: TestServer, { tenantId, userId }: Caller, datasetId: string): Promise<number> =>
  server.kernel.database.inTenant({ tenantId, userId }, async (db) => {
    const tables = ['line', 'voucher', 'account', 'dimension', 'statement', 'asset', 'return', 'month', 'dropped'].map(
      (name) => sql.table(`ledger_${name}`),
    )
    const counts = tables.map((table) => sql`(select count(*) from ${table} where dataset_id = ${datasetId})`)
    const { rows } = await sql<{ n: number }>`select (${sql.join(counts, sql` + `)})::int as n`.execute(db)
    return rows[0]?.n ?? 0
  })
