import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ledger } from '#contract/ledger.ts'
import { job } from '#contract/system.ts'
import { testServer } from '#server/kernel/testing.ts'
import { loadLedger } from './load.ts'
import { projectOf, startImport } from './testing-import.ts'
import { longLedger } from './testing-ledger.ts'

const vouchers = process.env['DIGAO_LONG'] === '1' ? 200_000 : 10_000

test('a long CSV journal is imported line by line while people go on working, in bounded memory', async () => {
  const server = await testServer()
  const zxs = await server.as('zxs', '张审计')
  const projectId = await projectOf(zxs)
  const long = longLedger(vouchers)
  const before = process.memoryUsage().rss
  let most = before
  let slowest = 0
  const steps = new Set<string>()
  const { jobId, datasetId } = await startImport(server, zxs, projectId, long.files)
  for (;;) {
    const asked = performance.now()
    const now = await zxs(job.detail, { id: jobId })
    slowest = Math.max(slowest, performance.now() - asked)
    most = Math.max(most, process.memoryUsage().rss)
    steps.add(now.step)
    if (now.state !== 'queued' && now.state !== 'running') break
    // nobody sees a line before all of them are there
    const seen = await zxs(ledger.lines, { datasetId, account_equal: '1002' }).catch((error: unknown) => error)
    expect(seen).toMatchObject(seen instanceof Error ? { code: 404 } : { total: vouchers })
    await sleep(50)
  }
  const [dataset] = await zxs(ledger.datasets, { projectId })
  expect(dataset).toMatchObject({
    state: 'active',
    summary: { lines: long.lines, debit: long.total, credit: long.total },
  })
  expect(steps.size).toBeGreaterThan(1)
  // the thread that reads leaves the one that answers alone; a blocked one would not answer for as long as reading takes
  expect(slowest).toBeLessThan(5_000)
  expect(most - before).toBeLessThan(600 * 1024 ** 2)
  const last = await zxs(ledger.lines, { datasetId, size: 10, current: Math.ceil(long.lines / 10) })
  expect(last.records.at(-1)?.ordinal).toBe(long.lines - 1)
  const loaded = await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, (db) =>
    loadLedger(db, datasetId),
  )
  expect(loaded.journal.size).toBe(long.lines)
  expect(loaded.journal.summary[2 * vouchers - 1]).toBe(`销售第${vouchers - 1}笔`)
})
