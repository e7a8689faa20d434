import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { paper } from '#contract/paper.ts'
import { rulePack } from '#contract/rule-pack.ts'
import { job } from '#contract/system.ts'
import { ScenarioResult, taxReturn } from '#contract/tax-return.ts'
import { yuan } from '#engine/money.ts'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, importFiles, projectOf } from '#server/ledger/testing-import.ts'
import { answered, generated } from '#server/paper/testing-papers.ts'
import { settle } from '#server/relation/testing-bill.ts'
import { assetRegister, newMachine } from './testing-asset-register.ts'

const expected = readExpected('yonyou-u8')
let server: TestServer
let admin: Caller
let zxs: Caller
let projectId: string
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王主任')
  zxs = await server.as('zxs', '张审计')
  projectId = await projectOf(zxs)
  await importFiles(server, zxs, projectId, [...fixtureFiles('yonyou-u8'), assetRegister(expected)])
  await settle(zxs, projectId)
  await answered(zxs, projectId, expected)
  // what the books paid for the year, without last year's debt
  const paid = expected.accounts.find(({ code }) => code === '222103')
  const prepaid = yuan(BigInt((paid?.debit ?? 0) + (paid?.opening ?? 0)))
  await zxs(paper.saveParams, { projectId, params: [{ name: 'prepaid_tax', value: prepaid, evidence: '完税凭证' }] })
  await generated(zxs, projectId)
})

const enter = (
  cell: string,
  value: string | null,
  more: { label?: string; evidence?: string; version?: number } = {},
) => zxs(taxReturn.enter, { projectId, cell, value, evidence: '合同台账', ...more })
const form = (code: string) => zxs(taxReturn.form, { projectId, form: code })
const cellOf = async (code: string, name: string) =>
  (await form(code)).lines.flatMap(({ cells }) => cells).find((cell) => cell?.cell === name)
const signing = { signerName: '李税务', profession: 'tax_agent', licenceNo: '3100123456', statement: '已复核' } as const
const read = async () => (await admin(rulePack.release, {})).packHash

describe('the return', () => {
  test('holds the forms of the year, with what is filled and what is not held', async () => {
    const forms = await zxs(taxReturn.forms, { projectId })
    const byCode = new Map(forms.map((one) => [one.code, one]))
    expect(byCode.get('A100000')).toMatchObject({
      key: 'A100000@2024',
      held: true,
      uncertain: false,
      missing: 0,
      errors: 0,
    })
    expect(byCode.get('A105050')).toMatchObject({ uncertain: true })
    expect(byCode.get('A107041')).toMatchObject({ held: false, uncertain: true })
  })

  test('shows the figures of the papers, and where each comes from', async () => {
    const tax = await cellOf('A100000', 'A100000.18.1')
    expect(tax).toMatchObject({ source: 'paper', status: 'ok', paperCell: 'E60.amount@profit', byHand: false })
    const told = await zxs(taxReturn.cell, { projectId, cell: 'A105000.15.3' })
    expect(told.paper).toMatchObject({ paperId: 'C01' })
    expect(told.rules).toMatchObject([
      { id: 'ENTERTAIN', law: [{ article: '第四十三条', certainty: 'high' }, {}, {}, {}] },
    ])
    expect(told.reads).toEqual([])
  })

  test('ties out with the books: no error check fails on a clean ledger', async () => {
    const checks = await zxs(taxReturn.checks, { projectId })
    expect(checks).toHaveLength(22)
    const standing = new Map(checks.map((check) => [check.id, check.standing]))
    const open = checks.filter(({ severity, standing: how }) => severity === 'error' && how !== 'passes')
    expect(open.map(({ id, parts }) => ({ id, parts }))).toEqual([])
    expect(standing.get('X17')).toBe('waiting')
  })

  test('of a project without books still shows the lines of its year', async () => {
    const empty = await projectOf(zxs)
    const forms = await zxs(taxReturn.forms, { projectId: empty })
    expect(forms.find(({ code }) => code === 'A100000')).toMatchObject({ filled: 0, held: true })
    await expect(zxs(taxReturn.finalize, { projectId: empty })).rejects.toThrow('还没有生成底稿')
  })

  test('is not found by another firm', async () => {
    const other = await server.as('admin', '外人', await server.tenant('别家'))
    await expect(other(taxReturn.forms, { projectId })).rejects.toThrow('数据不存在')
    await expect(other(rulePack.detail, { rule: 'ENTERTAIN', projectId })).rejects.toThrow('数据不存在')
  })
})

describe('a cell entered by hand', () => {
  test('stands with its evidence and who entered it, moves what is computed from it, and can be taken back', async () => {
    expect(await cellOf('A101010', 'A101010.2.1')).toMatchObject({ source: 'paper', conflicts: [] })
    await enter('A101010.3.1', '500.00')
    await enter('A101010.5.1', '1,200')
    expect(await cellOf('A101010', 'A101010.2.1')).toMatchObject({
      source: 'paper',
      conflicts: [{ source: 'form', formula: '3+5+6+7+8', value: '1700.00' }],
    })
    const told = await zxs(taxReturn.cell, { projectId, cell: 'A101010.5.1' })
    expect(told.entry).toMatchObject({ value: '1200.00', evidence: '合同台账', updateUserName: '张审计', version: 1 })
    await enter('A101010.3.1', null)
    await enter('A101010.5.1', null)
    expect(await cellOf('A101010', 'A101010.2.1')).toMatchObject({ conflicts: [] })
    const log = await admin(audit.list, { action_equal: 'taxReturn.enter' })
    expect(log.total).toBeGreaterThanOrEqual(2)
  })

  test.each([
    ['A100000.18.1', '1', '由底稿 E60.amount@profit 填列'],
    ['A107012.3.1', '1', '由表内公式计算'],
    ['A101010.3.1', '一百', '应为金额'],
    ['A101010.3.1', '1.005', '应为金额'],
    ['A101010.99.1', '1', '没有单元格'],
    ['A100000.22.7.1', '1', '请填写优惠事项名称'],
    ['entered.nonsense', '1', '没有单元格'],
  ])('%s refuses %s in words', async (cell, value, why) => {
    await expect(enter(cell, value)).rejects.toThrow(why)
  })

  test('needs its evidence, and never overwrites a colleague unseen', async () => {
    await expect(enter('A101010.6.1', '1', { evidence: '' })).rejects.toThrow('请写明依据')
    await enter('A101010.6.1', '1', { version: 0 })
    await expect(enter('A101010.6.1', '2', { version: 0 })).rejects.toThrow('数据已被他人修改')
    await enter('A101010.6.1', null)
  })

  test('that a check compares with answers the check at once', async () => {
    const income = await cellOf('A101010', 'A101010.1.1')
    await enter('entered.vat_sales', income?.value ?? '0')
    await enter('entered.vat_reconciling', '0.01')
    const check = (await zxs(taxReturn.checks, { projectId })).find(({ id }) => id === 'X17')
    expect(check).toMatchObject({ standing: 'fails', severity: 'warn', parts: [{ difference: '-0.01' }] })
  })
})

describe('scenarios', () => {
  test('say what the small low-profit cliff costs this client', async () => {
    const { cliff, tests } = await zxs(taxReturn.smallProfit, { projectId })
    expect(tests.map(({ value }) => value)).not.toContain(null)
    expect(cliff).toMatchObject({ cap: '3000000.00', breakEven: '3800000.00', atCap: { left: '2850000.00' } })
  })

  test('compute the return under other answers and store nothing', async () => {
    const before = await zxs(paper.generation, { projectId })
    const params = [{ name: 'advert_not_allowed', value: '1000' }]
    const { jobId } = await zxs(taxReturn.scenario, { projectId, kind: 'params', params })
    const done = await zxs.done(jobId)
    expect(done).toMatchObject({
      state: 'succeeded',
      result: { changed: [{ name: 'advert_not_allowed', after: '1000.00' }] },
    })
    const lines = JSON.stringify((await zxs(job.detail, { id: jobId })).result)
    expect(lines).toContain('A105060.2.1')
    expect(await zxs(paper.generation, { projectId })).toEqual(before)
  })

  test('of the one-off deduction move depreciation, adjustments and tax by exactly what the cards say', async () => {
    const { jobId } = await zxs(taxReturn.scenario, { projectId, kind: 'one_off' })
    const done = await zxs.done(jobId)
    const more = newMachine.cost - newMachine.charge
    const result = ScenarioResult.parse(done.result)
    // one may choose only in the year after whose month it came into use
    expect(result.changed).toEqual([{ name: newMachine.code, before: 'false', after: 'true' }])
    const moved = new Map(result.lines.map(({ cell, difference }) => [cell, difference]))
    for (const cell of ['A105080.3.9', 'A105080.1.9', 'A105080.30.9', 'A100000.28.1'])
      expect([cell, moved.get(cell)]).toEqual([cell, yuan(BigInt(-more))])
    expect(result.difference).toBe(yuan(-BigInt(Math.round(more / 4))))
  })

  test('that change nothing say so', async () => {
    const { jobId } = await zxs(taxReturn.scenario, { projectId, kind: 'params' })
    expect(await zxs.done(jobId)).toMatchObject({ state: 'failed' })
  })
})

describe('the rules of the law', () => {
  test('are 55 and the statutory rate, cut by year, form and certainty, with their law', async () => {
    const all = await zxs(rulePack.list, {})
    expect(all).toHaveLength(56)
    expect(all.every(({ law, certainty }) => law.length > 0 && certainty.length > 0)).toBe(true)
    const old = await zxs(rulePack.list, { year: 2020 })
    expect(old.map(({ id }) => id)).not.toContain('WEST')
    const ads = await zxs(rulePack.list, { form: 'A105060' })
    expect(ads.map(({ id }) => id).toSorted()).toEqual(['ADVERT', 'COMMISSION'])
  })

  test('tell their figures by date, worked cases and where a project used them', async () => {
    const rule = await zxs(rulePack.detail, { rule: 'ENTERTAIN', projectId })
    expect(rule.rates.map(({ name, value }) => [name, value])).toEqual([
      ['actual_rate', '0.60'],
      ['revenue_rate', '0.005'],
    ])
    expect(rule.cases).toMatchObject([
      { given: '实际发生额 = 500000.00；计算基数 = 40000000.00', gives: '准予扣除 = 200000.00；纳税调增 = 300000.00' },
      {},
    ])
    expect(rule.used.map(({ paperId }) => paperId)).toContain('C15')
  })

  test('are signed by a named professional of the firm, once, and only as they were read', async () => {
    await expect(zxs(rulePack.sign, { packHash: await read(), ...signing })).rejects.toThrow('请求被拒绝')
    await expect(admin(rulePack.sign, { packHash: 'old', ...signing })).rejects.toThrow('规则版本已更新')
    await expect(zxs(taxReturn.finalize, { projectId })).rejects.toThrow('尚未由专业人员签发')
    await admin(rulePack.sign, { packHash: await read(), ...signing })
    await expect(admin(rulePack.sign, { packHash: await read(), ...signing })).rejects.toThrow('已签发')
    const other = await server.as('admin', '外人乙', await server.tenant('又一家'))
    expect((await other(rulePack.release, {})).signed).toBe(false)
    const { signatures } = await admin(rulePack.release, {})
    await expect(other(rulePack.revoke, { id: signatures[0]?.id ?? '', reason: '改' })).rejects.toThrow('数据不存在')
  })
})

describe('the final state', () => {
  test('stands on a signature and clean checks, closes what was entered, and shows what changed since', async () => {
    const ready = {
      signed: true,
      moved: [],
      standing: null,
      generated: true,
      stale: false,
      openChecks: [],
      openCells: [],
    }
    expect(await zxs(taxReturn.finality, { projectId })).toMatchObject(ready)
    await zxs(taxReturn.finalize, { projectId, note: '合伙人已复核' })
    await expect(enter('A101010.3.1', '1')).rejects.toThrow('申报表已定稿')
    expect(await zxs(taxReturn.finality, { projectId })).toMatchObject({
      changes: [],
      standing: { note: '合伙人已复核' },
    })
    await zxs(paper.saveParams, {
      projectId,
      params: [{ name: 'advert_not_allowed', value: '1000', evidence: '发票' }],
    })
    await generated(zxs, projectId)
    expect(await zxs(taxReturn.finality, { projectId })).toMatchObject({ changes: ['papers'] })
    await zxs(taxReturn.reopen, { projectId, reason: '客户补充资料' })
    await expect(zxs(taxReturn.reopen, { projectId, reason: '再来' })).rejects.toThrow('没有定稿')
    const { history } = await zxs(taxReturn.finality, { projectId })
    expect(history).toMatchObject([{ reopenReason: '客户补充资料', reopenUserName: '张审计', signerName: '李税务' }])
  })

  test('can be taken as a file, one sheet a form', async () => {
    const { body, headers } = await zxs.download(taxReturn.download, { projectId })
    expect(body.subarray(0, 2).toString()).toBe('PK')
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('企业所得税申报表')
  })

  test('cannot be reached once the signature is revoked', async () => {
    const { signatures } = await admin(rulePack.release, {})
    await admin(rulePack.revoke, { id: signatures[0]?.id ?? '', reason: '规则有误' })
    await expect(admin(rulePack.revoke, { id: signatures[0]?.id ?? '', reason: '再次' })).rejects.toThrow('已撤销')
    await expect(zxs(taxReturn.finalize, { projectId })).rejects.toThrow('尚未由专业人员签发')
  })
})
