import { gunzipSync } from 'node:zlib'
import * as xlsx from '@e965/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { file } from '#contract/file.ts'
import { SHEET_PURPOSE, sheetFile } from '#contract/sheet-file.ts'
import { SheetBook } from '#contract/sheet-book.ts'
import { applyOps, type SheetOp } from '#contract/sheet-ops.ts'
import { type AnsweredError, type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { handOver, projectOf } from '../ledger/testing-import.ts'
import { forceLease, holdsLease, leaseOf, releaseLease, takeLease } from './lease.ts'

let server: TestServer
let zxs: Caller
let other: Caller
let admin: Caller
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  other = await server.as('zxs', '王审计')
  admin = await server.as('admin', '李主任')
})

const cell = (r: number, c: number, v: string | number, f?: string): SheetOp => ({
  kind: 'cell',
  sheet: 's1',
  r,
  c,
  cell: { v, ...(f === undefined ? {} : { f }) },
})
let sent = 0
const save = (caller: Caller, fileId: string, baseRev: number, ops: SheetOp[]) => {
  sent += 1
  return caller(sheetFile.save, { fileId, id: `operation-${sent}`, baseRev, ops })
}
const fresh = async (caller: Caller = zxs) => (await caller(sheetFile.create, { name: '底稿附表' })).fileId

/** The spreadsheet as a browser builds it: the kept book and the steps after it. */
async function now(caller: Caller, fileId: string) {
  const { bookRev, versionNo } = await caller(sheetFile.open, { fileId })
  const { body } = await caller.download(sheetFile.book, { fileId, no: versionNo })
  const book = SheetBook.parse(JSON.parse(gunzipSync(body).toString()))
  const { steps } = await caller(sheetFile.steps, { fileId, after: bookRev })
  return steps.reduce((so, { ops }) => applyOps(so, ops), book)
}
const values = ({ sheets }: SheetBook) => (sheets[0]?.cells ?? []).map(({ r, c, v }) => `${r},${c}=${String(v)}`)
const refused = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error: AnsweredError) => error,
  )

describe('a spreadsheet on screen', () => {
  test('begins empty, keeps each step, and comes down as xlsx', async () => {
    const fileId = await fresh()
    await save(zxs, fileId, 0, [cell(0, 0, '项目'), cell(0, 1, 2, 'SUM(B2:B9)')])
    await save(zxs, fileId, 1, [cell(1, 1, 355512.19), cell(0, 0, '业务招待费')])
    expect(values(await now(zxs, fileId))).toEqual(['0,0=业务招待费', '0,1=2', '1,1=355512.19'])
    const { body } = await zxs.download(sheetFile.download, { fileId })
    const sheet = xlsx.read(body, { cellFormula: true }).Sheets['工作表1'] ?? {}
    expect(sheet['A1']?.v).toBe('业务招待费')
    expect(sheet['B1']).toMatchObject({ f: 'SUM(B2:B9)', v: 2 })
    expect((await zxs(sheetFile.list, {})).records.map(({ id }) => id)).toContain(fileId)
  })

  test('counts a batch once however often it is sent', async () => {
    const fileId = await fresh()
    const batch = { fileId, id: 'the-same-batch', baseRev: 0, ops: [cell(0, 0, 1)] }
    expect(await zxs(sheetFile.save, batch)).toEqual({ rev: 1 })
    await save(zxs, fileId, 1, [cell(0, 0, 2)])
    expect(await zxs(sheetFile.save, batch)).toEqual({ rev: 1 })
    expect(values(await now(zxs, fileId))).toEqual(['0,0=2'])
  })

  test('refuses a batch made on an older revision and says what came between', async () => {
    const fileId = await fresh()
    await save(zxs, fileId, 0, [cell(0, 0, '甲')])
    const error = await refused(save(zxs, fileId, 0, [cell(0, 0, '乙')]))
    expect(error).toMatchObject({ code: 409, message: '表格已被他人修改，请选择保留谁的内容' })
    expect(error.data).toMatchObject({ rev: 1, steps: [{ rev: 1, userName: '张审计', ops: [cell(0, 0, '甲')] }] })
    expect(values(await now(zxs, fileId))).toEqual(['0,0=甲'])
  })

  test('keeps named versions, compares them and goes back without losing what came after', async () => {
    const fileId = await fresh()
    await save(zxs, fileId, 0, [cell(0, 0, 1)])
    const { no } = await zxs(sheetFile.keep, { fileId, name: '初稿' })
    await save(zxs, fileId, 1, [cell(0, 0, 2), cell(1, 0, 3, 'A1+1')])
    expect(await zxs(sheetFile.compare, { fileId, before: no, after: 0 })).toEqual({
      total: 2,
      changes: [
        { sheet: '工作表1', cell: 'A1', before: '1', after: '2' },
        { sheet: '工作表1', cell: 'A2', before: '', after: '=A1+1' },
      ],
    })
    await zxs(sheetFile.restore, { fileId, no })
    expect(values(await now(zxs, fileId))).toEqual(['0,0=1'])
    const versions = await zxs(sheetFile.versions, { fileId })
    expect(versions.map(({ name }) => name)).toEqual(['', '初稿', ''])
    const [between] = versions
    await zxs(sheetFile.restore, { fileId, no: between?.no ?? 0 })
    expect(values(await now(zxs, fileId))).toEqual(['0,0=2', '1,0=3'])
  })

  test('turns a formula that calls out into text', async () => {
    const fileId = await fresh()
    await save(zxs, fileId, 0, [cell(0, 0, 1, 'WEBSERVICE("http://x.example")')])
    expect((await now(zxs, fileId)).sheets[0]?.cells).toEqual([{ r: 0, c: 0, v: '=WEBSERVICE("http://x.example")' }])
  })
})

describe('a file of a project', () => {
  test('opens for whoever may see it, to read; a copy may be edited', async () => {
    const projectId = await projectOf(zxs)
    const fileId = await handOver(server, zxs, projectId, { name: '余额表.csv', content: '编码,金额\n1001,12.50\n' })
    const opened = await zxs(sheetFile.open, { fileId })
    expect(opened).toMatchObject({ name: '余额表.csv', editable: false, rev: 0 })
    expect(values(await now(zxs, fileId))).toEqual(['0,0=编码', '0,1=金额', '1,0=1001', '1,1=12.5'])
    expect(await refused(save(zxs, fileId, 0, [cell(0, 0, 'x')]))).toMatchObject({
      message: '该文件只能查看；请另存为自己的表格后再编辑',
    })
    expect(await refused(zxs(sheetFile.lease, { fileId, act: 'take' }))).toMatchObject({ code: 400 })
    const copy = await zxs(sheetFile.copy, { fileId })
    await save(zxs, copy.fileId, 0, [cell(1, 1, 99)])
    expect(values(await now(zxs, copy.fileId))).toContain('1,1=99')
    expect(values(await now(zxs, fileId))).toContain('1,1=12.5')
    // a colleague who is not on the project finds neither
    for (const id of [fileId, copy.fileId])
      expect(await refused(other(sheetFile.open, { fileId: id }))).toMatchObject({ code: 404 })
  })

  test('that is no spreadsheet is refused in words', async () => {
    const projectId = await projectOf(zxs)
    const fileId = await handOver(server, zxs, projectId, { name: '扫描.pdf', content: '%PDF-1.7 x' })
    expect(await refused(zxs(sheetFile.open, { fileId }))).toMatchObject({
      code: 400,
      message: expect.stringContaining('扫描.pdf'),
    })
  })
})

describe('somebody else’s spreadsheet', () => {
  test('is not found by any call, in the firm and outside', async () => {
    const fileId = await fresh()
    const stranger = await server.as('admin', '外人', await server.tenant('别的事务所'))
    for (const caller of [other, admin, stranger]) {
      for (const call of [
        () => caller(sheetFile.open, { fileId }),
        () => caller(sheetFile.steps, { fileId, after: 0 }),
        () => save(caller, fileId, 0, [cell(0, 0, 1)]),
        () => caller(sheetFile.lease, { fileId, act: 'force' }),
        () => caller(sheetFile.versions, { fileId }),
        () => caller(sheetFile.keep, { fileId, name: 'x' }),
        () => caller(sheetFile.restore, { fileId, no: 1 }),
        () => caller(sheetFile.compare, { fileId, before: 1 }),
        () => caller(sheetFile.copy, { fileId }),
        () => caller(sheetFile.remove, { fileId }),
        () => caller.download(sheetFile.book, { fileId, no: 1 }),
        () => caller.download(sheetFile.download, { fileId }),
        () => caller.download(file.download, { id: fileId }),
        () =>
          caller.upload(file.upload, { purpose: SHEET_PURPOSE, ownerId: zxs.userId }, { name: 'a.csv', content: 'a' }),
      ])
        expect(await refused(call())).toMatchObject({ code: 404 })
    }
    expect((await other(sheetFile.list, {})).records.map(({ id }) => id)).not.toContain(fileId)
  })
})

const inside = <T>(caller: Caller, name: string, work: (context: Parameters<typeof takeLease>[0]) => Promise<T>) =>
  server.kernel.database.inTenant({ tenantId: caller.tenantId, userId: caller.userId }, (db) =>
    work({
      db,
      kernel: server.kernel,
      address: '',
      trace: '',
      user: {
        id: caller.userId,
        tenantId: caller.tenantId,
        homeTenantId: caller.tenantId,
        sessionId: '',
        account: caller.account,
        realName: name,
        deptId: '',
        roles: [],
        held: {},
      },
    }),
  )

describe('the lease of a document', () => {
  const doc = { kind: 'paper', documentId: 'p/A01' }
  test('is one person’s at a time, runs out, is given up and can be taken away', async () => {
    expect(await inside(zxs, '张审计', (context) => takeLease(context, doc))).toMatchObject({ mine: true })
    expect(await inside(other, '王审计', (context) => takeLease(context, doc))).toMatchObject({
      mine: false,
      holderName: '张审计',
    })
    await inside(admin, '李主任', (context) => forceLease(context, doc))
    expect(await inside(zxs, '张审计', (context) => leaseOf(context, doc))).toMatchObject({
      mine: false,
      holderName: '李主任',
    })
    // a minute without a sign of life
    await inside(admin, '', ({ db }) =>
      db
        .updateTable('document_lease')
        .set({ until: new Date(Date.now() - 1000) })
        .where('document_id', '=', doc.documentId)
        .execute(),
    )
    expect(await inside(zxs, '张审计', (context) => takeLease(context, doc))).toMatchObject({ mine: true })
    await inside(zxs, '张审计', (context) => releaseLease(context, doc, { leave: true }))
    expect(await inside(zxs, '张审计', ({ db }) => holdsLease(db, zxs.userId, doc))).toBe(false)
    const { viewers } = await inside(other, '王审计', (context) => leaseOf(context, doc))
    expect(viewers.map(({ name }) => name).sort()).toEqual(['李主任', '王审计'])
  })

  test('goes to one of many who reach for it at once', async () => {
    const race = { kind: 'paper', documentId: 'p/race' }
    const answers = await Promise.all(
      [zxs, other, admin].map((caller) => inside(caller, '', (context) => takeLease(context, race))),
    )
    expect(answers.filter(({ mine }) => mine)).toHaveLength(1)
  })
})
