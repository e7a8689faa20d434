import { beforeAll, expect, test } from 'vitest'
import { proposal } from '#contract/proposal.ts'
import { relation } from '#contract/relation.ts'
import { workbook } from '#contract/workbook.ts'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, importFiles, projectOf } from '../ledger/testing-import.ts'
import { answered, readyProject, recalculated } from '../paper/testing-papers.ts'
import { proposed } from '../relation/testing-bill.ts'

let server: TestServer
let zxs: Caller
let projectId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await readyProject(server, zxs, 'yonyou-u8')
  await answered(zxs, projectId, readExpected('yonyou-u8'))
}, 120_000)

const explain = async (place: string) => {
  const paperId = place.split('.')[0] ?? ''
  const { proposals } = await zxs(proposal.make, { projectId, kind: 'explain', paperId, place })
  return proposals[0] ?? { id: '', text: '' }
}
const set = (value: string) =>
  zxs(workbook.setOverride, {
    projectId,
    cell: 'C15.actual',
    value,
    reason: '冲回重复入账',
    evidence: '2025-12-31 复核记录',
  })

/** Changes the decision that stands without the papers being generated anew. */
const kept = (values: object) =>
  server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, (db) =>
    db
      .updateTable('paper_override')
      .set(values)
      .where('project_id', '=', projectId)
      .where('cell', '=', 'C15.actual')
      .where('withdrawn_time', 'is', null)
      .execute(),
  )

test('what was said of figures that changed since cannot be accepted; said anew it can', async () => {
  const before = await explain('C15.actual')
  const base = await explain('C15.base')
  await set('1000.00')
  await recalculated(zxs, projectId)
  for (const { id } of [before, base])
    await expect(zxs(proposal.decide, { id, accept: true })).rejects.toThrow('重新生成建议')
  // the same words stand, now for the new figures
  const again = await explain('C15.base')
  expect(again.id).toBe(base.id)
  expect(await zxs(proposal.decide, { id: again.id, accept: true })).toMatchObject({ state: 'accepted' })
  expect(await zxs(proposal.decide, { id: before.id, accept: false })).toMatchObject({ state: 'rejected' })
}, 60_000)

test('papers that were generated again with the same figures leave proposals as they are', async () => {
  const { id } = await explain('C15.allowed')
  await recalculated(zxs, projectId)
  expect(await zxs(proposal.decide, { id, accept: true })).toMatchObject({ state: 'accepted' })
}, 60_000)

test('an overridden figure is said to be a person’s, with what the formula gives; a later decision is said, too', async () => {
  const { text } = await explain('C15.actual')
  expect(text).toMatch(
    /为 1,000\.00 元。\n该数由 张审计 人工改定，公式算得 [\d,]+\.\d\d 元。理由：冲回重复入账；依据：2025-12-31 复核记录。/,
  )
  expect(text).toContain('未采用其结果')
  expect(text).not.toContain('计算方法')
  // as it stands while the papers are generated anew
  await kept({ value: '200000' })
  const { text: later } = await explain('C15.actual')
  expect(later).toContain('为 1,000.00 元。')
  expect(later).toContain('此后 张审计 已人工改为 2,000.00 元，重新生成后生效')
  await kept({ withdrawn_time: new Date() })
  expect((await explain('C15.actual')).text).toContain('改数已撤回或更换')
}, 60_000)

test('the vouchers that are named are the largest of all lines of the reading', async () => {
  const { text } = await explain('B01.main')
  const named = Array.from(text.matchAll(/ ([\d,]+\.\d\d) 元(?=；|。$)/gm), ([, sum]) =>
    Number(sum?.replaceAll(',', '')),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named).toEqual(named.toSorted((one, other) => other - one))
})

test('of a credit turnover no voucher that paid it off is named', async () => {
  const { text } = await explain('C14.booked@wage')
  expect(text).toContain('计提')
  expect(text).not.toContain('发放')
})

test('a cell of another paper is not explained on this one', async () => {
  await expect(zxs(proposal.make, { projectId, kind: 'explain', paperId: 'C16', place: 'C15.actual' })).rejects.toThrow(
    '单元格',
  )
})

test('a long text that is accepted is kept whole', async () => {
  const { id } = await explain('C15.add')
  const text = `${'经核对，金额与账簿一致。'.repeat(250)}完。`
  await zxs(proposal.decide, { id, accept: true, text })
  const threads = await zxs(workbook.threads, { projectId, paperId: 'C15' })
  expect(threads.flatMap(({ comments }) => comments).some(({ body }) => body === text)).toBe(true)
})

test('a note neither claims what nobody did nor concludes over open points', async () => {
  const { proposals } = await zxs(proposal.make, { projectId, kind: 'note', paperId: 'C15' })
  expect(proposals[0]?.text).toContain('执行情况由审核人确认')
  expect(proposals[0]?.text).toMatch(/五、审核结论\n(?:拟定结论，由审核人确认：|待完善事项解决后)/)
  const open = await zxs(proposal.make, { projectId, kind: 'note', paperId: 'Z08' })
  expect(open.proposals[0]?.text).not.toMatch(/五、审核结论\n三级复核已完成/)
  // a rule keeps the provisions it grew out of: those that ended before the year are said to
  const past = await zxs(proposal.make, { projectId, kind: 'note', paperId: 'E40' })
  expect(past.proposals[0]?.text).toMatch(/2022年至2024年，所列期限已过/)
  expect(past.proposals[0]?.text).not.toMatch(/2027-12-31，所列期限已过/)
  const many = Array.from({ length: 300 }, () => '行').join('\n')
  await expect(zxs(proposal.decide, { id: proposals[0]?.id ?? '', accept: true, text: many })).rejects.toThrow('200')
})

test('an account that a person mapped meanwhile stays as he mapped it', async () => {
  const own = await projectOf(zxs)
  await importFiles(server, zxs, own, fixtureFiles('yonyou-u8'))
  await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, (db) =>
    db
      .updateTable('ledger_account')
      .set({ name: '甲乙丙', full_name: '甲乙丙' })
      .where('dataset_id', '=', db.selectFrom('firm_project').select('dataset_id').where('id', '=', own))
      .where('code', '=', '1811')
      .execute(),
  )
  await proposed(zxs, own)
  const { proposals } = await zxs(proposal.make, { projectId: own, kind: 'mapping' })
  await zxs(relation.decideAccounts, { projectId: own, accounts: [{ code: '1811', standard: '1221' }] })
  await expect(zxs(proposal.decide, { id: proposals[0]?.id ?? '', accept: true })).rejects.toThrow('重新生成建议')
  const { records } = await zxs(relation.accounts, { projectId: own, code_equal: '1811' })
  expect(records).toMatchObject([{ standard: '1221' }])
}, 60_000)

test('of two who accept at once one is told who was faster', async () => {
  const { id } = await explain('C15.limit_actual')
  const answers = await Promise.allSettled([
    zxs(proposal.decide, { id, accept: true }),
    zxs(proposal.decide, { id, accept: true }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
