import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CellValue } from 'hucre'
import { enterprise } from '#contract/enterprise.ts'
import { paper } from '#contract/paper.ts'
import { relation } from '#contract/relation.ts'
import { job } from '#contract/system.ts'
import { run } from './child.ts'
import { cpuMs, familyMb } from './cost.ts'
import { callsOf, importOnce } from './importing.ts'
import { writeLargeXlsx } from './large-xlsx.ts'
import { headRows, ledgerSource, writeCsv, writeXlsx } from './ledger-source.ts'
import { openStand, type Stand } from './stand.ts'
import { median, type Row, short } from './table.ts'
import type { Done, Task } from './task.ts'

/** Another tenant opens a list this often. */
const ASKED_EVERY_MS = 40
const QUIET_MS = 15_000

type Format = 'csv' | 'xlsx'
/** Lines, what merely parses the file, and the least a reader could do. */
const formats = {
  csv: { lines: 1_240_000, parse: 'parseCsv', against: 'csv-parse alone', cut: 'cutCsv' },
  xlsx: { lines: 650_000, parse: 'parseXlsx', against: 'hucre streamXlsxRows alone', cut: null },
} as const

/**
 * A journal in 45 columns, as large programs export it: imported, verified and made into papers, against merely parsing it,
 * while somebody else of another tenant goes on working.
 */
export async function* atScale(format: Format): AsyncGenerator<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'digao-bench-scale-'))
  const stand = await openStand({ tenants: 2, rowsPerTenant: 500, people: 0 })
  try {
    const { lines, parse, against, cut } = formats[format]
    const source = ledgerSource(lines)
    const [journal, trialBalance] = [join(folder, `序时账.${format}`), join(folder, '科目余额表.xlsx')]
    if (format === 'csv') writeCsv(journal, wide(source.journal()))
    else writeLargeXlsx(journal, wide(source.journal()))
    await writeXlsx(trialBalance, '科目余额表', source.trialBalance)
    const size = `${short(source.lines)} lines, ${short(statSync(journal).size / 1e6)} MB of ${format}`
    const alone = (kind: typeof parse | 'cutCsv') => run<Done>('task.ts', { kind, journal } satisfies Task)
    const parsed = await alone(parse)
    const least = cut && (await alone(cut))
    const quiet = await others(stand, () => sleep(QUIET_MS))
    const imported = await others(stand, () => importOnce(stand, { name: size, journal, trialBalance }, 0))
    if (imported.result.rows !== source.lines) throw new Error(`${imported.result.rows} of ${source.lines} lines`)
    const slower = (name: string, busy: Others): Row => ({
      name: `a list of another tenant during ${name}`,
      unit: 'ms, p50',
      ours: [busy.p50],
      reference: [quiet.p50],
      against: 'the same while nothing else runs',
      aim: '≤ 1.1×',
      beside: `p95 ${short(busy.p95)} ms, quiet ${short(quiet.p95)} ms, ${busy.asked} asked`,
    })
    const timed = { unit: 'ms', reference: [parsed.ms], against }
    yield {
      ...timed,
      name: `import and verify ${size}`,
      ours: [imported.result.ms],
      aim: '–',
      beside: `CPU ${seconds(imported.result.cpu)}, of it the database ${seconds(imported.result.database ?? 0)}`,
    }
    yield slower('the import', imported)
    const papers = await others(stand, () => generateOnce(stand, imported.result.projectId))
    const ours = [imported.result.ms + papers.result.ms]
    const name = 'import, verify and generate all papers'
    const beside = `papers ${seconds(papers.result.ms)}, CPU ${seconds(papers.result.cpu)}; parsing alone ${seconds(parsed.ms)}`
    yield { ...timed, name, ours, aim: '≤ 3×', beside }
    if (least)
      yield { ...timed, name, ours, reference: [least.ms], against: 'TextDecoder + split, no quotes', aim: '–' }
    yield slower('the papers', papers)
    yield {
      name: 'memory of all processes at its peak',
      unit: 'MB',
      ours: [Math.max(imported.peak, papers.peak)],
      reference: [parsed.peak],
      against: `${against}, its process`,
      aim: '≤ 1,500 MB',
      beside: `import ${short(imported.peak)}, papers ${short(papers.peak)}, idle ${short(quiet.peak)} MB`,
    }
  } finally {
    await stand.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const seconds = (ms: number) => `${short(ms / 1000)} s`

type Others = { p50: number; p95: number; asked: number; peak: number }

/** What somebody else feels while `work` goes on, and the memory of server and database together. */
async function others<T>({ ours, database }: Stand, work: () => Promise<T>): Promise<Others & { result: T }> {
  const asker = ours.said.askers[1]
  if (!asker) throw new Error('nobody else is there')
  const call = callsOf(ours.said.url, asker)
  const felt: number[] = []
  let peak = 0
  const over = new AbortController()
  const asking = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now()
      await call(`${enterprise.list.path}?current=1&size=20`)
      felt.push(performance.now() - began)
      await sleep(ASKED_EVERY_MS)
    }
  })()
  const watching = (async () => {
    for (; !over.signal.aborted; await sleep(500)) peak = Math.max(peak, familyMb(ours.pid) + familyMb(database))
  })()
  const result = await work().finally(() => over.abort())
  await Promise.all([asking, watching])
  const sorted = felt.toSorted((one, other) => one - other)
  return { result, p50: median(felt), p95: sorted[Math.floor(sorted.length * 0.95)] ?? NaN, asked: felt.length, peak }
}

/** The relation bill, agreed to as proposed, and all papers. The bill's own decisions are people's time and are not counted. */
async function generateOnce({ ours, database }: Stand, projectId: string): Promise<{ ms: number; cpu: number }> {
  const [asker] = ours.said.askers
  if (!asker) throw new Error('nobody is there')
  const call = callsOf(ours.said.url, asker)
  await done(call, await call(relation.propose.path, { projectId }))
  await agree(call, projectId)
  await call(relation.lock.path, { projectId })
  const before = cpuMs(ours.pid, database)
  const began = performance.now()
  await done(call, await call(paper.generate.path, { projectId }))
  return { ms: performance.now() - began, cpu: cpuMs(ours.pid, database) - before }
}

async function done(call: Call, { jobId }: Record<string, unknown>): Promise<void> {
  for (;;) {
    const { state, type, error } = await call(`${job.detail.path}?id=${String(jobId)}`)
    if (state === 'failed' || state === 'cancelled') throw new Error(`${String(type)}: ${String(error)}`)
    if (state === 'succeeded') return
    await sleep(20)
  }
}

type Call = ReturnType<typeof callsOf>
const PAGE = 100

async function agree(call: Call, projectId: string): Promise<void> {
  const waiting = async (path: string) => {
    const { records } = await call(`${path}?projectId=${projectId}&status_equal=pending&current=1&size=${PAGE}`)
    return records as Record<string, unknown>[]
  }
  for (let rows = await waiting(relation.accounts.path); rows.length > 0; rows = await waiting(relation.accounts.path))
    await call(relation.decideAccounts.path, { projectId, accounts: rows.map(({ code }) => ({ code })) })
  for (let rows = await waiting(relation.lines.path); rows.length > 0; rows = await waiting(relation.lines.path))
    await call(relation.decideLines.path, {
      projectId,
      lines: rows.map(({ voucherKey, line }) => ({ voucherKey, line, decision: 'reject' })),
    })
}

const more =
  '核算组织 账簿类型 业务日期 凭证状态 汇率 原币金额 客户 供应商 部门 职员 项目 物料 仓库 成本中心 利润中心 结算方式 结算号 票据号 现金流量项目 出纳 附件数 来源系统 来源单号 创建人 创建时间 修改人 修改时间 审批流程 集团 账簿 核算期间类型 打印次数 备注'.split(
    ' ',
  )

/** The same lines with 33 columns more that nobody reads. */
function* wide(rows: Iterable<CellValue[]>): Generator<CellValue[]> {
  let at = 0
  for (const row of rows) {
    at += 1
    if (at < headRows) yield row
    else if (at === headRows) yield [...row, ...more]
    else yield [...row, ...beside(at, String(row[0]))]
  }
}

const beside = (at: number, day: string): CellValue[] => [
  '01.01 东桥南溟精密机械有限公司', '主账簿', day, '已审核', '1', null, `客户${at % 3000}`, null, 'D01 综合管理部', null,
  `P${at % 400}`, null, null, null, null, null, null, null, null, null, String(at % 5), '总账', `SO${at % 1_000_000}`,
  '何俊杰', `${day} 10:11:12`, '郑一鸣', `${day} 18:00:00`, '总账凭证审批流程', '东桥控股集团', '01主账簿', '自然月', '1',
  '系统自动生成，未经修改',
] // prettier-ignore
