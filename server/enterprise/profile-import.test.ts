import { readXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { clientProfile } from '#contract/client-profile.ts'
import { creditCodeProblem } from '#contract/credit-code.ts'
import { enterprise } from '#contract/enterprise.ts'
import { file } from '#contract/file.ts'
import { ImportResult, list } from '#contract/list.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'

let server: TestServer
let admin: Caller
let zxs: Caller
let elsewhere: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
  elsewhere = await server.as('admin', '外人', await server.tenant())
})

const known = {
  taxpayerType: 'general',
  industrySection: 'C',
  industry: '通用设备制造业',
  status: 'paused' as const,
  category: 'key',
  riskLevel: 'high',
  tags: ['出口', '高新'],
  legalRepresentative: '沈望舒',
  registeredCapital: '20000000.50',
  establishDate: '2012-06-18',
  taxAuthority: '第一税务所',
  taxCreditGrade: 'M',
  bankName: '中国银行南溟支行',
  bankAccount: '0123456789012345678',
  contact: '何静',
  phone: '+86 755-8300 0000',
  address: '南溟路88号',
}

const exported = async (who: Caller, query: Record<string, string>, columns: string[] = []) => {
  const { jobId } = await who(list.export, { list: 'enterprise', query, columns })
  const { result } = await who.done(jobId)
  return (await who.download(file.download, { id: String(result['fileId']) })).body
}
const checked = async (who: Caller, content: Buffer | string, name = '企业.xlsx') => {
  const { jobId } = await who.upload(list.import, { list: 'enterprise' }, { name, content })
  const ended = await who.done(jobId)
  return { jobId, result: ImportResult.parse(ended.result) }
}

test('every field is kept, and is what detail, list and both readings of a client say', async () => {
  const saved = await admin(enterprise.save, { enterpriseName: '全填', creditCode: testCreditCode(1), ...known })
  expect(saved).toMatchObject({ ...known, owner: admin.userId, mine: true, memberNames: ['王管理'] })
  const cleared = await admin(enterprise.update, { id: saved.id, registeredCapital: '', establishDate: '', tags: [] })
  expect(cleared).toMatchObject({ registeredCapital: '', establishDate: '', tags: [], bankAccount: known.bankAccount })
  expect((await admin(enterprise.list, { registeredCapital_ge: '1' })).total).toBe(0)
  expect((await admin(enterprise.list, { industrySection_equal: 'C', status_equal: 'paused' })).total).toBe(1)
})

test.each([
  ['a kind that the dictionary lacks', { riskLevel: '极高' }, '风险等级“极高”不在可选范围内'],
  ['capital with separators', { registeredCapital: '20,000' }, '注册资本应为不带千分位的金额'],
  ['a day that never was', { establishDate: '2023-02-30' }, '日期不正确，应为 年-月-日'],
])('%s is refused', async (_, over, says) => {
  const refused = admin(enterprise.save, { enterpriseName: '错', creditCode: testCreditCode(2), ...over })
  await expect(refused).rejects.toMatchObject({ code: 400, message: expect.stringContaining(says) })
})

test('what is exported is imported again as it was, and into another firm as the same clients', async () => {
  const saved = await admin(enterprise.save, { enterpriseName: '来回', creditCode: testCreditCode(3), ...known })
  const bytes = await exported(admin, { creditCode_equal: saved.creditCode })
  const again = await checked(admin, bytes)
  expect(again.result).toMatchObject({ updates: 1, newRows: 0, errors: 0 })
  await admin.done((await admin(list.confirm, { jobId: again.jobId })).jobId)
  const after = await admin(enterprise.detail, { id: saved.id })
  expect(after).toEqual({ ...saved, version: 2, updateTime: after.updateTime })

  const fresh = await checked(elsewhere, bytes)
  expect(fresh.result).toMatchObject({ newRows: 1, errors: 0 })
  await elsewhere.done((await elsewhere(list.confirm, { jobId: fresh.jobId })).jobId)
  const { records } = await elsewhere(enterprise.list, {})
  expect(records).toMatchObject([{ enterpriseName: '来回', creditCode: saved.creditCode, ...known }])
  // the contact came along as a contact
  const contacts = await elsewhere(clientProfile.contacts, { enterpriseId: records[0]?.id ?? '' })
  expect(contacts).toMatchObject([{ contactName: '何静', phone: known.phone, isPrimary: true }])
})

test('a dry run names what is wrong in the new columns; days and amounts are read as people write them', async () => {
  const [one, two] = [testCreditCode(10), testCreditCode(11)]
  const { result, jobId } = await checked(
    admin,
    `企业名称,统一社会信用代码,注册资本（元）,成立日期,标签,风险等级\n甲,${one},"1,234.50",2020/3/5,出口 高新,高\n乙,${two},很多,去年,,很高\n丙,${one},,,,\n`,
    'a.csv',
  )
  expect(result).toMatchObject({ newRows: 1, errors: 2 })
  const reasons = result.shown.filter(({ state }) => state === 'error').map(({ reasons }) => reasons.join())
  expect(reasons[0]).toContain('风险等级“很高”不在可选范围内')
  expect(reasons[1]).toContain('与第 2 行重复')
  await admin.done((await admin(list.confirm, { jobId, rightRows: true })).jobId)
  const { records } = await admin(enterprise.list, { creditCode_equal: one })
  expect(records).toMatchObject([
    { registeredCapital: '1234.50', establishDate: '2020-03-05', tags: ['出口', '高新'], riskLevel: 'high' },
  ])
})

test('what looks like a formula in the new columns is text to any spreadsheet, and comes back as it was', async () => {
  const hostile = {
    legalRepresentative: '=HYPERLINK("http://x")',
    taxAuthority: '@SUM(A1)',
    bankName: '+cmd|calc',
    tags: ['=1+1'],
    industry: "'; drop table firm_enterprise; --",
  }
  const saved = await admin(enterprise.save, {
    enterpriseName: '<img src=x>',
    creditCode: testCreditCode(20),
    ...hostile,
  })
  const columns = [
    'enterpriseName',
    'creditCode',
    'legalRepresentative',
    'taxAuthority',
    'bankName',
    'tags',
    'industry',
  ]
  const bytes = await exported(admin, { creditCode_equal: saved.creditCode }, columns)
  const rows = (await readXlsx(new Uint8Array(bytes))).sheets[0]?.rows ?? []
  expect(rows[1]).toEqual([
    '<img src=x>',
    saved.creditCode,
    `'=HYPERLINK("http://x")`,
    "'@SUM(A1)",
    "'+cmd|calc",
    "'=1+1",
    hostile.industry,
  ])
  const again = await checked(admin, bytes)
  await admin.done((await admin(list.confirm, { jobId: again.jobId })).jobId)
  expect(await admin(enterprise.detail, { id: saved.id })).toMatchObject({ ...hostile, enterpriseName: '<img src=x>' })
})

test('a credit code is told part by part, in both languages', async () => {
  const checkedCode = await zxs(enterprise.checkCreditCode, { creditCode: ' 9144030071526726xg ' })
  expect(checkedCode).toEqual({
    creditCode: '9144030071526726XG',
    problem: null,
    parts: {
      department: { code: '9', name: '市场监管（工商）' },
      category: { code: '1', name: '企业' },
      region: { code: '440300', name: '广东省' },
      organization: '71526726-X',
      check: 'G',
    },
    taken: null,
  })
  const english = await zxs(
    enterprise.checkCreditCode,
    { creditCode: '9144030071526726XG' },
    { 'accept-language': 'en' },
  )
  expect(english.parts).toMatchObject({ department: { name: 'Market regulation' }, region: { name: 'Guangdong' } })
  const cooperative = last('93330106MA28ABCD1')
  expect((await zxs(enterprise.checkCreditCode, { creditCode: cooperative })).parts?.category.name).toBe(
    '农民专业合作社',
  )
})

/** The code with its check character. */
const last = (body: string) =>
  Array.from('0123456789ABCDEFGHJKLMNPQRTUWXY', (end) => body + end).find((code) => !creditCodeProblem(code)) ?? ''

test.each([
  ['9144030071526726X', 'length'],
  ['9144030071526726XI', 'character'],
  ['91ABCDEF71526726XG', 'region'],
  ['9144030071526726XH', 'check'],
])('of %s the fault is the %s', async (creditCode, problem) => {
  expect(await zxs(enterprise.checkCreditCode, { creditCode })).toMatchObject({ problem, parts: null, taken: null })
})

test('a code says who has it: by name only to who may see the client, and never of another firm', async () => {
  const saved = await zxs(enterprise.save, { enterpriseName: '只此一家', creditCode: testCreditCode(30) })
  const check = { creditCode: saved.creditCode }
  expect((await zxs(enterprise.checkCreditCode, check)).taken).toEqual({ id: saved.id, enterpriseName: '只此一家' })
  expect((await zxs(enterprise.checkCreditCode, { ...check, exceptId: saved.id })).taken).toBeNull()
  const colleague = await server.as('zxs', '李审计')
  expect((await colleague(enterprise.checkCreditCode, check)).taken).toEqual({ id: '', enterpriseName: '' })
  expect((await elsewhere(enterprise.checkCreditCode, check)).taken).toBeNull()
})
