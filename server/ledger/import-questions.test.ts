import { beforeAll, expect, test } from 'vitest'

import { ledger } from '#contract/ledger.ts'
import { ledgerVersion } from '#contract/ledger-version.ts'
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

/** A month's table without title, period or month in its name; nothing but a person tells which month it is. */
const monthTable = (opening: string, moved: string, closing: string) =>
  `科目编码,科目名称,期初余额,本期借方,本期贷方,期末余额\n1002,银行存款,${opening},${moved},0.00,${closing}\n3001,实收资本,-${opening},0.00,${moved},-${closing}\n`

test('monthly tables that name no time are asked about; the answers make the year and are remembered for files of these names', async () => {
  const projectId = await projectOf(zxs)
  const tables = [
    { name: '余额甲.csv', content: monthTable('100.00', '50.00', '150.00') },
    { name: '余额乙.csv', content: monthTable('150.00', '25.00', '175.00') },
  ]
  const asked = await importFiles(server, zxs, projectId, tables)
  expect(asked.job.error).toContain('请指明它是哪个月或哪一年的')
  const shown = await zxs(ledger.files, { datasetId: asked.datasetId })
  const open = shown.flatMap(({ sheets }) => sheets.flatMap(({ asks }) => asks))
  expect(open.map(({ about, signature, candidates }) => [about, signature, candidates.length])).toEqual([
    ['period', '@period 余额甲.csv', 14],
    ['period', '@period 余额乙.csv', 14],
  ])
  const layout = shown[0]?.sheets[0]?.signature ?? ''
  const wrong = { [layout]: { '@period 余额甲.csv': 'debit' } } as const
  await expect(zxs(ledger.import, { projectId, fileIds: asked.fileIds, answers: wrong })).rejects.toMatchObject({
    message: expect.stringContaining('@period 余额甲.csv'),
  })
  const answers = { [layout]: { '@period 余额甲.csv': 'month_02', '@period 余额乙.csv': 'month_03' } } as const
  const { jobId, datasetId } = await zxs(ledger.import, { projectId, fileIds: asked.fileIds, answers })
  expect((await zxs.done(jobId)).state).toBe('succeeded')
  const { records } = await zxs(ledger.accounts, { datasetId })
  expect(records.map(({ code, opening, debit, closing }) => [code, opening, debit, closing])).toEqual([
    ['1002', '100.00', '75.00', '175.00'],
    ['3001', '-100.00', '0.00', '-175.00'],
  ])
  // the same names again: nothing is asked
  const next = await importFiles(server, zxs, projectId, tables.map(({ name, content }) => ({ name, content: content.replaceAll('50.00', '60.00') }))) // prettier-ignore
  expect(next.job.error).not.toContain('请指明')
  expect((await zxs(ledger.files, { datasetId: next.datasetId }))[0]?.sheets[0]?.said).toMatchObject([
    { about: 'period', answer: 'month_02', answered: 'remembered' },
  ])
  const memory = await zxs(ledgerVersion.memory, { projectId })
  expect(new Set(memory.map(({ about, name, role }) => `${about} ${name} ${role}`))).toEqual(
    new Set(['period 余额甲.csv month_02', 'period 余额乙.csv month_03']),
  )
})

test('units that contradict each other are asked about, and the answer counts', async () => {
  const projectId = await projectOf(zxs)
  const titled = `科目余额表,,单位：万元,\n（单位：元）2025年1月-12月\n${String(balance.content)}`
  const asked = await importFiles(server, zxs, projectId, [{ ...balance, content: titled }, journal])
  expect(asked.job.error).toContain('互相矛盾的金额单位')
  const [sheet] = (await zxs(ledger.files, { datasetId: asked.datasetId }))[0]?.sheets ?? []
  expect(sheet?.asks.map(({ about, samples, candidates }) => [about, samples, candidates.map(({ answer }) => answer).slice(0, 2)])).toEqual([
    ['unit', ['单位:万元', '(单位:元)2025年1月-12月'], ['unit_10000', 'unit_1']],
  ]) // prettier-ignore
  const answers = { [sheet?.signature ?? '']: { '@unit': 'unit_1' } } as const
  const { jobId, datasetId } = await zxs(ledger.import, { projectId, fileIds: asked.fileIds, answers })
  expect((await zxs.done(jobId)).state).toBe('succeeded')
  const [dataset] = await zxs(ledger.datasets, { projectId })
  expect(dataset).toMatchObject({ id: datasetId, state: 'active' })
})

test('a journal whose dates have no year is asked which year it is of', async () => {
  const projectId = await projectOf(zxs)
  const undated = String(journal.content).replaceAll('2025-', '')
  const asked = await importFiles(server, zxs, projectId, [balance, { name: '序时账.csv', content: undated }])
  expect(asked.job.error).toContain('没有年份')
  const [sheet] = (await zxs(ledger.files, { datasetId: asked.datasetId }))[1]?.sheets ?? []
  const [question] = sheet?.asks ?? []
  expect(question?.candidates.map(({ answer }) => answer)).toEqual(['this_year', 'last_year'])
  const answers = { [sheet?.signature ?? '']: { [question?.signature ?? '']: 'this_year' as const } }
  const { jobId, datasetId } = await zxs(ledger.import, { projectId, fileIds: asked.fileIds, answers })
  expect((await zxs.done(jobId)).state).toBe('succeeded')
  const { records } = await zxs(ledger.lines, { datasetId, size: 1 })
  expect(records[0]?.date).toMatch(/^2025-/)
})

test('what a sheet was taken for is said otherwise: a table that is none is left out when read again', async () => {
  const projectId = await projectOf(zxs)
  const stray = '科目编码,科目名称,借方金额,负责人\n1002,银行存款,1.00,甲\n1122,应收账款,2.00,乙\n'
  const files = [balance, journal, { name: '往来清单.csv', content: stray }]
  const asked = await importFiles(server, zxs, projectId, files)
  const shown = await zxs(ledger.files, { datasetId: asked.datasetId })
  const last = shown[2]?.sheets[0]
  const answers = { [last?.signature ?? '']: { '@kind': 'is_none' } } as const
  const { jobId, datasetId } = await zxs(ledger.import, { projectId, fileIds: asked.fileIds, answers })
  expect((await zxs.done(jobId)).state).toBe('succeeded')
  const again = (await zxs(ledger.files, { datasetId }))[2]?.sheets[0]
  expect(again).toMatchObject({ used: false, said: [{ about: 'kind', answer: 'is_none', answered: 'now' }] })
  expect(again?.evidence.map(({ text }) => text)).toContainEqual(expect.stringContaining('不是账表'))
})
