import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chat } from '#contract/chat.ts'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { thinkChain } from '#contract/think-chain.ts'
import { yuan } from '#engine/money.ts'
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newBase, newDoc } from '../knowledge/testing-base.ts'
import { fixtureFiles, importFiles, projectOf } from '../ledger/testing-import.ts'
import { type ModelServer, testingModelServer } from '../model/testing-model-server.ts'
import { useModel } from '../model/testing-model-setup.ts'
import { plainAsks } from './extract.ts'
import { askFor } from './testing-chat.ts'

const SET = 'yonyou-u8'
let provider: ModelServer
let server: TestServer
let zxs: Caller
let projectId: string
beforeAll(async () => {
  provider = await testingModelServer()
  server = await testServer({ DIGAO_OUTBOUND: provider.host })
  zxs = await server.as('zxs', '张审计')
  projectId = await projectOf(zxs)
  await importFiles(server, zxs, projectId, fixtureFiles(SET))
}, 240_000)
beforeEach(() => provider.reset())
afterAll(() => provider.close())

const closingOf = (code: string) =>
  yuan(readFixture(SET).ledger.accounts.find((account) => account.code === code)?.closing ?? 0n)

test.each([
  ['1002科目的余额是多少？', [{ name: 'ledger_balance', input: { account: '1002' } }]],
  ['请问业务招待费的本年发生额？', [{ name: 'ledger_balance', input: { account: '业务招待费' } }]],
  ['“预付账款”年末余额', [{ name: 'ledger_balance', input: { account: '预付账款' } }]],
  ['记-12号凭证有什么问题', [{ name: 'voucher', input: { word: '记', number: 12 } }]],
  ['2025年3月记-12号凭证', [{ name: 'voucher', input: { word: '记', number: 12, period: '03' } }]],
  ['付字第 3 号', [{ name: 'voucher', input: { word: '付', number: 3 } }]],
  ['2025年税率是多少', []],
  ['记得第3条吗', []],
  ['业务招待费怎么扣除', []],
  ['2024年应收账款余额是多少？', [{ name: 'ledger_balance', input: { account: '应收账款' } }]],
  ['截至2025年12月31日应收账款余额', [{ name: 'ledger_balance', input: { account: '应收账款' } }]],
  ['该公司管理费用中的业务招待费本期发生额', [{ name: 'ledger_balance', input: { account: '业务招待费' } }]],
  ['本年利润余额', [{ name: 'ledger_balance', input: { account: '本年利润' } }]],
  ['期末余额是多少', []],
])('%s plainly asks for %j', (question, asks) => expect(plainAsks(question)).toEqual(asks))

test('without a model, an account that is plainly named is answered from the books to the fen', async () => {
  const said = await askFor(server, zxs, { text: '1002科目的余额是多少？', projectId })
  expect(said.notices).toContain('noModel')
  expect(said.text).toContain(closingOf('1002'))
  expect(said.text).toMatch(/^\| 编码 \| 科目 \|/m)
  expect(
    said
      .kinds('figures')
      .at(-1)
      ?.figures.map(({ value }) => value),
  ).toContain(closingOf('1002'))
  expect(said.sources.find(({ kind }) => kind === 'account')?.place).toContain('v.detail.account=1002')
})

test('a chain of the system answers over the books without a model', async () => {
  const chain = (await zxs(thinkChain.list, {})).find(({ name }) => name === '税会差异分析')
  const said = await askFor(server, zxs, {
    text: '差异是多少？',
    projectId,
    chainId: chain?.id,
    values: { account: '1002' },
  })
  expect(said.end?.status).toBe('done')
  expect(
    said
      .kinds('figures')
      .at(-1)
      ?.figures.map(({ value }) => value),
  ).toContain(closingOf('1002'))
  expect(said.kinds('step').filter(({ step }) => step.state === 'failed')).toEqual([])
})

test('in a project the law of its year answers, not what replaced it', async () => {
  const boss = await server.as('admin', '李管理')
  const baseId = await newBase(boss, { kind: 'law' })
  const old = await newDoc(boss, baseId, '加计扣除办法.md', '# 加计扣除办法\n\n研发费用按照实际发生额的75%加计扣除。')
  const { versions } = await boss(knowledgeDoc.detail, { id: old })
  const days = { effectiveFrom: '2020-01-01', effectiveTo: '2026-06-30' }
  await boss(knowledgeDoc.update, { id: old, versions: [{ id: versions[0]?.id ?? '', ...days }] })
  const now = await newDoc(
    boss,
    baseId,
    '加计扣除新办法.md',
    '# 加计扣除新办法\n\n研发费用按照实际发生额的100%加计扣除。',
  )
  const newer = (await boss(knowledgeDoc.detail, { id: now })).versions[0]?.id ?? ''
  await boss(knowledgeDoc.update, {
    id: now,
    versions: [{ id: newer, effectiveFrom: '2026-07-01', effectiveTo: null }],
  })
  const said = await askFor(server, zxs, { text: '研发费用加计扣除比例', projectId, baseIds: [baseId] })
  expect(said.text).toContain('75%')
  expect(said.text).not.toContain('100%')
  expect(said.sources[0]).toMatchObject({ outdated: false })
  expect(said.kinds('step')[0]?.step.input).toBe('研发费用加计扣除比例（2025-12-31 有效的规定）')
})

test('suggested questions name accounts of the project', async () => {
  const texts = (await zxs(chat.suggestions, { projectId })).map(({ text }) => text)
  expect(texts[0]).toMatch(/2025 年/)
})

const answerWith = (amount: string) => (heard: { body: string }) => {
  const no = /\[(\d+)\] 1002/.exec(heard.body)?.[1] ?? '?'
  return { text: `银行存款期末余额 ${amount} 元[${no}]。` }
}

test('a model’s number from the books stands; a wrong one is marked', async () => {
  const boss = await server.as('admin', '王管理')
  await useModel(boss, provider.baseUrl)
  const closing = closingOf('1002')
  const tool = { tools: [{ name: 'ledger_balance', input: '{"account":"1002"}' }] }
  provider.next(tool, answerWith(closing), { text: '标题' }, tool, answerWith('123456789.01'))
  const right = await askFor(server, zxs, { text: '银行存款还有多少？', projectId })
  expect(right.kinds('doubts')).toEqual([])
  expect(right.sources.find(({ cited }) => cited)).toMatchObject({ kind: 'account' })
  const wrong = await askFor(server, zxs, { text: '银行存款还有多少？', projectId })
  expect(
    wrong
      .kinds('doubts')
      .at(-1)
      ?.doubts.map(({ words }) => words),
  ).toEqual(['123456789.01'])
})
