import { beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { ledger } from '#contract/ledger.ts'
import { fileMapping, ledgerVersion } from '#contract/ledger-version.ts'
import { project } from '#contract/project.ts'
import { yuan } from '#engine/money.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { type Handed, importFiles, projectOf } from './testing-import.ts'
import { longLedger } from './testing-ledger.ts'

let server: TestServer
let zxs: Caller
let projectId: string
let first: string
let second: string

const books = longLedger(12, '2025')
/** The same books, with the first voucher a fen higher, the third gone, and one more at the end of the year. */
function changedBooks(): Handed[] {
  const [balance, journal] = books.files
  if (!balance || !journal) throw new Error('no files')
  const rows = String(journal.content).split('\n')
  const third = rows[5]?.split(',')[1] ?? ''
  const day = rows[5]?.split(',')[0] ?? ''
  const kept = rows.filter((row) => !row.startsWith(`${day},${third},`))
  const changed = kept.map((row, at) => (at === 1 || at === 2 ? row.replace('0.01', '0.02') : row))
  const added = ['2025-12-31,记-9,补记,1002,银行存款,5.00,', '2025-12-31,记-9,补记,6001,主营业务收入,,5.00']
  const table = String(balance.content).replace('6001,主营业务收入', '6001,主营业务收入（改名）')
  return [
    { name: balance.name, content: table },
    { name: '序时账2025新.csv', content: [...changed, ...added].join('\n') },
  ]
}

beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await projectOf(zxs)
  const one = await importFiles(server, zxs, projectId, books.files)
  first = one.datasetId
  const two = await importFiles(server, zxs, projectId, changedBooks())
  second = two.datasetId
})

const pair = () => ({ datasetId: second, againstId: first })
const rows = async (kind: 'file' | 'account' | 'voucher' | 'statement') =>
  (await zxs(ledgerVersion.diffRows, { ...pair(), kind, size: 100 })).records

test('two versions are compared once, by whoever asks first, and show what differs by kind with sums', async () => {
  expect(await zxs(ledgerVersion.diff, pair())).toMatchObject({ ready: false, parts: [] })
  const [one, other] = await Promise.all([zxs(ledgerVersion.compare, pair()), zxs(ledgerVersion.compare, pair())])
  expect(one.jobId).toBe(other.jobId)
  expect((await zxs.done(one.jobId)).state).toBe('succeeded')
  expect(await zxs(ledgerVersion.compare, pair())).toEqual({ jobId: '' })
  const { ready, parts } = await zxs(ledgerVersion.diff, pair())
  expect(ready).toBe(true)
  const part = (kind: string) => parts.find((row) => row.kind === kind)
  expect(part('file')).toMatchObject({ added: 1, removed: 1, changed: 1 })
  expect(part('account')).toMatchObject({ added: 0, removed: 0, changed: 1 })
  expect(part('voucher')).toMatchObject({ added: 1, removed: 1, changed: 1 })
  // the third sale is (2 × 7919) mod 1,000,000 + 1 fen; the first 1 fen became 2
  expect(part('voucher')).toMatchObject({ before: yuan(15_839n + 1n), after: yuan(500n + 2n) })
})

test('each difference says what was and what is, down to the line of the voucher', async () => {
  const changed = (await rows('voucher')).find(({ change }) => change === 'changed')
  expect(changed?.figures).toEqual([
    { field: '借方', before: '0.01', after: '0.02' },
    { field: '分录1', before: '1002 借0.01 销售第0笔', after: '1002 借0.02 销售第0笔' },
    { field: '分录2', before: '6001 贷0.01 销售第0笔', after: '6001 贷0.02 销售第0笔' },
  ])
  expect((await rows('account')).map(({ key, figures }) => [key, figures])).toEqual([
    ['6001', [{ field: '名称', before: '主营业务收入', after: '主营业务收入（改名）' }]],
  ])
  const gone = await zxs(ledgerVersion.diffRows, { ...pair(), kind: 'voucher', change_equal: 'removed', size: 1 })
  expect(gone).toMatchObject({ total: 1, records: [{ change: 'removed', name: '销售第2笔' }] })
  expect(gone.records[0]?.figures.find(({ field }) => field === '借方')).toEqual({
    field: '借方',
    before: '158.39',
    after: null,
  })
})

test('versions of different projects, one version with itself, and versions out of reach are not compared', async () => {
  const elsewhere = await projectOf(zxs)
  const { datasetId } = await importFiles(server, zxs, elsewhere, longLedger(2).files)
  await expect(zxs(ledgerVersion.compare, { datasetId, againstId: first })).rejects.toMatchObject({
    message: '只能比较同一项目的两个版本',
  })
  await expect(zxs(ledgerVersion.compare, { datasetId, againstId: datasetId })).rejects.toMatchObject({ code: 400 })
  const stranger = await server.as('administrator', '外人', await server.tenant())
  const li = await server.as('zxs', '李')
  for (const other of [stranger, li]) {
    await expect(other(ledgerVersion.compare, pair())).rejects.toMatchObject({ code: 404 })
    await expect(other(ledgerVersion.diff, pair())).rejects.toMatchObject({ code: 404 })
    await expect(other(ledgerVersion.diffRows, { ...pair(), kind: 'voucher' })).rejects.toMatchObject({ code: 404 })
    await expect(other(ledgerVersion.impact, { datasetId: second })).rejects.toMatchObject({ code: 404 })
    await expect(other(fileMapping.show, { projectId })).rejects.toMatchObject({ code: 404 })
  }
})

test('putting a version to use over another one’s head is refused; back to an earlier one only with a reason', async () => {
  const seen = await zxs(ledgerVersion.impact, { datasetId: second })
  expect(seen).toMatchObject({ currentVersion: 1, currentId: first, rollback: false, cells: 0, newAccounts: 4 })
  const use = (datasetId: string, instead: string, reason = '已核实') =>
    zxs(ledger.activate, { datasetId, instead, reason })
  await expect(use(second, '')).rejects.toMatchObject({ message: expect.stringContaining('已被他人更换') })
  const both = await Promise.allSettled([use(second, first), use(second, first)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await zxs(ledgerVersion.impact, { datasetId: first })).toMatchObject({ rollback: true, currentVersion: 2 })
  await expect(use(first, second, '')).rejects.toMatchObject({
    message: expect.stringContaining('恢复旧版前请填写理由'),
  })
  expect(await use(first, second, '客户撤回了新账')).toMatchObject({ state: 'active', version: 1 })
  const states = (await zxs(ledger.datasets, { projectId })).map(({ version, state }) => [version, state])
  expect(states).toEqual([
    [2, 'superseded'],
    [1, 'active'],
  ])
  const admin = await server.as('admin')
  const { records } = await admin(audit.list, { bizId_equal: first, action_equal: 'ledger.activate', descs: 'seq' })
  expect(records[0]).toMatchObject({ after: { rollback: true, reason: '客户撤回了新账' } })
})

test('the mapping says which file feeds what, which months are missing and which file gives nothing', async () => {
  const target = await projectOf(zxs)
  const { files } = longLedger(12, '2025')
  const [balance, journal] = files
  if (!balance || !journal) throw new Error('no files')
  const lines = String(journal.content).split('\n')
  const [head = ''] = lines
  const half = (from: number, to: number) =>
    [head, ...lines.slice(1).filter((row) => Number(row.slice(5, 7)) >= from && Number(row.slice(5, 7)) <= to)].join(
      '\n',
    )
  const handed = [
    balance,
    { name: '上半年.csv', content: half(1, 6) },
    { name: '下半年缺八月.csv', content: `${half(7, 7)}\n${half(9, 12).split('\n').slice(1).join('\n')}` },
  ]
  const empty = await zxs(fileMapping.show, { projectId: target })
  expect(empty).toEqual({
    version: 0,
    datasetId: '',
    generated: false,
    files: [],
    coverage: [],
    missing: [],
    overlaps: [],
  })
  const { datasetId } = await importFiles(server, zxs, target, handed)
  const [made] = await zxs(ledger.datasets, { projectId: target })
  if (made?.state === 'verified') await zxs(ledger.activate, { datasetId, reason: '缺八月，已催客户' })
  const shown = await zxs(fileMapping.show, { projectId: target })
  expect(shown.missing).toEqual(['08'])
  expect(shown.overlaps).toEqual([])
  expect(shown.coverage.map(({ file, months }) => [file, months.length])).toEqual([
    ['上半年.csv', 6],
    ['下半年缺八月.csv', 5],
  ])
  expect(shown.coverage[0]?.months[0]).toEqual({ period: '01', lines: 2, debit: '0.01', credit: '0.01' })
  expect(shown.files.map(({ name }) => name).toSorted()).toEqual(handed.map(({ name }) => name).toSorted())
  expect(shown.files.every(({ inUse, feedsNothing }) => inUse && !feedsNothing)).toBe(true)
  const table = shown.files.find(({ name }) => name === balance.name)?.sheets[0]
  expect(table).toMatchObject({ kind: 'trial_balance', used: true, says: '科目余额：期初、发生额、期末', rows: 5 })
})

test('copying a ledger to another project of the client reads it there as a version of its own, once', async () => {
  const { enterpriseId, workpaperTemplateId } = await zxs(project.detail, { id: projectId })
  const draft = { enterpriseId, projectName: '同年专项', year: '2025', category: 1, workpaperTemplateId }
  const { id: target } = await zxs(project.save, draft)
  const copy = (to: string) =>
    zxs(project.copyFinancialInfo, { sourceProjectId: projectId, targetProjectId: to, enterpriseId })
  const [one, other] = await Promise.all([copy(target), copy(target)])
  const started = [one, other].filter(({ jobId }) => jobId !== '')
  expect(started).toHaveLength(1)
  expect((await zxs.done(started[0]?.jobId ?? '')).state).toBe('succeeded')
  const [made, ...more] = await zxs(ledger.datasets, { projectId: target })
  expect(more).toEqual([])
  const source = (await zxs(ledger.datasets, { projectId })).find(({ state }) => state === 'active')
  expect(made).toMatchObject({ state: 'active', summary: source?.summary })
  expect(await copy(target)).toMatchObject({ copied: 0, jobId: '', says: expect.stringContaining('没有重复生成') })
  const { id: later } = await zxs(project.save, { ...draft, projectName: '次年', year: '2026' })
  expect(await copy(later)).toMatchObject({ jobId: '', says: expect.stringContaining('年度不同') })
  expect(await zxs(ledger.datasets, { projectId: later })).toEqual([])
})
