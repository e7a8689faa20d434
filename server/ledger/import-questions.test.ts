import { beforeAll, expect, test } from 'vitest'

import { ledger } from '#contract/ledger.ts'
import { job } from '#contract/system.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'

import { loadLedger } from './load.ts'
import { zipOf } from './read/testing-files.ts'
import { importFiles, projectOf } from './testing-import.ts'
import { longLedger } from './testing-ledger.ts'

let server: TestServer
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
})

const { files } = longLedger(3)
const balance = files[0]
const journal = files[1]
if (!balance || !journal) throw new Error('no files')
/** The journal with its amounts twice under one name; the second pair is in dollars. */
const doubled = String(journal.content)
  .split('\n')
  .map((row, at) => `${row},${at === 0 ? '借方金额,贷方金额' : '1.01,2.02'}`)
  .join('\n')

test('a journal with a column nobody can decide is refused with its question, and imported when it is answered', async () => {
  const projectId = await projectOf(zxs)
  const asked = await importFiles(server, zxs, projectId, [balance, { name: '序时账2025.csv', content: doubled }])
  expect(asked.job).toMatchObject({ state: 'failed' })
  expect(asked.job.error).toContain('请指明这些列是什么')
  const shown = await zxs(ledger.files, { datasetId: asked.datasetId })
  const [sheet] = shown[1]?.sheets ?? []
  expect(
    sheet?.questions.map(({ header, signature, candidates }) => [header, signature, candidates[0]?.roleName]),
  ).toEqual([
    ['借方金额', '借方金额', '借方发生额'],
    ['贷方金额', '贷方金额', '贷方发生额'],
    ['借方金额', '借方金额#2', '借方发生额'],
    ['贷方金额', '贷方金额#2', '贷方发生额'],
  ])
  expect(sheet?.questions[2]?.samples).toEqual(['1.01'])
  const answers = {
    [sheet?.signature ?? '']: {
      借方金额: 'debit',
      贷方金额: 'credit',
      '借方金额#2': 'original',
      '贷方金额#2': 'original',
    },
  } as const
  const { jobId, datasetId } = await zxs(ledger.import, { projectId, fileIds: asked.fileIds, answers })
  const { state } = await zxs.done(jobId)
  expect(state).toBe('succeeded')
  expect(await zxs(job.detail, { id: jobId })).toMatchObject({ state: 'succeeded' })
  const [dataset] = await zxs(ledger.datasets, { projectId })
  expect(dataset).toMatchObject({ id: datasetId, state: 'active', summary: { lines: 10 } })
})

test('an archive of all the client’s files is one upload, its register and return in the ledger', async () => {
  const projectId = await projectOf(zxs)
  const register = '卡片编号,资产名称,原值,累计折旧,净值\nF1,车床,100.00,40.00,60.00\n'
  const filed =
    'A105060 广告费,,\n税款所属期间：2024年01月01日至2024年12月31日,,\n行次,项目,广告费,佣金\n13,累计结转以后年度扣除额,88.88,0\n'
  const archive = zipOf([
    { name: '账/余额表2025.csv', content: String(balance.content) },
    { name: '账/序时账2025.csv', content: String(journal.content) },
    { name: '固定资产台账.csv', content: register },
    { name: 'A105060.csv', content: filed },
  ])
  const { job: ended, datasetId } = await importFiles(server, zxs, projectId, [{ name: '账套.zip', content: archive }])
  expect(ended).toMatchObject({ state: 'succeeded' })
  const loaded = await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, (db) =>
    loadLedger(db, datasetId),
  )
  expect(loaded.assets).toMatchObject([{ code: 'F1', cost: 10_000n, accumulated: 4000n, net: 6000n, months: null }])
  expect(loaded.priorReturn).toMatchObject([
    { cell: 'A105060.13.1', amount: 8888n },
    { cell: 'A105060.13.2', amount: 0n },
  ])
  const [file] = await zxs(ledger.files, { datasetId })
  expect(file).toMatchObject({ container: 'zip' })
  expect(file?.sheets.map(({ name, kind }) => [name, kind])).toEqual([
    ['账/余额表2025.csv', 'trial_balance'],
    ['账/序时账2025.csv', 'journal'],
    ['固定资产台账.csv', 'asset_register'],
    ['A105060.csv', 'tax_return'],
  ])
})
