import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { yuan } from '#engine/money.ts'
import { ledgerService } from '../ledger/service.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import { asCall, inTenant } from './demo-call.ts'

/** A file of a demo ledger: by its path, or by its content. */
export type DemoFile = { name: string } & ({ path: string } | { content: string })

/** A ledger of the demo takes seconds; a start that waits longer goes on without it. */
const MOST_SECONDS = 60

/** Imports a ledger into a project that has tried none. */
export async function importOnce(
  kernel: Kernel,
  user: User,
  { projectId, files }: { projectId: string; files: readonly DemoFile[] },
): Promise<void> {
  const tried = await inTenant(kernel, user, (db) =>
    db.selectFrom('dataset').select('id').where('project_id', '=', projectId).executeTakeFirst(),
  )
  if (tried) return
  const fileIds = await handOver(kernel, user, { projectId, files })
  const { jobId } = await inTenant(kernel, user, (db) =>
    ledgerService.import(asCall(kernel, user, db), { projectId, fileIds }),
  )
  await ended(kernel, user, jobId)
}

/** Waits for a job, not for ever. */
export async function ended(kernel: Kernel, user: User, jobId: string): Promise<void> {
  for (const end = Date.now() + MOST_SECONDS * 1000; Date.now() < end; await sleep(50)) {
    const job = await inTenant(kernel, user, (db) =>
      db.selectFrom('job').select('state').where('id', '=', jobId).executeTakeFirst(),
    )
    if (job?.state !== 'queued' && job?.state !== 'running') return
  }
}

/** Hands files over as finished uploads; those that an interrupted start left are used. */
async function handOver(
  kernel: Kernel,
  user: User,
  { projectId, files }: { projectId: string; files: readonly DemoFile[] },
): Promise<string[]> {
  const there = await inTenant(kernel, user, (db) =>
    db
      .selectFrom('file')
      .select(['id', 'name'])
      .where('purpose', '=', FINANCIAL)
      .where('owner_id', '=', projectId)
      .where('is_deleted', '=', 0)
      .execute(),
  )
  const scratch = await mkdtemp(join(kernel.config.DIGAO_DATA, 'demo-'))
  try {
    const ids: string[] = []
    for (const file of files) {
      const known = there.find(({ name }) => name === file.name)
      const path = join(scratch, 'file')
      if (!known) await ('path' in file ? copyFile(file.path, path) : writeFile(path, file.content))
      ids.push(
        known?.id ??
          (await kernel.files.add(user, { purpose: FINANCIAL, ownerId: projectId, name: file.name, path })).id,
      )
    }
    return ids
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const both = (fen: bigint) => `${yuan(fen)},${yuan(fen)}`

/** What was paid in when the company began, in fen, and the first year of its books. */
const CAPITAL = 100_000_000n
const FIRST_YEAR = 2023
/** Business grows from year to year. */
const scaleOf = (year: number) => BigInt(year - 2020) * 100n
const saleOf = (year: number, month: number) => scaleOf(year) * BigInt(80_000 + month * 1_700)
const goodsOf = (sale: bigint) => (sale * 7n) / 10n
const expenseOf = (year: number) => scaleOf(year) * 9_000n

/** The profits of the years before, which the year opens with. */
function keptBefore(year: number): bigint {
  let kept = 0n
  for (let past = FIRST_YEAR; past < year; past += 1)
    for (let month = 1; month <= 12; month += 1) {
      const sale = saleOf(past, month)
      kept += sale - goodsOf(sale) - expenseOf(past)
    }
  return kept
}

/**
 * A small trading ledger of a year that ties out and opens as the year before closed: each month a sale, goods and an expense, at
 * the year's end the closing. `wrong` fen are added to one balance, which the check then finds.
 */
export function smallLedger(year: string, wrong = 0n): DemoFile[] {
  const rows: string[] = []
  let [sales, goods, costs] = [0n, 0n, 0n]
  const opening = keptBefore(Number(year))
  const post = (
    day: string,
    voucher: string,
    text: string,
    [debit, credit, fen]: readonly [string, string, bigint],
  ) => {
    rows.push(`${day},记-${voucher},${text},${debit},${yuan(fen)},`)
    rows.push(`${day},记-${voucher},${text},${credit},,${yuan(fen)}`)
  }
  const [bank, revenue, cost] = ['1002,银行存款', '6001,主营业务收入', '6401,主营业务成本']
  const [admin, profit, kept] = ['660201,管理费用-办公费', '4103,本年利润', '410415,利润分配-未分配利润']
  for (let month = 1; month <= 12; month += 1) {
    const day = `${year}-${String(month).padStart(2, '0')}-25`
    const sale = saleOf(Number(year), month)
    const [bought, spent] = [goodsOf(sale), expenseOf(Number(year))]
    post(day, '1', '销售商品', [bank, revenue, sale])
    post(day, '2', '采购商品', [cost, bank, bought])
    post(day, '3', '支付办公费用', [admin, bank, spent])
    sales += sale
    goods += bought
    costs += spent
  }
  const end = `${year}-12-31`
  const gain = sales - goods - costs
  post(end, '4', '结转收入', [revenue, profit, sales])
  post(end, '5', '结转成本', [profit, cost, goods])
  post(end, '6', '结转费用', [profit, admin, costs])
  post(end, '7', '结转本年利润', [profit, kept, gain])
  const balance = [
    '科目余额表',
    `期间：${year}年1月-${year}年12月`,
    '科目编码,科目名称,期初借方,期初贷方,本期借方,本期贷方,期末借方,期末贷方',
    `1002,银行存款,${yuan(CAPITAL + opening)},,${yuan(sales + wrong)},${yuan(goods + costs)},${yuan(CAPITAL + opening + gain + wrong)},`,
    `4001,实收资本,,${yuan(CAPITAL)},,,,${yuan(CAPITAL)}`,
    `4103,本年利润,,,${both(sales)},,`,
    `4104,利润分配,,${yuan(opening)},,${yuan(gain)},,${yuan(opening + gain)}`,
    `410415,未分配利润,,${yuan(opening)},,${yuan(gain)},,${yuan(opening + gain)}`,
    `6001,主营业务收入,,,${both(sales)},,`,
    `6401,主营业务成本,,,${both(goods)},,`,
    `6602,管理费用,,,${both(costs)},,`,
    `660201,办公费,,,${both(costs)},,`,
  ].join('\n')
  const journal = ['日期,凭证号,摘要,科目编码,科目名称,借方金额,贷方金额', ...rows].join('\n')
  return [
    { name: `科目余额表${year}.csv`, content: balance },
    { name: `序时账${year}.csv`, content: journal },
  ]
}
