import { beforeAll, describe, expect, test } from 'vitest'
import { adjustment } from '#contract/adjustment.ts'
import { audit } from '#contract/audit.ts'
import { entry } from '#contract/entry.ts'
import { paper } from '#contract/paper.ts'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { answered, readyProject } from '#server/paper/testing-papers.ts'

const expected = readExpected('yonyou-u8')
let server: TestServer
let zxs: Caller
let projectId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await readyProject(server, zxs, 'yonyou-u8')
  await answered(zxs, projectId, expected)
})

const figure = async (cell: string) => (await zxs(paper.provenance, { projectId, cell })).value
const settled = async ({ jobId }: { jobId: string | null }) => {
  if (jobId === null) throw new Error('nothing is recomputed')
  expect(await zxs.done(jobId)).toMatchObject({ state: 'succeeded' })
}
const rowsOf = (register: string) => zxs(entry.rows, { projectId, register })
const save = async (register: string, rows: { key?: string; values: Record<string, string>; evidence?: string }[]) => {
  const { version } = await rowsOf(register)
  return zxs(entry.save, { projectId, register, version, rows })
}

const listed = async () => (await zxs(paper.list, { projectId })).map(({ paperId }) => paperId)
const standing = async (paperId: string) =>
  (await zxs(entry.papers, { projectId })).find((one) => one.paperId === paperId)

describe('a register of a paper', () => {
  test('says its columns, and that nobody has looked at it yet', async () => {
    const [donations] = await zxs(entry.registers, { projectId, paperId: 'C17' })
    expect(donations).toMatchObject({ id: 'donations', touched: false, version: 0, rows: 0, proposes: true })
    expect(donations?.columns.find(({ key }) => key === 'category')?.choices.map(({ label }) => label)).toContain(
      '限额扣除的公益性捐赠',
    )
  })

  test('proposes a row for each donation voucher, with the amount as booked', async () => {
    const proposed = await zxs(entry.suggest, { projectId, register: 'donations' })
    const total = proposed.reduce((sum, { values }) => sum + Number(values['amount']), 0)
    const booked = ['donation', 'donation_direct'].reduce((sum, tag) => sum + (expected.tax_tags[tag]?.amount ?? 0), 0)
    expect(proposed.length).toBeGreaterThan(0)
    expect(Math.round(total * 100)).toBe(booked)
  })

  test('stores nothing while a cell is wrong, and says in words which', async () => {
    const answer = await save('donations', [{ values: { name: '希望工程', amount: '十万', category: '别的' } }])
    expect(answer).toMatchObject({ saved: false, jobId: null })
    expect(answer.problems.map(({ row, column }) => [row, column])).toEqual([
      [0, 'amount'],
      [0, 'category'],
    ])
    expect(answer.problems[0]?.text).toContain('应为金额')
    expect(await rowsOf('donations')).toMatchObject({ touched: false, rows: [] })
  })

  test('decides the donations within the limit, row by row, to the fen', async () => {
    const before = await figure('E60.amount@taxable')
    const saved = await save('donations', [
      { values: { name: '希望工程', amount: '￥1,000.00元', category: '限额扣除的公益性捐赠' }, evidence: '票据001' },
      { values: { name: '老年公寓', amount: '20.5', category: 'non' } },
    ])
    expect(saved).toMatchObject({ saved: true, version: 1, problems: [] })
    await settled(saved)
    expect(await figure('C17.qualified')).toBe('1000.00')
    expect(await figure('C17.amount_listed')).toBe('1020.50')
    // a figure says who entered what it stands on, and on what proof
    const [first] = (await rowsOf('donations')).rows
    expect((await zxs(paper.provenance, { projectId, cell: `C17.listed@${first?.key}` })).entries).toMatchObject([
      {
        register: 'donations',
        label: '捐赠明细(按受赠方)',
        total: 1,
        rows: [{ name: '希望工程', value: '1000.00', evidence: '票据001', userName: '张审计' }],
      },
    ])
    expect(await figure('E60.amount@taxable')).not.toBe(before)
    const { rows } = await rowsOf('donations')
    expect(rows[0]).toMatchObject({
      values: { amount: '1000.00', category: 'limit' },
      evidence: '票据001',
      updateUserName: '张审计',
    })
  })

  test('keeps its rows in the order given, and is refused to who read an older one', async () => {
    const { version, rows } = await rowsOf('donations')
    const turned = rows.toReversed().map(({ key, values, evidence }) => ({ key, values, evidence }))
    await zxs(entry.save, { projectId, register: 'donations', version, rows: turned })
    expect((await rowsOf('donations')).rows.map(({ key }) => key)).toEqual(turned.map(({ key }) => key))
    await expect(zxs(entry.save, { projectId, register: 'donations', version, rows: [] })).rejects.toThrow(
      '数据已被他人修改，请刷新',
    )
    await expect(
      zxs(entry.save, { projectId, register: 'donations', version: version + 1, rows: [{ key: 'x', values: {} }] }),
    ).rejects.toThrow('输入表中没有行 x')
  })

  test('emptied again says that there is none, which is not the same as nobody having looked', async () => {
    await settled(await save('donations', []))
    expect(await rowsOf('donations')).toMatchObject({ touched: true, version: 3, rows: [] })
    expect(await figure('C17.amount_listed')).toBe('0.00')
  })

  test('may be left unfinished: what a row does not say is missing, not zero', async () => {
    expect((await save('donations', [{ values: { amount: '1' } }])).problems.map(({ column }) => column)).toEqual([
      'name',
    ])
    await settled(await save('donations', [{ values: { name: '希望工程', amount: '10' } }]))
    expect(await zxs(paper.provenance, { projectId, cell: 'C17.qualified' })).toMatchObject({
      status: 'missing',
      value: null,
    })
    await save('donations', [])
  })

  test('leaves a trace of who changed what', async () => {
    const admin = await server.as('admin', '李合伙')
    const { records } = await admin(audit.list, { action_equal: 'saveEntries', current: 1, size: 5 })
    expect(records.length).toBeGreaterThanOrEqual(3)
    expect(JSON.stringify(records)).toContain('希望工程')
  })

  test('of losses uses the earliest expiry first', async () => {
    await settled(
      await save('losses', [
        { values: { year: String(expected.profile.year - 1), category: '5', loss: '200' } },
        { values: { year: String(expected.profile.year - 2), category: '10', loss: '500' } },
        { values: { year: String(expected.profile.year - 4), category: '5', loss: '100' } },
        { values: { year: String(expected.profile.year - 6), category: '5', loss: '900' } },
      ]),
    )
    expect(await figure('E06.used_total')).toBe('800.00')
    expect(await figure('E06.lapsed')).toBe('900.00')
    expect(await figure('E60.amount@losses')).toBe('800.00')
    await save('losses', [])
  })
})

describe('an adjusting entry', () => {
  const lines = [
    { account: '6602', debit: '1234.56' },
    { account: '1602', credit: '1234.56' },
  ]
  const entryOf = { projectId, kind: 'aje' as const, summary: '补提折旧', basis: '折旧测算表', booked: true }

  test('that does not balance is refused in words', async () => {
    const crooked = [lines[0] ?? { account: '' }, { account: '1602', credit: '1234.55' }]
    await expect(zxs(adjustment.save, { ...entryOf, projectId, lines: crooked })).rejects.toThrow(
      '借方合计 1234.56 与贷方合计 1234.55 不等，差额 0.01',
    )
    const both = [{ account: '6602', debit: '1', credit: '1' }, ...lines]
    await expect(zxs(adjustment.save, { ...entryOf, projectId, lines: both })).rejects.toThrow(
      '第1行应只填借方或贷方一方',
    )
  })

  test('counts once it is posted: trial balance, profit, the return; and no more once withdrawn', async () => {
    const [profit, closing] = [Number(await figure('E60.amount@profit')), Number(await figure('A01.audited@1602'))]
    const { id } = await zxs(adjustment.save, { ...entryOf, projectId, lines })
    expect(await figure('E60.amount@profit')).toBe(profit.toFixed(2))
    await settled(await zxs(adjustment.post, { projectId, id }))
    expect(Number(await figure('E60.amount@profit'))).toBeCloseTo(profit - 1234.56, 2)
    expect(Number(await figure('A01.audited@1602'))).toBeCloseTo(closing - 1234.56, 2)
    expect(await figure('A04.pl_effect')).toBe('-1234.56')
    for (const check of ['E60.profit_tie', 'A04.balance', 'B04.tie', 'B01.line1'])
      expect(await figure(check)).toBe('0.00')
    const { records } = await zxs(adjustment.list, { projectId })
    expect(records).toMatchObject([{ name: 'AJE-1', state: 'posted', profitEffect: '-1234.56' }])
    await settled(await zxs(adjustment.withdraw, { projectId, id, reason: '企业已自行入账' }))
    expect(Number(await figure('E60.amount@profit'))).toBeCloseTo(profit, 2)
    await expect(zxs(adjustment.post, { projectId, id })).rejects.toThrow('AJE-1 已过账或已撤销')
  })

  test('takes the next number; one of another project is not found', async () => {
    const { id } = await zxs(adjustment.save, { ...entryOf, projectId, lines })
    const { records } = await zxs(adjustment.list, { projectId })
    expect(records.map(({ name, state }) => [name, state])).toEqual([
      ['AJE-1', 'withdrawn'],
      ['AJE-2', 'proposed'],
    ])
    const outsider = await server.as('admin', '外人', await server.tenant('别家事务所'))
    await expect(outsider(adjustment.post, { projectId, id })).rejects.toThrow('数据不存在')
  })
})

describe('a paper on demand', () => {
  test('does not stand where nothing in the books asks for it, and stands where they do', async () => {
    expect(await listed()).not.toContain('E20')
    expect(await standing('E20')).toMatchObject({ called: false, reason: 'none' })
    expect(await listed()).toContain('C21')
    expect(await standing('C21')).toMatchObject({ called: true, reason: 'books' })
  })

  test('can be added by hand, and cannot be taken out while it holds rows', async () => {
    await settled(await zxs(entry.call, { projectId, paperId: 'E20', call: 'yes' }))
    expect(await listed()).toContain('E20')
    expect(await standing('E20')).toMatchObject({ called: true, reason: 'hand' })
    await settled(
      await save('exempt_projects', [
        { values: { name: '林木项目', category: 'agri', revenue: '900', cost: '400', share: '100%' } },
      ]),
    )
    expect(await figure('E20.total')).toBe('500.00')
    await expect(zxs(entry.call, { projectId, paperId: 'E20', call: 'no' })).rejects.toThrow('已录入 1 行')
    await save('exempt_projects', [])
    await settled(await zxs(entry.call, { projectId, paperId: 'E20', call: 'no' }))
    expect(await listed()).not.toContain('E20')
    await expect(zxs(entry.call, { projectId, paperId: 'A01', call: 'no' })).rejects.toThrow('不是按需底稿')
  })
})
