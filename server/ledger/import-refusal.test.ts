import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type TextKey, texts } from '#contract/errors.ts'
import { ledger } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { job } from '#contract/system.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { importWork } from './import-job.ts'
import { sheetOf, workbookParts, zipOf } from './read/testing-files.ts'
import {
  fixtureFiles,
  fixtureSets,
  type Handed,
  handOver,
  importFiles,
  projectOf,
  startImport,
} from './testing-import.ts'
import { countRows, longLedger } from './testing-ledger.ts'

let server: TestServer
let zxs: Caller
let projectId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
})
beforeEach(async () => {
  projectId = await projectOf(zxs)
})

const u8 = fixtureFiles('yonyou-u8')
const u8Without = (part: string) => u8.filter(({ name }) => !name.includes(part))
const odd = join(fixtureSets, '../odd')
const balance = u8.find(({ name }) => name === '发生额及余额表.xlsx')?.content ?? ''
const sheetBomb = () =>
  zipOf(
    workbookParts('').map((part) =>
      part.name.includes('sheet1') ? { name: part.name, content: Buffer.alloc(200 * 1024 ** 2) } : part,
    ),
  )
const dateless = [
  ['序时账'],
  ['日期', '凭证号', '摘要', '科目编码', '科目名称', '借方金额', '贷方金额'],
  ...Array.from({ length: 8 }, (_, at) => [
    '01-05',
    `记-${1 + (at >> 1)}`,
    '收款',
    at % 2 ? '6001' : '1002',
    '某科目',
    at % 2 ? null : 100,
    at % 2 ? 100 : null,
  ]),
]
const tableOf = (year: string): Handed => ({ name: `余额表${year}.csv`, content: longLedger(2, year).balance })

const bad: [string, TextKey, Handed[]][] = [
  [
    'an encrypted workbook',
    'fileEncrypted',
    [...u8, { name: '加密.xls', content: readFileSync(join(odd, 'sheetjs-password_2002_128_enhanced.xls')) }],
  ],
  [
    'a file that was cut off',
    'fileTruncated',
    [...u8Without('发生额及余额表.xlsx'), { name: '截断.xlsx', content: balance.slice(0, balance.length / 2) }],
  ],
  [
    'a photo named .xlsx',
    'filePicture',
    [{ name: '照片.xlsx', content: Buffer.from('ffd8ffe000104a46494600010101', 'hex') }],
  ],
  ['an empty sheet', 'fileNoTable', [...u8, { name: '空.xlsx', content: zipOf(workbookParts(sheetOf([]))) }]],
  [
    'a journal without a year',
    'journalWithoutYear',
    [tableOf('2025'), { name: '序时账.xlsx', content: zipOf(workbookParts(sheetOf(dateless))) }],
  ],
  ['a zip bomb', 'fileBomb', [{ name: '炸弹.xlsx', content: sheetBomb() }]],
  ['a trial balance of another year', 'otherYear', [tableOf('2022')]],
  ['no trial balance at all', 'importNoTrialBalance', u8Without('余额表')],
]
test.each(bad)('%s is refused with what to do, and the project is as it was', async (_, key, files) => {
  const before = await zxs(project.detail, { id: projectId })
  const { job, dataset, datasetId } = await importFiles(server, zxs, projectId, files)
  expect(job.state).toBe('failed')
  const opening = texts[key].zh.split('{')[0]
  expect(job.error).toContain(opening)
  expect(job.error).not.toMatch(/\{\w+\}/)
  expect(dataset.state).toBe('failed')
  expect(await countRows(server, zxs, datasetId)).toBe(0)
  expect(await zxs(project.detail, { id: projectId })).toEqual(before)
  for (const attempt of [
    () => zxs(ledger.accounts, { datasetId }),
    () => zxs(ledger.lines, { datasetId }),
    () => zxs(ledger.report, { datasetId }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 404 })
  }
  await expect(zxs(ledger.activate, { datasetId })).rejects.toMatchObject({ code: 400 })
})

test('after a refusal the good files import as the next version, and the failed one can be thrown away', async () => {
  const failed = await importFiles(server, zxs, projectId, [
    { name: '照片.xlsx', content: Buffer.from('ffd8ffe000104a464946', 'hex') },
  ])
  const { dataset } = await importFiles(server, zxs, projectId, u8)
  expect(dataset).toMatchObject({ version: 2, state: 'active' })
  await zxs(ledger.discard, { datasetId: failed.datasetId })
  await zxs(ledger.removeFile, { projectId, fileId: failed.fileIds[0] ?? '' })
  expect((await zxs(ledger.datasets, { projectId })).map(({ version }) => version)).toEqual([2])
  expect(await zxs(project.files, { projectId })).toHaveLength(u8.length)
})

test('the same content twice is one file; the second is refused with the name of the first', async () => {
  const [first] = u8
  if (!first) throw new Error('no fixture')
  await handOver(server, zxs, projectId, first)
  await expect(handOver(server, zxs, projectId, { ...first, name: '另一个名字.xlsx' })).rejects.toMatchObject({
    key: 'fileDuplicate',
    params: { file: '另一个名字.xlsx', earlier: first.name },
  })
  expect(await zxs(project.files, { projectId })).toMatchObject([
    { name: first.name, datasetId: '', createUserName: '张审计' },
  ])
  // another project may hold it too
  await handOver(server, zxs, await projectOf(zxs), first)
})

test('the files that already count are not imported again', async () => {
  const { fileIds } = await importFiles(server, zxs, projectId, u8)
  await expect(zxs(ledger.import, { projectId, fileIds })).rejects.toMatchObject({
    code: 400,
    message: '所选文件与当前使用的第1版账套完全相同，无需重复导入',
  })
  expect(await zxs(ledger.datasets, { projectId })).toHaveLength(1)
  expect((await zxs(project.files, { projectId }))[0]?.datasetId).not.toBe('')
  await expect(zxs(ledger.removeFile, { projectId, fileId: fileIds[0] ?? '' })).rejects.toMatchObject({ code: 400 })
})

test('two people who import at once get a version each, unmixed, and one of them counts', async () => {
  const admin = await server.as('admin', '王管理')
  const one = longLedger(3000)
  const other = longLedger(2000, '2025', 7n)
  const [first, second] = await Promise.all([
    startImport(server, zxs, projectId, one.files),
    startImport(server, admin, projectId, other.files),
  ])
  const jobs = await Promise.all([zxs.done(first.jobId), admin.done(second.jobId)])
  expect(jobs.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
  const datasets = await zxs(ledger.datasets, { projectId })
  expect(datasets.map(({ version }) => version)).toEqual([2, 1])
  expect(datasets.map(({ state }) => state).toSorted()).toEqual(['active', 'verified'])
  for (const [id, made] of [
    [first.datasetId, one],
    [second.datasetId, other],
  ] as const) {
    const dataset = datasets.find((dataset) => dataset.id === id)
    expect(dataset?.summary).toMatchObject({ lines: made.lines, debit: made.total, credit: made.total })
    expect((await zxs(ledger.lines, { datasetId: id, size: 1 })).total).toBe(made.lines)
  }
  const waiting = datasets.find(({ state }) => state === 'verified')?.id ?? ''
  // whichever was read later waits, be it the older version, which is opened with a reason only
  await zxs(ledger.activate, { datasetId: waiting, reason: '核对后换用' })
  const after = await zxs(ledger.datasets, { projectId })
  expect(after.find(({ id }) => id === waiting)?.state).toBe('active')
  expect(after.find(({ id }) => id !== waiting)?.state).toBe('superseded')
  await expect(zxs(ledger.discard, { datasetId: waiting })).rejects.toMatchObject({
    message: '当前使用的账套不能丢弃，请先启用其他版本',
  })
  await expect(zxs(ledger.activate, { datasetId: waiting })).rejects.toMatchObject({
    message: '该版本已经是当前使用的账套',
  })
})

test('an import that is cancelled in the middle leaves nothing, and the next one works', async () => {
  const long = longLedger(30_000)
  const { jobId, datasetId, fileIds } = await startImport(server, zxs, projectId, long.files)
  for (;;) {
    if ((await countRows(server, zxs, datasetId)) > 0) break
    expect((await zxs(job.detail, { id: jobId })).state).toMatch(/queued|running/)
  }
  await expect(zxs(ledger.discard, { datasetId })).rejects.toMatchObject({ message: '该版本正在导入，请先取消任务' })
  await expect(zxs(ledger.lines, { datasetId })).rejects.toMatchObject({ code: 404 })
  await zxs(job.cancel, { id: jobId })
  expect((await zxs.done(jobId)).state).toBe('cancelled')
  const [dataset] = await zxs(ledger.datasets, { projectId })
  expect(dataset?.state).toBe('failed')
  expect(await countRows(server, zxs, datasetId)).toBe(0)
  expect((await zxs(project.detail, { id: projectId })).stage).toBe('empty')
  const again = await zxs(ledger.import, { projectId, fileIds })
  expect((await zxs.done(again.jobId)).state).toBe('succeeded')
  expect(await countRows(server, zxs, datasetId)).toBe(0)
}, 120_000)

test('a thread that needs too much memory ends with what to do, and leaves nothing', async () => {
  const { jobs, database } = server.kernel
  jobs.register('test.small-import', importWork(16))
  const long = longLedger(5_000)
  const actor = { tenantId: zxs.tenantId, userId: zxs.userId }
  const fileIds: string[] = []
  for (const file of long.files) fileIds.push(await handOver(server, zxs, projectId, file))
  const { datasetId, jobId } = await database.inTenant(actor, async (db) => {
    const dataset = await db
      .insertInto('dataset')
      .values({ project_id: projectId, version: 1, year: 2025 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const files = await db.selectFrom('file').select(['id', 'name', 'sha256']).where('id', 'in', fileIds).execute()
    const rows = files.map(({ id, name, sha256 }, at) => ({
      dataset_id: dataset.id,
      file_no: at,
      file_id: id,
      name,
      sha256,
    }))
    await db.insertInto('dataset_file').values(rows).execute()
    const about = { type: 'test.small-import', title: '', bizType: '', bizId: '', input: { datasetId: dataset.id } }
    return { datasetId: dataset.id, jobId: await jobs.start(db, actor, about) }
  })
  const ended = await zxs.done(jobId)
  expect(ended).toMatchObject({ state: 'failed' })
  expect(ended.error).toContain('内存上限（16 MB）')
  expect(await countRows(server, zxs, datasetId)).toBe(0)
})

/** A job's process that has not been heard of for an hour. */
const HOUR_AGO = new Date(Date.now() - 3_600_000)
const DEAD = { runner: '00000000-0000-7000-8000-000000000000', start_time: HOUR_AGO, beat_time: HOUR_AGO }

test('an import whose process was killed is put right by the next one that lives', async () => {
  const { database } = server.kernel
  const actor = { tenantId: zxs.tenantId, userId: zxs.userId }
  const datasetId = await database.inTenant(actor, async (db) => {
    const { id } = await db
      .insertInto('dataset')
      .values({ project_id: projectId, version: 1, year: 2025 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const line = {
      account: '1002',
      summary: '',
      debit: 1n,
      credit: 0n,
      origin_file: 0,
      origin_sheet: '',
      origin_row: 1,
    }
    await db
      .insertInto('ledger_line')
      .values({ dataset_id: id, ordinal: 0, voucher: 0, line: 1, ...line })
      .execute()
    const dead = { type: 'ledger.import', title: '', input: JSON.stringify({ datasetId: id }), state: 'running' }
    const made = await db
      .insertInto('job')
      .values({ ...dead, ...DEAD })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('dataset').set({ job_id: made.id }).where('id', '=', id).execute()
    return id
  })
  await expect
    .poll(async () => (await zxs(ledger.datasets, { projectId }))[0]?.state, { timeout: 15_000 })
    .toBe('failed')
  await expect.poll(() => countRows(server, zxs, datasetId), { timeout: 15_000 }).toBe(0)
})

test('an import that was done when its process was killed is told as done', async () => {
  const { job: ended, dataset } = await importFiles(server, zxs, projectId, u8)
  // what a kill between the two leaves: the ledger is there, the job's last word is not
  await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, (db) =>
    db
      .updateTable('job')
      .set({ state: 'running', result: '{}', end_time: null, progress: 98, runner: DEAD.runner, beat_time: HOUR_AGO })
      .where('id', '=', ended.id)
      .execute(),
  )
  expect(await zxs.done(ended.id, 15)).toEqual({ ...ended, endTime: expect.any(String) as string })
  expect(await zxs(ledger.datasets, { projectId })).toMatchObject([{ id: dataset.id, state: 'active' }])
})

test('an import cancelled before it began is a failed one, which holds neither files nor the year', async () => {
  const { datasetId, fileIds, jobId } = await startImport(server, zxs, projectId, longLedger(10).files)
  await zxs.done(jobId)
  // what a job cancelled while it waited leaves: a staging dataset that nobody will read
  await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, async (db) => {
    await db.updateTable('job').set({ state: 'cancelled' }).where('id', '=', jobId).execute()
    await db.updateTable('firm_project').set({ dataset_id: null }).where('id', '=', projectId).execute()
    await db.updateTable('dataset').set({ state: 'staging' }).where('id', '=', datasetId).execute()
  })
  expect(await zxs(ledger.datasets, { projectId })).toMatchObject([{ state: 'failed' }])
  await zxs(project.update, { id: projectId, year: '2024' })
  await zxs(ledger.removeFile, { projectId, fileId: fileIds[0] ?? '' })
  await zxs(ledger.discard, { datasetId })
  expect(await zxs(ledger.datasets, { projectId })).toEqual([])
})

test('a project deleted while its ledger is read stays deleted, and nothing of the ledger stays', async () => {
  const { jobId, datasetId } = await startImport(server, zxs, projectId, longLedger(8_000).files)
  await zxs(project.remove, { ids: projectId })
  const ended = await zxs.done(jobId)
  expect(ended).toMatchObject({ state: 'failed', error: '项目已被删除，导入没有完成' })
  expect(await countRows(server, zxs, datasetId)).toBe(0)
})
