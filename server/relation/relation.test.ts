import { beforeAll, describe, expect, test } from 'vitest'
import { relation } from '#contract/relation.ts'
import { audit } from '#contract/audit.ts'
import { fixtureNames, readExpected } from '#facts/testing/fixture-ledger.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, importFiles, projectOf } from '#server/ledger/testing-import.ts'
import { agree, allAccounts, allLines, proposed, settle } from './testing-bill.ts'

let server: TestServer
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
})

const imported = async (set = 'yonyou-u8') => {
  const projectId = await projectOf(zxs)
  await importFiles(server, zxs, projectId, fixtureFiles(set))
  return projectId
}

describe.each(fixtureNames)('the relation bill of the %s ledger', (set) => {
  const expected = readExpected(set)

  test('ties every account to the standard account that is right, and says why', async () => {
    const projectId = await imported(set)
    const state = await proposed(zxs, projectId)
    expect(state).toMatchObject({ standard: 'cas', version: 1, unmapped: 0 })
    const accounts = await allAccounts(zxs, projectId)
    const right = new Map([...expected.accounts, ...expected.rollups].map((account) => [account.code, account.std_key]))
    expect(accounts.length).toBe(state.accounts)
    expect(accounts.length).toBeGreaterThan(150)
    for (const { code, standard } of accounts) expect({ code, standard }).toEqual({ code, standard: right.get(code) })
    expect(
      accounts.every(({ evidence }) => evidence.length > 0 && evidence.every(({ text }) => /[一-龥]/.test(text))),
    ).toBe(true)
  })
})

describe('a relation bill', () => {
  let projectId: string
  beforeAll(async () => {
    projectId = await imported()
  })

  test('shows every account waiting before anybody proposed, and refuses to be locked', async () => {
    const state = await zxs(relation.state, { projectId })
    expect(state.accounts).toBeGreaterThan(100)
    expect(state.accountsPending).toBe(state.accounts)
    await expect(zxs(relation.lock, { projectId })).rejects.toThrow(/还不能锁定：\d+个科目待确认/)
  })

  test('is proposed once for two who ask at the same time; who looks in sees it under way', async () => {
    const ask = () => zxs(relation.propose, { projectId })
    const [one, other] = await Promise.all([ask(), ask()])
    expect(other).toEqual(one)
    expect((await zxs(relation.state, { projectId })).jobId).toBe(one.jobId)
    await expect(zxs(relation.chooseStandard, { projectId, standard: 'small' })).rejects.toThrow('正在生成对应建议')
    expect(await zxs.done(one.jobId)).toMatchObject({ state: 'succeeded', result: { reused: 0 } })
    expect((await zxs(relation.state, { projectId })).jobId).toBe('')
  })

  test('lets lines of another nature wait for a person, and names how many when it cannot be locked', async () => {
    const state = await proposed(zxs, projectId)
    expect(state.linesPending).toBeGreaterThan(0)
    await expect(zxs(relation.lock, { projectId })).rejects.toThrow(`${state.linesPending}条分录待确认`)
    const gift = (await allLines(zxs, projectId)).find(({ summary }) => summary === '客户招待用礼品')
    expect(gift).toMatchObject({ tag: 'entertainment', tagName: '业务招待费', status: 'pending' })
  })

  test('proposes the same again without touching what persons decided', async () => {
    const line = (await allLines(zxs, projectId)).find(({ status }) => status === 'pending')
    if (!line) throw new Error('no line waits')
    const { voucherKey, line: place } = line
    const before = await zxs(relation.decideLines, {
      projectId,
      lines: [{ voucherKey, line: place, decision: 'reject' }],
    })
    const after = await proposed(zxs, projectId)
    expect(after).toEqual(before)
    const still = (await allLines(zxs, projectId)).find(
      (other) => other.voucherKey === voucherKey && other.line === place,
    )
    expect(still).toMatchObject({ status: 'rejected', decidedBy: '张审计' })
  })

  test('takes all decisions of a call or none', async () => {
    const wrong = [{ code: '660202' }, { code: '没有的科目' }]
    await expect(zxs(relation.decideAccounts, { projectId, accounts: wrong })).rejects.toThrow(
      '账套中没有科目 没有的科目',
    )
    const accounts = await allAccounts(zxs, projectId)
    expect(accounts.find(({ code }) => code === '660202')?.status).toBe('auto')
    const unknown = [{ code: '660202', standard: '9999' }]
    await expect(zxs(relation.decideAccounts, { projectId, accounts: unknown })).rejects.toThrow(
      '准则科目表中没有 9999',
    )
    const off = [{ code: '1001', tags: ['entertainment'] }]
    await expect(zxs(relation.decideAccounts, { projectId, accounts: off })).rejects.toThrow('不能用于准则科目')
    const two = [{ code: '660202', tags: ['travel', 'rent'] }]
    await expect(zxs(relation.decideAccounts, { projectId, accounts: two })).rejects.toThrow('只能有一个税务性质')
  })

  test('keeps a changed account as the person left it, raises the version and writes the audit log', async () => {
    const { version } = await zxs(relation.state, { projectId })
    const state = await zxs(relation.decideAccounts, { projectId, accounts: [{ code: '660207', tags: ['travel'] }] })
    expect(state.version).toBe(version + 1)
    await proposed(zxs, projectId)
    const changed = (await allAccounts(zxs, projectId)).find(({ code }) => code === '660207')
    expect(changed).toMatchObject({ status: 'changed', tags: ['travel'], decidedBy: '张审计' })
    const admin = await server.as('admin')
    const { records } = await admin(audit.list, { size: 50 })
    const entry = records.find(({ action, bizId }) => action === 'decideAccounts' && bizId === projectId)
    expect(JSON.stringify(entry)).toContain('660207')
  })

  test('tags a line that nothing was proposed for', async () => {
    const change = { voucherKey: '01-记-1', line: 1, decision: 'change' as const }
    await expect(zxs(relation.decideLines, { projectId, lines: [change] })).rejects.toThrow(
      '请选择凭证 01-记-1 第 1 条分录的税务标签',
    )
    await zxs(relation.decideLines, { projectId, lines: [{ ...change, tag: 'travel' }] })
    const tagged = (await allLines(zxs, projectId)).find(
      ({ voucherKey, line }) => voucherKey === '01-记-1' && line === 1,
    )
    expect(tagged).toMatchObject({ tag: 'travel', status: 'changed' })
    await expect(
      zxs(relation.decideLines, { projectId, lines: [{ ...change, line: 99, tag: 'travel' }] }),
    ).rejects.toThrow('没有凭证')
  })

  test('once locked refuses every change until it is unlocked', async () => {
    await agree(zxs, projectId)
    const locked = await zxs(relation.lock, { projectId })
    expect(locked).toMatchObject({ lockedBy: '张审计', accountsPending: 0, linesPending: 0 })
    const refused = '取数关系已锁定，请先解锁再修改'
    await expect(zxs(relation.propose, { projectId })).rejects.toThrow(refused)
    await expect(zxs(relation.decideAccounts, { projectId, accounts: [{ code: '1001' }] })).rejects.toThrow(refused)
    const accept = [{ voucherKey: '01-记-1', line: 1, decision: 'accept' as const }]
    await expect(zxs(relation.decideLines, { projectId, lines: accept })).rejects.toThrow(refused)
    expect(await zxs(relation.unlock, { projectId })).toMatchObject({ lockedBy: '', version: locked.version })
  })

  test('is filtered, sorted by money at stake and paged', async () => {
    const found = await zxs(relation.accounts, { projectId, name: '管理费用', size: 5 })
    expect(found.records.every(({ fullName }) => fullName.includes('管理费用'))).toBe(true)
    const stakes = found.records.map(({ closing, debit, credit }) =>
      Math.max(...[closing, debit, credit].map((yuan) => Math.abs(Number(yuan)))),
    )
    expect(stakes).toEqual(stakes.toSorted((a, b) => b - a))
    const tagged = await zxs(relation.accounts, { projectId, tag: 'entertainment', size: 50 })
    expect(tagged.total).toBeGreaterThan(0)
    expect(tagged.records.every(({ tags }) => tags.includes('entertainment'))).toBe(true)
  })

  test('is not found by another firm, nor by a consultant who does not reach the project', async () => {
    const other = await server.as('admin', '外人', await server.tenant('别家事务所'))
    const colleague = await server.as('zxs', '同事')
    for (const caller of [other, colleague]) {
      await expect(caller(relation.state, { projectId })).rejects.toMatchObject({ status: 404 })
      await expect(caller(relation.accounts, { projectId })).rejects.toMatchObject({ status: 404 })
      await expect(caller(relation.propose, { projectId })).rejects.toMatchObject({ status: 404 })
      await expect(caller(relation.lock, { projectId })).rejects.toMatchObject({ status: 404 })
    }
  })
})

test('a project without a ledger has an empty bill and proposes nothing', async () => {
  const projectId = await projectOf(zxs)
  expect(await zxs(relation.state, { projectId })).toMatchObject({ accounts: 0, datasetId: '' })
  expect((await zxs(relation.accounts, { projectId })).total).toBe(0)
  await expect(zxs(relation.propose, { projectId })).rejects.toThrow('项目还没有生效的账套')
})

test('a new ledger version loses no decision; accounts it brings wait for a person', async () => {
  const projectId = await imported()
  await settle(zxs, projectId)
  const before = await zxs(relation.state, { projectId })
  await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, async (db) => {
    const [account] = await db
      .selectFrom('ledger_account')
      .selectAll()
      .where('dataset_id', '=', before.datasetId)
      .where('code', '=', '660202')
      .execute()
    if (!account) throw new Error('no account')
    await db
      .insertInto('ledger_account')
      .values({ ...account, code: '6602990', full_name: '管理费用/新增', name: '新增' })
      .execute()
  })
  const after = await zxs(relation.state, { projectId })
  expect(after).toMatchObject({
    accounts: before.accounts + 1,
    accountsPending: 1,
    unmapped: 1,
    lines: before.lines,
    lockedBy: '张审计',
  })
})
