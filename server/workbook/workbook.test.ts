import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { file } from '#contract/file.ts'
import { message } from '#contract/notice.ts'
import { paper } from '#contract/paper.ts'
import { project } from '#contract/project.ts'
import { workbook, type WorkbookOp } from '#contract/workbook.ts'
import { anchored } from '#engine/workbook/free-formula.ts'
import { rowKeys } from '#engine/workbook/row-keys.ts'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { type AnsweredError, type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { answered, generated, readyProject } from '#server/paper/testing-papers.ts'

let server: TestServer
let zxs: Caller
let admin: Caller
let projectId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  admin = await server.as('admin', '王经理')
  projectId = await readyProject(server, zxs, 'yonyou-u8')
  await answered(zxs, projectId, readExpected('yonyou-u8'))
})

const open = (paperId = 'C15', caller = zxs) => caller(workbook.open, { projectId, paperId })
const figure = async (cell: string) => (await open(cell.slice(0, 3))).cells.find((one) => one.cell === cell)
const note = (row: string, column: number, value: string): WorkbookOp => ({
  kind: 'cell',
  row,
  column,
  content: { value },
})
let batches = 0
const save = (ops: WorkbookOp[], baseRev: number, { caller = zxs, batchId = `batch-${(batches += 1)}-test` } = {}) =>
  caller(workbook.save, { projectId, paperId: 'C15', batchId, baseRev, ops })
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('it was not refused')
    },
    (fault: unknown) => fault as AnsweredError,
  )
const decide = async (value: string, over: object = {}) => {
  const { jobId } = await zxs(workbook.setOverride, {
    projectId,
    cell: 'C15.actual',
    value,
    reason: '客户账外补记',
    evidence: '补充协议',
    ...over,
  })
  if (jobId) await zxs.done(jobId)
}

describe('a decision against a formula', () => {
  test('needs a reason, evidence, and a value of the unit', async () => {
    const decision = { projectId, cell: 'C15.actual', value: '1000', reason: '补记', evidence: '协议' }
    await expect(zxs(workbook.setOverride, { ...decision, reason: ' ' })).rejects.toThrow('请写明改数的理由')
    await expect(zxs(workbook.setOverride, { ...decision, evidence: '' })).rejects.toThrow('请写明依据')
    await expect(zxs(workbook.setOverride, { ...decision, value: '一千' })).rejects.toThrow('金额')
    await expect(zxs(workbook.setOverride, { ...decision, value: '1.234' })).rejects.toThrow('金额')
    await expect(zxs(workbook.setOverride, { ...decision, cell: 'C15.nowhere' })).rejects.toThrow('C15.nowhere')
  })

  test('counts in the papers, says what the formula gives, and is withdrawn with its reason', async () => {
    const before = await figure('C15.actual')
    const limit = (await figure('C15.allowed'))?.value
    await decide('1000.00')
    expect(await figure('C15.actual')).toMatchObject({
      status: 'overridden',
      value: '1000.00',
      calculated: before?.value,
    })
    expect((await figure('C15.allowed'))?.value).not.toBe(limit)
    const { records } = await zxs(workbook.overrides, { projectId })
    expect(records).toMatchObject([
      {
        cell: 'C15.actual',
        calculated: before?.value,
        calculatedNow: before?.value,
        value: '1000.00',
        reason: '客户账外补记',
        evidence: '补充协议',
        state: 'stands',
        createUserName: '张审计',
      },
    ])
    expect(await zxs(workbook.marks, { projectId })).toContainEqual(
      expect.objectContaining({ paperId: 'C15', overridden: 1 }),
    )
    const computed = await zxs(workbook.history, { projectId, paperId: 'C15', place: 'C15.allowed' })
    expect(computed.records[0]).toMatchObject({ via: 'regeneration', before: limit, after: '600.00' })
    await decide('2000')
    expect((await zxs(workbook.overrides, { projectId })).records.map(({ state, value }) => [state, value])).toEqual([
      ['stands', '2000.00'],
      ['replaced', '1000.00'],
    ])
    const { jobId } = await zxs(workbook.withdrawOverride, { projectId, cell: 'C15.actual', reason: '客户撤回' })
    if (jobId) await zxs.done(jobId)
    expect(await figure('C15.actual')).toMatchObject({ status: 'ok', value: before?.value, calculated: null })
    await expect(zxs(workbook.withdrawOverride, { projectId, cell: 'C15.actual', reason: '再撤' })).rejects.toThrow(
      '没有改数',
    )
    const history = await zxs(workbook.history, { projectId, paperId: 'C15', place: 'C15.actual' })
    expect(history.records.slice(0, 3).map(({ via, before: was, after, note: why }) => [via, was, after, why])).toEqual(
      [
        ['withdrawal', '2000.00', before?.value, '客户撤回'],
        ['override', '1000.00', '2000.00', '客户账外补记'],
        ['override', before?.value, '1000.00', '客户账外补记'],
      ],
    )
  })

  test('takes a file as evidence, only one of this project', async () => {
    const proof = { name: '回单.pdf', content: '%PDF-1.4' }
    const { id } = await zxs.upload(file.upload, { purpose: 'override', ownerId: projectId }, proof)
    await decide('3000', { evidence: '', fileId: id })
    expect((await zxs(workbook.overrides, { projectId })).records[0]).toMatchObject({
      fileId: id,
      fileName: '回单.pdf',
    })
    expect((await zxs.download(file.download, { id })).body.toString()).toBe('%PDF-1.4')
    const stranger = await server.as('zxs', '别人')
    await expect(stranger.download(file.download, { id })).rejects.toThrow('数据不存在')
    const foreign = '00000000-0000-7000-8000-000000000000'
    await expect(decide('1', { fileId: foreign })).rejects.toThrow('依据文件不存在')
  })

  test('is not for teachers, nor for other people’s projects', async () => {
    const teacher = await server.as('teacher')
    const student = await server.as('student')
    const given = { projectId, cell: 'C15.actual', value: '1', reason: '改', evidence: '改' }
    expect(await refusal(teacher(workbook.setOverride, given))).toMatchObject({ status: 403 })
    expect(await refusal(student(workbook.setOverride, given))).toMatchObject({ status: 404 })
    expect((await open('C15', teacher)).sheet.id).toBe('C15')
  })
})

describe('what people type into a paper', () => {
  const noteRow = '3.note.1'

  test('is saved on its revision and stays where it belongs when the papers are generated anew', async () => {
    const { sheet, rev } = await open()
    const keys = rowKeys(sheet.rows)
    expect(keys).toContain(noteRow)
    expect(keys).toContain('actual')
    expect(await save([note(noteRow, 0, '已查阅合同'), note('actual', 5, '见附件')], rev)).toEqual({ rev: rev + 1 })
    const formula = anchored(`B${keys.indexOf('actual') + 1}*2`, keys)
    await save([{ kind: 'cell', row: 'actual', column: 6, content: { value: '', formula } }], rev + 1)
    await zxs(paper.saveParams, {
      projectId,
      params: [{ name: 'staff_q', value: '10,10,10,10', evidence: '社保清单' }],
    })
    await generated(zxs, projectId)
    const again = await open()
    expect(again.rev).toBe(rev + 2)
    expect(again.free).toEqual([
      { row: noteRow, column: 0, content: { value: '已查阅合同' } },
      { row: 'actual', column: 5, content: { value: '见附件' } },
      { row: 'actual', column: 6, content: { value: '', formula: '[~1~actual]*2' } },
    ])
  })

  test('rows can be added below, and taken out with what they hold', async () => {
    const { rev } = await open()
    const added: WorkbookOp[] = [{ kind: 'row', row: 'x-1', after: 'actual' }, note('x-1', 0, '其中：餐费')]
    await save(added, rev)
    expect((await open()).rows).toEqual([{ row: 'x-1', after: 'actual' }])
    await save([{ kind: 'row', row: 'x-1', after: null }], rev + 1)
    const { rows, free } = await open()
    expect(rows).toEqual([])
    expect(free.some(({ row }) => row === 'x-1')).toBe(false)
  })

  test('figures and headings are refused, and nothing of the batch is kept', async () => {
    const { rev, free } = await open()
    const fault = await refusal(save([note(noteRow, 0, '丢'), note('actual', 1, '999')], rev))
    expect(fault.message).toContain('不能直接填写')
    expect(await open()).toMatchObject({ rev, free })
  })

  test('the same batch twice counts once, also after somebody else saved', async () => {
    const { rev } = await open()
    const ops = [note(noteRow, 0, '第一次')]
    const first = await save(ops, rev, { batchId: 'the-same-batch' })
    await save([note('actual', 5, '别的')], first.rev)
    expect(await save(ops, rev, { batchId: 'the-same-batch' })).toEqual(first)
    expect((await open()).free).toContainEqual({ row: 'actual', column: 5, content: { value: '别的' } })
  })

  test('on an older revision nothing is overwritten: 409 says what was saved since, by whom', async () => {
    const { rev } = await open()
    await save([note(noteRow, 0, '王经理的话')], rev, { caller: admin })
    const fault = await refusal(save([note(noteRow, 0, '我的话')], rev))
    expect(fault).toMatchObject({
      code: 409,
      data: { rev: rev + 1, userName: '王经理', ops: [note(noteRow, 0, '王经理的话')] },
    })
    expect((await open()).free).toContainEqual({ row: noteRow, column: 0, content: { value: '王经理的话' } })
  })

  test('stands in the history of the cell and in the audit', async () => {
    const { records } = await zxs(workbook.history, { projectId, paperId: 'C15', place: `~0~${noteRow}`, size: 2 })
    expect(records[0]).toMatchObject({ via: 'human', before: '第一次', after: '王经理的话', userName: '王经理' })
    const log = await admin(audit.list, { bizId_equal: projectId, action_equal: 'workbook.save', current: 1, size: 1 })
    expect(log.total).toBeGreaterThan(4)
  })
})

const at = () => ({ projectId, paperId: 'C15' })

describe('one editor at a time', () => {
  test('the second hears who edits and may ask; an administrator may take it; the first then cannot save', async () => {
    const { rev } = await open()
    expect(await zxs(workbook.lease, at())).toMatchObject({ mine: true, holderName: '张审计' })
    expect(await admin(workbook.lease, at())).toMatchObject({ mine: false, holderName: '张审计' })
    const refused = await refusal(save([note('actual', 5, '抢')], rev, { caller: admin }))
    expect(refused.message).toContain('张审计正在编辑')
    await admin(workbook.askLease, at())
    const beat = await zxs(workbook.beat, at())
    expect(beat.askedBy.map(({ name }) => name)).toEqual(['王经理'])
    expect(beat.viewers.map(({ name }) => name).toSorted()).toEqual(['张审计', '王经理'].toSorted())
    expect(await refusal(zxs(workbook.forceLease, at()))).toMatchObject({ status: 403 })
    expect(await admin(workbook.forceLease, at())).toMatchObject({ mine: true })
    expect(await refusal(save([note('actual', 5, '晚了')], rev))).toMatchObject({ code: 409 })
    expect(await admin(workbook.release, at())).toMatchObject({ mine: false, holderId: '' })
    expect(await save([note('actual', 5, '轮到我')], rev)).toEqual({ rev: rev + 1 })
    expect(await zxs(workbook.beat, at())).toMatchObject({ rev: rev + 1 })
  })
})

describe('comments', () => {
  test('reach whoever is named, are answered, settled, and counted', async () => {
    const colleague = await server.as('zxs', '刘助理')
    const { enterpriseId } = await zxs(project.detail, { id: projectId })
    await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: '' }, (db) =>
      db.insertInto('enterprise_member').values({ enterprise_id: enterpriseId, user_id: colleague.userId }).execute(),
    )
    const people = await zxs(workbook.members, { projectId })
    expect(people.map(({ name }) => name)).toEqual(expect.arrayContaining(['张审计', '刘助理']))
    const { threadId } = await zxs(workbook.comment, {
      projectId,
      paperId: 'C15',
      place: 'C15.actual',
      body: '@刘助理 请核对发票',
      mentions: [colleague.userId],
    })
    const inbox = await colleague(message.list, { current: 1, size: 5 })
    expect(inbox.records[0]?.title).toContain('张审计')
    expect(inbox.records[0]?.link).toContain('v.cell=C15.actual')
    await colleague(workbook.comment, { projectId, paperId: 'C15', place: 'C15.actual', threadId, body: '已核对' })
    expect((await open()).commented).toEqual([{ place: 'C15.actual', count: 1 }])
    await zxs(workbook.resolve, { ...at(), threadId, resolved: true })
    const [thread] = await zxs(workbook.threads, at())
    expect(thread).toMatchObject({ place: 'C15.actual', resolvedUserName: '张审计' })
    expect(thread?.comments.map(({ body, userName }) => [userName, body])).toEqual([
      ['张审计', '@刘助理 请核对发票'],
      ['刘助理', '已核对'],
    ])
    expect((await open()).commented).toEqual([])
    const stranger = await server.as('zxs', '路人')
    await expect(
      zxs(workbook.comment, { ...at(), place: 'C15.actual', body: '看', mentions: [stranger.userId] }),
    ).rejects.toThrow('不是项目成员')
    expect(await refusal(stranger(workbook.threads, at()))).toMatchObject({ status: 404 })
  })
})
