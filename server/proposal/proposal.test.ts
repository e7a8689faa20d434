import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { enterprise } from '#contract/enterprise.ts'
import { proposal } from '#contract/proposal.ts'
import { relation } from '#contract/relation.ts'
import { workbook } from '#contract/workbook.ts'
import { seeded, seededIdentities } from '#engine/masking/testing-identities.ts'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { maskingWords } from '#facts/masking-words.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, importFiles, projectOf } from '../ledger/testing-import.ts'
import { type ModelServer, testingModelServer } from '../model/testing-model-server.ts'
import { useModel } from '../model/testing-model-setup.ts'
import { answered, readyProject, recalculated } from '../paper/testing-papers.ts'
import { proposed } from '../relation/testing-bill.ts'

let provider: ModelServer
let server: TestServer
let boss: Caller
let zxs: Caller
let projectId: string
const made = seededIdentities(seeded(7), maskingWords)
const [phone, card, person] = [made.mobile(), made.idCard(), '欧阳小敏']
const CLIENT = '深圳市星河互动科技有限公司'
beforeAll(async () => {
  provider = await testingModelServer()
  server = await testServer({ DIGAO_OUTBOUND: provider.host })
  boss = await server.as('admin', '王经理')
  zxs = await server.as('zxs', '张审计')
  await boss(enterprise.save, { enterpriseName: CLIENT, creditCode: made.creditCode(), contact: person, phone })
  projectId = await readyProject(server, zxs, 'yonyou-u8')
  await answered(zxs, projectId, readExpected('yonyou-u8'))
}, 120_000)
afterAll(() => provider.close())

const cellOf = async (key: string) => {
  const { cells } = await zxs(workbook.open, { projectId, paperId: key.split('.')[0] ?? '' })
  const cell = cells.find((one) => one.cell === key)
  if (!cell) throw new Error(`no cell ${key}`)
  return cell
}
const grouped = (value: string | null) => (value ?? '').replace(/\B(?=(\d{3})+\.)/g, ',')
const explain = (place: string, more: object = {}) =>
  zxs(proposal.make, { projectId, kind: 'explain', paperId: place.split('.')[0] ?? '', place, ...more })
const review = (paperId: string) => zxs(proposal.make, { projectId, kind: 'review', paperId })

/** A project whose bill leaves one account to a person. */
async function waitingProject(): Promise<string> {
  const own = await projectOf(zxs)
  await importFiles(server, zxs, own, fixtureFiles('yonyou-u8'))
  await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, async (db) => {
    const project = db.selectFrom('firm_project').select('dataset_id').where('id', '=', own)
    await db
      .updateTable('ledger_account')
      .set({ name: '甲乙丙', full_name: '甲乙丙' })
      .where('dataset_id', '=', project)
      .where('code', '=', '1811')
      .execute()
  })
  await proposed(zxs, own)
  return own
}
const waitingIn = async (own: string) =>
  (await zxs(relation.accounts, { projectId: own, status_equal: 'pending', size: 500 })).records.map(({ code }) => code)

describe('without a model', () => {
  test('a figure is explained by its formula, what went in, the ledger and the law, and says that no model had a part', async () => {
    const { value } = await cellOf('C15.allowed')
    const { proposals, notice } = await explain('C15.allowed')
    expect(notice).toBe('noModel')
    const [one] = proposals
    expect(one).toMatchObject({ origin: 'rule', model: '', state: 'open', place: 'C15.allowed' })
    expect(one?.text).toContain(grouped(value))
    expect(one?.text).toMatch(/计算方法：/)
    expect(one?.evidence.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['cell', 'law']))
    expect(one?.evidence.every(({ place }) => place === '' || place.startsWith('/'))).toBe(true)
    const { proposals: read } = await explain('C15.actual')
    expect(read[0]?.text).toMatch(/账簿取数：[\s\S]*主要凭证：/)
    expect(read[0]?.evidence.some(({ kind, place }) => kind === 'voucher' && place.includes('v.voucher='))).toBe(true)
  })

  test('in English the sentences are English', async () => {
    const { proposals } = await zxs(
      proposal.make,
      { projectId, kind: 'explain', paperId: 'C15', place: 'C15.limit_actual' },
      { 'accept-language': 'en' },
    )
    expect(proposals[0]?.text).toMatch(/^“60% of incurred” \(C15\.limit_actual\) is [\d,.]+ yuan\./)
  })

  test('an explanation that is accepted stands as the person’s comment on the cell, once', async () => {
    const [one] = (await explain('C15.base')).proposals
    const id = one?.id ?? ''
    const kept = await zxs(proposal.decide, { id, accept: true, text: '收入口径已核对，见收入底稿。' })
    expect(kept).toMatchObject({
      state: 'edited', text: one?.text, finalText: '收入口径已核对，见收入底稿。', decidedUserName: '张审计',
    }) // prettier-ignore
    const threads = await zxs(workbook.threads, { projectId, paperId: 'C15' })
    expect(threads.filter(({ place }) => place === 'C15.base').flatMap(({ comments }) => comments)).toMatchObject([
      { body: '收入口径已核对，见收入底稿。', userName: '张审计' },
    ])
    await expect(boss(proposal.decide, { id, accept: false })).rejects.toThrow('张审计')
    const { records } = await boss(audit.list, { action: 'proposal.edited', size: 5 })
    expect(JSON.stringify(records)).toContain('收入口径已核对')
  })

  test('a note is written from the paper, and accepted it stands below it in rows, in order', async () => {
    const [one] = (await zxs(proposal.make, { projectId, kind: 'note', paperId: 'C15' })).proposals
    const { value } = await cellOf('C15.add')
    expect(one?.text).toMatch(/一、审核程序[\s\S]*二、审核情况[\s\S]*三、政策依据[\s\S]*五、审核结论/)
    expect(one?.text).toContain(`纳税调增 ${grouped(value)} 元`)
    await zxs(proposal.decide, { id: one?.id ?? '', accept: true })
    const { free, rows } = await zxs(workbook.open, { projectId, paperId: 'C15' })
    const text = rows.map(({ row }) => free.find((cell) => cell.row === row)?.content.value)
    expect(text).toEqual(one?.text.split('\n'))
    const again = await zxs(proposal.make, { projectId, kind: 'note', paperId: 'C15' })
    expect(again.proposals).toHaveLength(1)
    const { records } = await zxs(proposal.list, { projectId, paperId: 'C15', kind_equal: 'note' })
    expect(records.map(({ state }) => state)).toEqual(['open', 'accepted'])
  })

  test('points of review come from the papers, do not come back once rejected, and go when they no longer hold', async () => {
    const decision = { projectId, cell: 'C15.actual', value: '1000.00', reason: '客户要求', evidence: '口头' }
    await zxs(workbook.setOverride, decision)
    await recalculated(zxs, projectId)
    const { proposals } = await review('C15')
    const weak = proposals.find(({ rule }) => rule === 'weakEvidence')
    const over = proposals.find(({ rule }) => rule === 'typedOver')
    expect(over).toMatchObject({ place: 'C15.actual', weight: 1, text: expect.stringContaining('1,000.00 元') })
    await zxs(proposal.decide, { id: weak?.id ?? '', accept: false, reason: '已取得书面说明' })
    const second = await review('C15')
    expect(second.proposals.some(({ rule }) => rule === 'weakEvidence')).toBe(false)
    expect(second.proposals.find(({ rule }) => rule === 'typedOver')?.id).toBe(over?.id)
    await zxs(workbook.withdrawOverride, { projectId, cell: 'C15.actual', reason: '撤回' })
    await recalculated(zxs, projectId)
    expect((await review('C15')).proposals.some(({ rule }) => rule === 'typedOver')).toBe(false)
    await expect(zxs(proposal.decide, { id: over?.id ?? '', accept: true })).rejects.toThrow('不再有效')
    const { rows } = await zxs(proposal.summary, { projectId })
    expect(rows.find(({ kind, origin }) => kind === 'review' && origin === 'rule')).toMatchObject({ rejected: 1 })
    expect((await boss(proposal.totals, {})).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['note', 'review']),
    )
  })

  test('waiting accounts are mapped as the engine thinks, through the bill’s own way', async () => {
    const own = await waitingProject()
    const { proposals, notice } = await zxs(proposal.make, { projectId: own, kind: 'mapping' })
    expect(notice).toBe('noModel')
    expect(proposals).toMatchObject([
      { origin: 'rule', text: expect.stringMatching(/^科目 1811 甲乙丙 建议对应“.+”：.+把握/) },
    ])
    await zxs(proposal.decide, { id: proposals[0]?.id ?? '', accept: true })
    expect(await waitingIn(own)).toEqual([])
  })

  test('what cannot be proposed is said', async () => {
    await expect(zxs(proposal.make, { projectId, kind: 'review' })).rejects.toThrow('打开一张底稿')
    await expect(zxs(proposal.make, { projectId, kind: 'explain', paperId: 'C15' })).rejects.toThrow('单元格')
    await expect(explain('C15.nowhere')).rejects.toThrow('C15.nowhere')
    await expect(review('Q99')).rejects.toMatchObject({ code: 404 })
  })
})

describe('with a model', () => {
  beforeAll(() => useModel(boss, provider.baseUrl, { tasks: ['propose'] }))

  test('its words count where each of their numbers stands in the facts', async () => {
    const { value } = await cellOf('C15.actual')
    provider.next({ text: `业务招待费发生额为 ${grouped(value)} 元。` })
    const good = await explain('C15.actual')
    expect(good).toMatchObject({ notice: '', proposals: [{ origin: 'model', model: 'test-chat' }] })
    provider.next({ text: '业务招待费发生额为 98,765,432.10 元。' })
    const bad = await explain('C15.actual')
    expect(bad.notice).toBe('figuresDiffer')
    expect(bad.proposals).toMatchObject([{ origin: 'rule', text: expect.stringContaining(grouped(value)) }])
    expect(bad.proposals[0]?.text).not.toContain('98,765,432.10')
  })

  test('a model that fails leaves what the rules say, and why', async () => {
    provider.next({ mode: 'status', status: 400, error: { error: { message: 'no' } } })
    const { notice, noticeText, proposals } = await explain('C15.actual')
    expect(notice).toBe('modelFailed')
    expect(noticeText).not.toBe('')
    expect(proposals).toMatchObject([{ origin: 'rule' }])
    // and without asking, nothing is asked
    provider.reset()
    expect((await explain('C15.actual', { useModel: false })).notice).toBe('')
    expect(provider.heard).toHaveLength(0)
  })

  test('of its points those count that name a cell of the paper and its numbers', async () => {
    const { value } = await cellOf('C15.actual')
    const points = [
      { cell: 'C15.actual', text: `发生额 ${value} 元中可能有应归入福利费的支出，请抽查。`, weight: 1 },
      { cell: 'Z99.nowhere', text: '不存在的单元格' },
      { cell: 'C15.base', text: '收入应为 123456789.00 元。' },
    ]
    provider.next({ text: JSON.stringify({ points }) })
    const { proposals, notice } = await review('C15')
    expect(notice).toBe('figuresDiffer')
    expect(proposals.filter(({ origin }) => origin === 'model')).toMatchObject([
      { place: 'C15.actual', rule: 'model', weight: 1 },
    ])
  })

  test('its mapping stands beside the engine’s; the one that is accepted counts, the other is outdated', async () => {
    const own = await waitingProject()
    provider.next({ text: JSON.stringify({ accounts: [{ id: 0, standard: '1221', reason: '名称像往来' }] }) })
    const { proposals } = await zxs(proposal.make, { projectId: own, kind: 'mapping' })
    expect(proposals.map(({ origin }) => origin).toSorted()).toEqual(['model', 'rule'])
    const said = proposals.find(({ origin }) => origin === 'model')
    expect(said?.text).toContain('1221 其他应收款”：名称像往来')
    await zxs(proposal.decide, { id: said?.id ?? '', accept: true })
    const { records } = await zxs(relation.accounts, { projectId: own, code_equal: '1811' })
    expect(records).toMatchObject([{ standard: '1221', status: 'changed' }])
    const { records: left } = await zxs(proposal.list, { projectId: own, kind_equal: 'mapping' })
    expect(left.map(({ state }) => state).toSorted()).toEqual(['accepted', 'outdated'])
  })

  test('nobody the firm knows reaches the model: not from reasons people gave, not from the books', async () => {
    const reason = `与${person}（${phone}，${card}）核对`
    const decision = { projectId, cell: 'C15.actual', value: '2000.00', reason, evidence: `${CLIENT}的回函` }
    await zxs(workbook.setOverride, decision)
    await recalculated(zxs, projectId)
    provider.reset()
    provider.always({ text: '{"points":[]}' })
    await review('C15')
    await explain('C15.actual')
    await zxs(proposal.make, { projectId, kind: 'note', paperId: 'C15' })
    const heard = provider.everything()
    expect(provider.heard.length).toBe(3)
    expect(heard).toContain('C15.actual')
    for (const identity of [person, phone, card, CLIENT, '星河互动']) expect(heard).not.toContain(identity)
    // and what comes back names them again for whoever may see them
    const { records } = await zxs(proposal.list, { projectId, paperId: 'C15', kind_equal: 'review' })
    expect(records.find(({ rule, state }) => rule === 'typedOver' && state === 'open')?.text).toContain(person)
  })
})
