import { beforeAll, describe, expect, test } from 'vitest'
import { paper } from '#contract/paper.ts'
import { docFile } from '#contract/doc-files.ts'
import { project } from '#contract/project.ts'
import { relation } from '#contract/relation.ts'
import { audit } from '#contract/audit.ts'
import { job } from '#contract/system.ts'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, importFiles, projectOf } from '#server/ledger/testing-import.ts'
import { settle, proposed } from '#server/relation/testing-bill.ts'
import { answered, assumptions, generated, readyProject, recalculated } from './testing-papers.ts'

const expected = readExpected('yonyou-u8')
let server: TestServer
let zxs: Caller
let projectId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await readyProject(server, zxs, 'yonyou-u8')
})

const shown = async (caller = zxs, id = projectId) => {
  const { generation } = await caller(paper.generation, { projectId: id })
  if (!generation) throw new Error('nothing was generated')
  return generation
}
const valuesOf = async () =>
  new Map((await zxs(paper.workbook, { projectId })).cells.map(({ cell, value }) => [cell, value]))
const changedBetween = (before: Map<string, string | null>, after: Map<string, string | null>) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((cell) => before.get(cell) !== after.get(cell)).toSorted()

const save = (name: string, value: string | null) =>
  zxs(paper.saveParams, { projectId, params: [{ name, value, evidence: '银行回单' }] })

describe('before anything was answered', () => {
  test('there are no papers, and asking for one says what to do', async () => {
    expect(await zxs(paper.generation, { projectId })).toEqual({ generation: null })
    expect(await zxs(paper.list, { projectId })).toEqual([])
    await expect(zxs(paper.workbook, { projectId })).rejects.toThrow('还没有生成底稿，请先生成')
  })

  test('the papers say what they ask for', async () => {
    const params = await zxs(paper.params, { projectId })
    const byName = new Map(params.map((param) => [param.name, param]))
    expect(byName.get('staff_q')).toMatchObject({
      label: '从业人数:四个季度平均',
      unit: 'count',
      list: true,
      optional: false,
      value: null,
    })
    expect(byName.get('union_receipt')).toMatchObject({
      unit: 'boolean',
      hint: '工会经费收入专用收据',
      suggested: 'true',
    })
    expect(byName.get('advertising_class')?.choices.map(({ value }) => value)).toEqual(['general', 'thirty', 'tobacco'])
  })

  test('a fact not entered leaves its cells missing with the reason, never zero', async () => {
    const done = await generated(zxs, projectId)
    expect(done).toMatchObject({ state: 'succeeded', result: { errors: 0 } })
    const { missing } = await shown()
    expect(missing).toBeGreaterThan(10)
    const union = await zxs(paper.provenance, { projectId, cell: 'C14.adj@union' })
    expect(union).toMatchObject({ status: 'missing', value: null })
    expect(union.reason).toContain('尚未填写项目参数')
    const tax = await zxs(paper.provenance, { projectId, cell: 'E60.amount@tax' })
    expect(tax).toMatchObject({ status: 'missing', value: null })
  })

  test('another firm gets the same hashes from the same files, of inputs and of results', async () => {
    const other = await server.as('admin', '外人', await server.tenant('别家事务所'))
    const id = await readyProject(server, other, 'yonyou-u8')
    await generated(other, id)
    const [ours, theirs] = [await shown(), await shown(other, id)]
    expect(theirs).toMatchObject({ inputHash: ours.inputHash, resultHash: ours.resultHash, cells: ours.cells })
    expect(theirs.id).not.toBe(ours.id)
  })

  test('the books then suggest what they can tell, and name the vouchers that need a person', async () => {
    const byName = new Map((await zxs(paper.params, { projectId })).map((param) => [param.name, param]))
    expect(byName.get('paid_after_year_end/wage')?.suggested).toBe(
      assumptions(expected).find(({ name }) => name === 'paid_after_year_end/wage')?.value,
    )
    for (const { voucher } of expected.deemed_sales)
      expect(byName.get(`deemed_fair_value/${voucher}`)).toMatchObject({ value: null, papers: ['C02'] })
  })
})

describe('answers', () => {
  test.each([
    ['paid_after_year_end/wage', '一百', '应为金额（元，最多两位小数）'],
    ['paid_after_year_end/wage', '1.005', '应为金额（元，最多两位小数）'],
    ['union_receipt', 'maybe', '应为是或否'],
    ['staff_q', '73,73', '应为4、5或8个数，用逗号分隔'],
    ['staff_q', '73,73,73,-1', '应为不小于零的数字'],
    ['advertising_class', '随便', '应为一般企业15%、化妆品、医药、饮料30%、烟草不得扣除'],
  ])('for %s refuse %s in words', async (name, value, why) => {
    await expect(save(name, value)).rejects.toThrow(why)
  })

  test('to what no paper asks are refused, and then none of the others stands', async () => {
    const params = [
      { name: 'union_receipt', value: 'true' },
      { name: 'nonsense', value: '1' },
    ]
    await expect(zxs(paper.saveParams, { projectId, params })).rejects.toThrow('底稿没有名为 nonsense 的参数')
    const union = (await zxs(paper.params, { projectId })).find(({ name }) => name === 'union_receipt')
    expect(union?.value).toBeNull()
  })

  test('are kept with who gave them and the proof, and can be taken back', async () => {
    const saved = (await save('paid_after_year_end/wage', '302,493.92元')).find(
      ({ name }) => name === 'paid_after_year_end/wage',
    )
    expect(saved).toMatchObject({ value: '302493.92', evidence: '银行回单', updateUserName: '张审计' })
    const admin = await server.as('admin')
    const { records } = await admin(audit.list, { size: 50 })
    expect(records.some(({ action, bizId }) => action === 'saveParams' && bizId === projectId)).toBe(true)
    const cleared = (await save('paid_after_year_end/wage', null)).find(
      ({ name }) => name === 'paid_after_year_end/wage',
    )
    expect(cleared?.value).toBeNull()
  })

  test('set the papers going again, by themselves', async () => {
    await save('union_receipt', 'true')
    expect(await recalculated(zxs, projectId)).toMatchObject({ state: 'succeeded' })
    expect(await zxs(paper.provenance, { projectId, cell: 'C14.limit@union' })).toMatchObject({ status: 'missing' })
    expect((await shown()).stale).toBe(false)
    expect(await answered(zxs, projectId, expected)).toMatchObject({
      state: 'succeeded',
      result: { missing: 0, errors: 0 },
    })
    expect(await shown()).toMatchObject({ stale: false, missing: 0, createUserName: '张审计' })
  })
})

describe('generating again', () => {
  test('from the same inputs writes nothing and shows the same papers', async () => {
    const before = await shown()
    const again = await generated(zxs, projectId)
    expect(again.result).toMatchObject({ reused: true, generationId: before.id, resultHash: before.resultHash })
    expect(await shown()).toEqual(before)
  })

  test('after one line was mapped otherwise changes exactly the cells above that line', async () => {
    const before = await valuesOf()
    const gift = (await zxs(relation.lines, { projectId, summary: '客户招待用礼品' })).records[0]
    if (!gift) throw new Error('no such line')
    const { voucherKey, line } = gift
    const decide = async (decision: 'accept' | 'reject') => {
      await zxs(relation.unlock, { projectId })
      await zxs(relation.decideLines, { projectId, lines: [{ voucherKey, line, decision }] })
      await zxs(relation.lock, { projectId })
    }
    await decide('reject')
    // locking the bill sets the papers going
    expect(await recalculated(zxs, projectId)).toMatchObject({ result: { reused: false, missing: 0 } })
    expect((await shown()).stale).toBe(false)
    const after = await valuesOf()
    // 9,433.31 yuan less entertainment: beyond the limit by 5‰ of revenue, so all of it comes off the adjustment
    expect(before.get('C15.actual')).toBe('355512.19')
    expect(after.get('C15.actual')).toBe('346078.88')
    expect(after.get('C15.allowed')).toBe(before.get('C15.allowed'))
    const changed = changedBetween(before, after)
    const tax = ['actual', 'adjusted', 'due', 'final', 'payable', 'plus', 'tax', 'taxable'].map(
      (row) => `E60.amount@${row}`,
    )
    const adjustments = ['C01.book@15', 'C01.plus@12', 'C01.plus@15', 'C01.plus@46']
    const entertainment = ['C15.actual', 'C15.add', `C15.amount@${voucherKey}/${line}`, 'C15.limit_actual']
    // papers that repeat the result (years, ratios, the file of the engagement) follow it
    const chain = changed.filter((cell) => /^(?:B04|C01|C15|E60)\./.test(cell))
    expect(chain).toEqual(['B04.m@4', 'B04.m@9', ...adjustments, ...entertainment, ...tax])
    const others = changed.filter((cell) => !chain.includes(cell)).map((cell) => cell.slice(0, 3))
    expect(new Set(others)).toEqual(new Set(['E06', 'F04', 'Z09']))
    await decide('accept')
    await recalculated(zxs, projectId)
    expect(changedBetween(before, await valuesOf())).toEqual([])
  })

  test('is refused while the bill is open, and without a ledger', async () => {
    await zxs(relation.unlock, { projectId })
    await expect(zxs(paper.generate, { projectId })).rejects.toThrow('请先确认并锁定取数关系，再生成底稿')
    await zxs(relation.lock, { projectId })
    const empty = await projectOf(zxs)
    await expect(zxs(paper.generate, { projectId: empty })).rejects.toThrow('项目还没有生效的账套')
  })

  test('cancelled, leaves the papers that were there', async () => {
    await recalculated(zxs, projectId)
    const before = await shown()
    const actor = { tenantId: zxs.tenantId, userId: zxs.userId }
    const own = { project_id: projectId, name: 'loss_available' }
    const { value: old } = await server.kernel.database.inTenant(actor, (db) =>
      db
        .selectFrom('project_param')
        .select('value')
        .where((is) => is.and(own))
        .executeTakeFirstOrThrow(),
    )
    // an answer that sets nothing going, so that the one job is the one that is cancelled
    const answer = (value: unknown) =>
      server.kernel.database.inTenant(actor, (db) =>
        db
          .updateTable('project_param')
          .set({ value: JSON.stringify(value) })
          .where((is) => is.and(own))
          .execute(),
      )
    await answer('100')
    const { jobId } = await zxs(paper.generate, { projectId })
    await zxs(job.cancel, { id: jobId })
    expect(await zxs.done(jobId)).toMatchObject({ state: 'cancelled' })
    expect(await shown()).toEqual({ ...before, stale: true })
    await answer(old)
    expect(await shown()).toEqual(before)
  })

  test('by two at once gives one generation', async () => {
    await zxs(paper.saveParams, { projectId, params: [{ name: 'loss_available', value: '1' }] })
    const jobs = await Promise.all([generated(zxs, projectId), generated(zxs, projectId)])
    expect(new Set(jobs.map(({ result }) => result['generationId'])).size).toBe(1)
    await zxs(paper.saveParams, { projectId, params: [{ name: 'loss_available', value: '0' }] })
    await generated(zxs, projectId)
  })
})

test('what a client decided last year is proposed for its next project', async () => {
  const { enterprise_id: enterpriseId } = await server.kernel.database.inTenant(
    { tenantId: zxs.tenantId, userId: zxs.userId },
    (db) => db.selectFrom('firm_project').select('enterprise_id').where('id', '=', projectId).executeTakeFirstOrThrow(),
  )
  const next = await readyNext(enterpriseId)
  await proposed(zxs, next)
  const gift = (await zxs(relation.lines, { projectId: next, summary: '客户招待用礼品' })).records[0]
  expect(gift).toMatchObject({
    status: 'auto',
    evidence: expect.arrayContaining([expect.objectContaining({ key: 'decided_before' })]),
  })
  await settle(zxs, next)
})

async function readyNext(enterpriseId: string): Promise<string> {
  const [template] = await zxs(docFile.templates, {})
  const workpaperTemplateId = template?.id ?? ''
  const { id } = await zxs(project.save, {
    enterpriseId,
    projectName: '次年',
    year: '2025',
    category: 1,
    workpaperTemplateId,
  })
  await importFiles(server, zxs, id, fixtureFiles('yonyou-u8'))
  return id
}
