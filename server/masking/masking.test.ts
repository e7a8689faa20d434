import { expect, test } from 'vitest'
import { enterprise } from '#contract/enterprise.ts'
import { type MaskActions, masking } from '#contract/masking.ts'
import { seeded, seededIdentities } from '#engine/masking/testing-identities.ts'
import { maskingWords } from '#facts/masking-words.ts'
import { testServer } from '#server/kernel/testing.ts'
import { openMasker } from './masker.ts'
import { presetActions } from './presets.ts'

const server = await testServer()
const { kernel } = server
const admin = await server.as('admin', '钱主管')
const zxs = await server.as('zxs', '孙咨询')
const other = await server.as('zxs', '周顾问')
const askerOf = ({ userId, tenantId }: typeof zxs) => ({ kernel, user: { id: userId, tenantId } })
const CLIENT = '深圳市星河互动科技有限公司'
const made = seededIdentities(seeded(1), maskingWords)
await admin(enterprise.save, {
  enterpriseName: CLIENT,
  creditCode: made.creditCode(),
  contact: '欧阳小敏',
  phone: '13800138000',
})
const errand = { purpose: 'test', endpoint: 'local' }
const template = (name: string, scope: 'personal' | 'firm', more: Partial<MaskActions> = {}) => ({
  name,
  scope,
  actions: { ...presetActions.standard, ...more },
})

test('what leaves names no client and nobody of the firm, and the answer names them again', async () => {
  const masker = await openMasker(askerOf(zxs), { kind: 'conversation', id: 'a' })
  const question = '星河互动的欧阳小敏（13800138000）问：我们所的孙咨询可以代办吗？'
  const { texts, runId } = await masker.leave(['你是税务助手。', question], errand)
  expect(texts.join('')).not.toMatch(/星河|欧阳|138001|孙咨询/)
  const restorer = masker.restorer()
  const answer = `${texts[1]}；【企业1】可以。`
  const pieces = Array.from(answer, (sign) => restorer.push(sign)).join('') + restorer.end()
  expect(pieces).toBe(`${question}；星河互动可以。`)
  const { records } = await admin(masking.runs, {})
  expect(records.find(({ id }) => id === runId)).toMatchObject({
    purpose: 'test',
    endpoint: 'local',
    blocked: false,
    createUserName: '孙咨询',
  })
})

test('a conversation keeps its tokens, another knows nothing of them, and neither lies readable in the database', async () => {
  const first = await openMasker(askerOf(zxs), { kind: 'conversation', id: 'b' })
  const { texts } = await first.leave([`${CLIENT}的年报`], errand)
  const again = await openMasker(askerOf(zxs), { kind: 'conversation', id: 'b' })
  expect((await again.leave([`${CLIENT}的税`], errand)).texts).toEqual(['〔企业01〕的税'])
  expect(again.restore(texts[0] ?? '')).toBe(`${CLIENT}的年报`)
  const stranger = await openMasker(askerOf(zxs), { kind: 'conversation', id: 'c' })
  expect(stranger.restore('〔企业01〕')).toBe('〔企业01〕')
  const rows = await kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, (db) =>
    db.selectFrom('mask_token').selectAll().execute(),
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/星河|欧阳/)
})

test('a client added while a conversation runs is hidden from the next question on', async () => {
  await openMasker(askerOf(zxs), { kind: 'conversation', id: 'h' })
  await admin(enterprise.save, { enterpriseName: '杭州蓝鲸出海贸易有限公司', creditCode: made.creditCode() })
  const masker = await openMasker(askerOf(zxs), { kind: 'conversation', id: 'h' })
  expect((await masker.leave(['蓝鲸出海的退税'], errand)).texts).toEqual(['〔企业01〕的退税'])
})

test('calls of one conversation at the same time never give two people one token', async () => {
  const maskers = await Promise.all(
    Array.from({ length: 4 }, () => openMasker(askerOf(zxs), { kind: 'conversation', id: 'd' })),
  )
  const names = ['张建国', '李文静', '王志强', '赵晓雪']
  const left = await Promise.all(maskers.map((masker, index) => masker.leave([`联系人：${names[index]}`], errand)))
  expect(new Set(left.map(({ texts }) => texts[0])).size).toBe(4)
  const late = await openMasker(askerOf(zxs), { kind: 'conversation', id: 'd' })
  expect(left.map(({ texts }) => late.restore(texts[0] ?? ''))).toEqual(names.map((name) => `联系人：${name}`))
})

test('nothing leaves while an identity is still found, and that is noted', async () => {
  const masker = await openMasker(askerOf(zxs), { kind: 'conversation', id: 'e' })
  const number = seededIdentities(seeded(9), maskingWords).idCard()
  // pointed as nobody writes it: the detectors pass it, the last look does not
  const odd = Array.from(number).join('·/')
  await expect(masker.leave([`编号 ${odd}`], errand)).rejects.toThrow('maskResidual')
  const { records } = await admin(masking.runs, { scope_equal: 'conversation:e' })
  expect(records).toMatchObject([{ blocked: true, residual: ['idCard'] }])
  expect((await admin(masking.runs, { blocked_equal: 'true' })).records.map(({ scope }) => scope)).toEqual([
    'conversation:e',
  ])
})

test('a large text goes to a thread and loses nobody', async () => {
  const made = seededIdentities(seeded(4), maskingWords)
  const values = Array.from({ length: 300 }, () => [
    made.idCard(),
    made.mobile(),
    made.creditCode(),
    made.email(),
  ]).flat()
  const text = values.map((value) => `记录 ${value} 已核对，金额 1,234.00 元。`).join('\n')
  const masker = await openMasker(askerOf(zxs), { kind: 'document', id: 'f' })
  const { texts } = await masker.leave([text], errand)
  expect(values.filter((value) => texts[0]?.includes(value))).toEqual([])
  expect(masker.restore(texts[0] ?? '')).toBe(text)
})

test('trying out shows every place and what comes back, and stores nothing', async () => {
  const before = (await admin(masking.runs, {})).total
  const text = `${CLIENT}支付 12,345.00 元，项目代号海燕，合同 HT-2026-0007`
  const shown = await zxs(masking.tryOut, {
    text,
    actions: { ...presetActions.strict },
    words: ['海燕'],
    patterns: ['HT-####-####'],
  })
  expect(shown.pieces.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)).toEqual([
    `company ${CLIENT}`,
    'amount 12,345.00 元',
    'custom 海燕',
    'custom HT-2026-0007',
  ])
  expect(shown.masked).not.toMatch(/星河|12,345|海燕|HT-/)
  expect(shown.restored).toBe(text)
  expect((await admin(masking.runs, {})).total).toBe(before)
})

test('a person keeps his own templates; the firm’s are for all, and its administrators change them', async () => {
  const own = await zxs(masking.save, template('我的模板', 'personal'))
  const ofFirm = await admin(masking.save, template('事务所标准', 'firm'))
  const names = async (caller: typeof zxs) =>
    (await caller(masking.list, { size: 100 })).records.map(({ name }) => name)
  expect(await names(zxs)).toEqual(expect.arrayContaining(['我的模板', '事务所标准']))
  expect(await names(other)).not.toContain('我的模板')
  await expect(other(masking.remove, { ids: own.id })).rejects.toMatchObject({ code: 404 })
  await expect(other(masking.setDefault, { id: own.id, isDefault: true })).rejects.toMatchObject({ code: 404 })
  await expect(other(masking.save, { ...template('抢', 'personal'), id: own.id, version: 1 })).rejects.toMatchObject({
    code: 404,
  })
  await expect(zxs(masking.save, template('越权', 'firm'))).rejects.toThrow('事务所模板由管理员维护')
  await expect(zxs(masking.remove, { ids: ofFirm.id })).rejects.toThrow('事务所模板由管理员维护')
  const stranger = await server.as('admin', '外所', await server.tenant())
  await expect(stranger(masking.remove, { ids: ofFirm.id })).rejects.toMatchObject({ code: 404 })
  await expect(zxs(masking.save, template('我的模板', 'personal'))).rejects.toThrow('已有同名模板')
  await zxs(masking.save, { ...template('我的模板二', 'personal'), id: own.id, version: 1 })
  await expect(
    zxs(masking.save, { ...template('我的模板三', 'personal'), id: own.id, version: 1 }),
  ).rejects.toMatchObject({ code: 409 })
})

test('a person may hide more than the firm’s default, never less', async () => {
  const ofFirm = await admin(masking.save, { ...template('底线', 'firm', { amount: 'generalise' }), words: ['海燕'] })
  await admin(masking.setDefault, { id: ofFirm.id, isDefault: true })
  const own = await other(masking.save, template('宽松', 'personal', { phone: 'keep', amount: 'keep', person: 'drop' }))
  await other(masking.setDefault, { id: own.id, isDefault: true })
  const { actions, source, name } = await other(masking.effective, {})
  expect([source, name, actions.phone, actions.amount, actions.person]).toEqual([
    'personal',
    '宽松',
    'token',
    'generalise',
    'drop',
  ])
  const masker = await openMasker(askerOf(other), { kind: 'conversation', id: 'g' })
  expect((await masker.leave(['海燕项目电话13800138000'], errand)).texts[0]).not.toMatch(/海燕|138/)
  await admin(masking.setDefault, { id: ofFirm.id, isDefault: false })
})

test('what cannot be done is refused in words', async () => {
  await expect(zxs(masking.save, template('a', 'personal', { phone: 'scale' }))).rejects.toThrow(
    'phone 不能用 scale 处理',
  )
  await expect(zxs(masking.save, { ...template('b', 'personal'), words: ['的'] })).rejects.toThrow('词语 的 太短')
  await expect(zxs(masking.save, { ...template('c', 'personal'), patterns: ['ABC'] })).rejects.toThrow('号码样式 ABC')
  await expect(zxs(masking.runs, {})).rejects.toMatchObject({ code: 403 })
})
