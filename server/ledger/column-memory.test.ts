import { beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { ledger } from '#contract/ledger.ts'
import { ledgerVersion } from '#contract/ledger-version.ts'
import { project } from '#contract/project.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { handOver, importFiles, projectOf } from './testing-import.ts'
import { longLedger } from './testing-ledger.ts'

let server: TestServer
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
})

/** A ledger whose journal has its amounts twice under one name; nobody but a person knows which pair is yuan. */
function doubledLedger(seed: bigint, vouchers = 3) {
  const [balance, journal] = longLedger(vouchers, '2025', seed).files
  if (!balance || !journal) throw new Error('no files')
  const content = String(journal.content)
    .split('\n')
    .map((row, at) => `${row},${at === 0 ? '借方金额,贷方金额' : '1.01,2.02'}`)
    .join('\n')
  return [balance, { ...journal, content }] as const
}
const yuanFirst = {
  借方金额: 'debit', 贷方金额: 'credit', '借方金额#2': 'original', '贷方金额#2': 'original',
} as const // prettier-ignore
const layoutOf = async (datasetId: string) => (await zxs(ledger.files, { datasetId }))[1]?.sheets[0]?.signature ?? ''

test('an answer about a column is remembered for the client: the next file of that layout is not asked about', async () => {
  const projectId = await projectOf(zxs)
  const asked = await importFiles(server, zxs, projectId, doubledLedger(1n))
  expect(asked.job.state).toBe('failed')
  const layout = await layoutOf(asked.datasetId)
  const first = await zxs(ledger.import, { projectId, fileIds: asked.fileIds, answers: { [layout]: yuanFirst } })
  expect((await zxs.done(first.jobId)).state).toBe('succeeded')
  const rolesOf = async (datasetId: string) =>
    (await zxs(ledger.files, { datasetId }))[1]?.sheets[0]?.columns
      .filter(({ answered }) => answered !== '')
      .map(({ signature, role, answered }) => [signature, role, answered])
  expect(await rolesOf(first.datasetId)).toEqual(Object.entries(yuanFirst).map(([at, role]) => [at, role, 'now']))
  const next = await importFiles(server, zxs, projectId, doubledLedger(2n, 4))
  expect(next.job.state).toBe('succeeded')
  expect(await rolesOf(next.datasetId)).toEqual(Object.entries(yuanFirst).map(([at, role]) => [at, role, 'remembered']))
  const memory = await zxs(ledgerVersion.memory, { projectId })
  expect(Object.fromEntries(memory.map(({ column, role }) => [column, role]))).toEqual(yuanFirst)
  expect(memory[0]).toMatchObject({ layout, updateUserName: '张审计' })
})

test('a column that was taken wrongly is said otherwise and read again, also from files that count already', async () => {
  const projectId = await projectOf(zxs)
  const done = await importFiles(server, zxs, projectId, longLedger(3).files)
  expect(done.dataset.state).toBe('active')
  await expect(zxs(ledger.import, { projectId, fileIds: done.fileIds })).rejects.toMatchObject({
    message: expect.stringContaining('无需重复导入'),
  })
  const layout = await layoutOf(done.datasetId)
  const again = await zxs(ledger.import, { projectId, fileIds: done.fileIds, answers: { [layout]: { 摘要: 'other' } } })
  expect((await zxs.done(again.jobId)).state).toBe('succeeded')
  const { records } = await zxs(ledger.lines, { datasetId: again.datasetId, size: 1 })
  expect(records[0]?.summary).toBe('')
})

test('an answer that was taken back is asked for again; nobody else reaches a client’s memory', async () => {
  const projectId = await projectOf(zxs)
  const asked = await importFiles(server, zxs, projectId, doubledLedger(1n))
  const layout = await layoutOf(asked.datasetId)
  const { jobId } = await zxs(ledger.import, { projectId, fileIds: asked.fileIds, answers: { [layout]: yuanFirst } })
  await zxs.done(jobId)
  const stranger = await server.as('administrator', '外人', await server.tenant())
  const li = await server.as('zxs', '李')
  for (const other of [stranger, li]) {
    await expect(other(ledgerVersion.memory, { projectId })).rejects.toMatchObject({ code: 404 })
    await expect(other(ledgerVersion.forget, { projectId, layout, column: '借方金额#2' })).rejects.toMatchObject({
      code: 404,
    })
  }
  const forget = () => zxs(ledgerVersion.forget, { projectId, layout, column: '借方金额#2' })
  const twice = await Promise.allSettled([forget(), forget()])
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { enterpriseId } = await zxs(project.detail, { id: projectId })
  const admin = await server.as('admin')
  const { records } = await admin(audit.list, { bizId_equal: enterpriseId, action_equal: 'ledger.forgetColumn' })
  expect(records).toMatchObject([{ before: { layout, column: '借方金额#2', role: 'original' } }])
  // the rest is still known: only this column is open again
  const files = doubledLedger(3n, 5)
  const fileIds = await Promise.all(files.map((file) => handOver(server, zxs, projectId, file)))
  const next = await zxs(ledger.import, { projectId, fileIds })
  await zxs.done(next.jobId)
  const memory = await zxs(ledgerVersion.memory, { projectId })
  expect(memory).toHaveLength(3)
})
