import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { project } from '#contract/project.ts'
import { relation } from '#contract/relation.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, importFiles, projectOf } from '#server/ledger/testing-import.ts'
import { testingModelServer } from '../model/testing-model-server.ts'
import { useModel } from '../model/testing-model-setup.ts'
import { agree, allAccounts, chosen, proposed } from './testing-bill.ts'

const provider = await testingModelServer()
afterAll(() => provider.close())
const says = (content: unknown) => ({ text: typeof content === 'string' ? content : JSON.stringify(content) })

let server: TestServer
let zxs: Caller
/** A locked project of the client, and the next over the same books. */
let first: string
let next: string
beforeAll(async () => {
  server = await testServer({ DIGAO_OUTBOUND: provider.host })
  await useModel(await server.as('admin'), provider.baseUrl, { tasks: ['propose'], name: 'mapper' })
  zxs = await server.as('zxs', '张审计')
  first = await projectOf(zxs)
  await importFiles(server, zxs, first, fixtureFiles('yonyou-u8'))
  await proposed(zxs, first)
  await zxs(relation.decideAccounts, { projectId: first, accounts: [{ code: '660207', tags: ['travel'] }] })
  await agree(zxs, first)
  await zxs(relation.lock, { projectId: first })
})
beforeAll(async () => {
  next = await nextOf(zxs, first)
})

/** Another project of the same client over the same books. */
async function nextOf(caller: Caller, projectId: string): Promise<string> {
  const before = await caller(project.detail, { id: projectId })
  const { id } = await caller(project.save, {
    enterpriseId: before.enterpriseId,
    projectName: `${before.projectName}-下年`,
    year: '2025',
    category: 1,
    workpaperTemplateId: before.workpaperTemplateId,
  })
  await importFiles(server, caller, id, fixtureFiles('yonyou-u8'))
  return id
}

const renamed = (projectId: string, code: string, name: string) =>
  server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, async (db) => {
    const { dataset_id: dataset } = await db
      .selectFrom('firm_project')
      .select('dataset_id')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
    const path = { name, full_name: name }
    await db
      .updateTable('ledger_account')
      .set(path)
      .where('dataset_id', '=', dataset)
      .where('code', '=', code)
      .execute()
  })

describe('a bill of the same client', () => {
  test('takes over at least 98 in 100 accounts of the locked bill, and says who decided them for which year', async () => {
    const state = await proposed(zxs, next)
    expect(state.reused / state.accounts).toBeGreaterThanOrEqual(0.98)
    const account = (await allAccounts(zxs, next)).find(({ code }) => code === '660207')
    expect(account).toMatchObject({ tags: ['travel'], status: 'auto', confidence: 1 })
    expect(account?.evidence[0]?.text).toBe('沿用2025年度由张审计作出的判断')
  })

  test('lets an account wait whose name is another than before, with the old tie as a candidate', async () => {
    await renamed(next, '1811', '甲乙丙')
    await proposed(zxs, next)
    const account = (await allAccounts(zxs, next)).find(({ code }) => code === '1811')
    expect(account).toMatchObject({ fullName: '甲乙丙', status: 'pending' })
    expect(account?.evidence.map(({ key }) => key)).toContain('decided_near')
  })

  test('gives a decision back by undoing, newest first, and has none to undo at the end', async () => {
    const before = (await allAccounts(zxs, next)).find(({ code }) => code === '1811')
    const decided = await zxs(relation.decideAccounts, {
      projectId: next,
      accounts: [{ code: '1811', standard: '1801' }],
    })
    expect(decided).toMatchObject({ undoable: 1, undoBy: '张审计' })
    await zxs(relation.decideAccounts, {
      projectId: next,
      accounts: [{ code: '1811', standard: '1901' }, { code: '1001' }],
    })
    expect(await zxs(relation.undo, { projectId: next })).toMatchObject({ undoable: 1, version: decided.version + 2 })
    expect((await allAccounts(zxs, next)).find(({ code }) => code === '1811')).toMatchObject({ standard: '1801' })
    expect((await allAccounts(zxs, next)).find(({ code }) => code === '1001')).toMatchObject({ status: 'auto' })
    await zxs(relation.undo, { projectId: next })
    expect((await allAccounts(zxs, next)).find(({ code }) => code === '1811')).toEqual(before)
    await expect(zxs(relation.undo, { projectId: next })).rejects.toThrow('没有可以撤销的决定')
  })

  test('is not seen by another firm, whatever its client is called', async () => {
    const other = await server.as('admin', '外人', await server.tenant('另一家事务所'))
    const theirs = await projectOf(other)
    await importFiles(server, other, theirs, fixtureFiles('yonyou-u8'))
    expect(await proposed(other, theirs)).toMatchObject({ reused: 0 })
  })

  test('names leaves without a statement line and is not locked over them', async () => {
    await zxs(relation.decideAccounts, { projectId: next, accounts: [{ code: '1811', standard: '1003' }] })
    await agree(zxs, next)
    const { gaps, leaves, placed } = await zxs(relation.gaps, { projectId: next })
    expect(gaps).toEqual([
      { kind: 'nowhere', code: '1811', name: '甲乙丙', stake: expect.any(String), says: '1003 存放中央银行款项' },
    ])
    expect(leaves - placed).toBe(1)
    await expect(zxs(relation.lock, { projectId: next })).rejects.toThrow('1个末级科目未落入唯一报表项目（1811）')
    await zxs(relation.undo, { projectId: next })
  })

  test('follows the standard a person chose, with who and why, until another is chosen', async () => {
    const state = await chosen(zxs, {
      projectId: next,
      standard: 'small',
      reason: '客户自2025年起执行',
    })
    expect(state).toMatchObject({
      standard: 'small',
      standardSure: true,
      numbering: 'cas',
      standardChosenBy: '张审计',
      standardReason: '客户自2025年起执行',
    })
    const { accounts } = await zxs(relation.standards, { projectId: next })
    expect(accounts.find(({ key }) => key === '5001')).toMatchObject({ code: '4001', name: '生产成本' })
    expect(await chosen(zxs, { projectId: next, standard: 'cas' })).toMatchObject({ standard: 'cas' })
    await expect(zxs(relation.chooseStandard, { projectId: first, standard: 'small' })).rejects.toThrow('已锁定')
  })
})

const account = async () => (await allAccounts(zxs, next)).find(({ code }) => code === '1811')

describe('a model that may be asked', () => {
  beforeAll(async () => {
    await renamed(next, '1811', '深圳市华强贸易有限公司往来 8821')
    await proposed(zxs, next)
  })

  test('is told codes and masked names and nothing else, and its answer is a candidate that decides nothing', async () => {
    const before = await account()
    provider.next(says({ accounts: [{ id: 0, standard: '1221', reason: '名称含往来' }] }))
    expect(await zxs(relation.advise, { projectId: next })).toMatchObject({ asked: 1, answered: 1 })
    const [last] = provider.heard.slice(-1)
    expect(last?.body).toContain('※往来')
    expect(last?.body).not.toMatch(/华强|8821|\d+\.\d\d/)
    const after = await account()
    expect(after).toMatchObject({ status: 'pending', standard: before?.standard })
    expect(after?.candidates).toContainEqual({
      standard: '1221',
      standardName: '其他应收款',
      evidence: [{ key: 'model_suggests', text: '模型建议 1221 其他应收款：名称含往来（test-chat，未经核实）' }],
    })
    await proposed(zxs, next)
    expect((await account())?.candidates.map(({ standard }) => standard)).toContain('1221')
  })

  test.each([
    ['fails', { mode: 'status' as const, status: 401 }],
    ['answers no JSON', says('我认为是其他应收款')],
    ['answers another shape', says({ accounts: [{ id: 0, standard: 1221 }] })],
    ['answers without end', { mode: 'huge' as const }],
  ])('that %s changes nothing and is said plainly', async (_, how) => {
    const before = await account()
    provider.always(how)
    await expect(zxs(relation.advise, { projectId: next })).rejects.toThrow(/模型没有给出可用的建议/)
    expect(await account()).toEqual(before)
  })

  test('that invents accounts, standards and orders is heard only where it fits the question', async () => {
    provider.next(
      says({
        accounts: [
          { id: 99, standard: '1221', reason: '不存在的科目' },
          { id: 0, standard: '9999; drop table', reason: '不存在的准则科目' },
        ],
        lock: true,
      }),
    )
    const before = await account()
    expect(await zxs(relation.advise, { projectId: next })).toMatchObject({ answered: 0 })
    expect(await account()).toEqual(before)
    expect((await zxs(relation.state, { projectId: next })).lockedBy).toBe('')
  })

  test('that thinks long holds nobody up, and comes too late for what a person decided meanwhile', async () => {
    const heard = provider.heard.length
    const said = says({ accounts: [{ id: 0, standard: '1221', reason: '名称含往来' }] })
    const { promise: decided, resolve: goOn } = Promise.withResolvers<void>()
    provider.next({ ...said, until: decided })
    const waiting = zxs(relation.advise, { projectId: next })
    await vi.waitFor(() => expect(provider.heard.length).toBe(heard + 1), 10_000)
    // were the project held while the model thinks, this would never end
    await zxs(relation.decideAccounts, { projectId: next, accounts: [{ code: '1811', standard: '1122' }] })
    goOn()
    expect(await waiting).toMatchObject({ answered: 0 })
    expect(await account()).toMatchObject({ standard: '1122', status: 'changed' })
  })
})

test('books that show no standard are not locked before a person has chosen one', async () => {
  const accounts = await allAccounts(zxs, next)
  await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, async (db) => {
    const { datasetId } = await zxs(relation.state, { projectId: next })
    await db.deleteFrom('relation_standard').where('project_id', '=', next).execute()
    // codes and names of nobody's chart, all else as it was
    await sql`update ledger_account set code = 'Z99' || code, full_name = 'Z' || full_name, name = 'Z' || name
      where dataset_id = ${datasetId}`.execute(db)
  })
  const tied = accounts.map(({ code, standard }) => ({ code: `Z99${code}`, standard }))
  const state = await zxs(relation.decideAccounts, { projectId: next, accounts: tied })
  expect(state).toMatchObject({ numbering: 'unknown', standardSure: false, accountsPending: 0 })
  expect(state.standardEvidence[0]?.text).toMatch(/无从判断/)
  await agree(zxs, next)
  await expect(zxs(relation.lock, { projectId: next })).rejects.toThrow('无法从账套判断执行的会计准则')
  await chosen(zxs, { projectId: next, standard: 'cas', reason: '审计报告所述' })
  expect(await zxs(relation.state, { projectId: next })).toMatchObject({
    standardSure: true,
    standardChosenBy: '张审计',
  })
})
