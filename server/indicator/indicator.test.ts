import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { docFile } from '#contract/doc-files.ts'
import { enterprise } from '#contract/enterprise.ts'
import { file } from '#contract/file.ts'
import { indicator } from '#contract/indicator.ts'
import { ImportResult, list } from '#contract/list.ts'
import { paper } from '#contract/paper.ts'
import { project } from '#contract/project.ts'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { answered, readyProject } from '#server/paper/testing-papers.ts'

const expected = readExpected('yonyou-u8')
let server: TestServer
let admin: Caller
let zxs: Caller
let stranger: Caller
let colleague: Caller
let projectId: string
let enterpriseId: string
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王主任')
  zxs = await server.as('zxs', '张审计')
  colleague = await server.as('zxs', '赵审计')
  stranger = await server.as('admin', '他所', await server.tenant('另一家事务所'))
  projectId = await readyProject(server, zxs, 'yonyou-u8')
  await answered(zxs, projectId, expected)
  enterpriseId = (await zxs(project.detail, { id: projectId })).enterpriseId
  await zxs(enterprise.update, { id: enterpriseId, industrySection: 'C' })
})

const report = () => zxs(indicator.report, { projectId })
const of = async (id: string) => (await report()).indicators.find((one) => one.id === id)
const threshold = (over: object = {}) => ({ indicator: 'K03', low: '0.4', source: '本所2025年制造业客户', ...over })

describe('the indicators of a project', () => {
  test('stand all 36, with figures whose cells and inputs open', async () => {
    const made = await report()
    expect(made.indicators).toHaveLength(36)
    expect(made.years.map(({ year }) => year)).toEqual([2025, 2024, 2023])
    const margin = made.indicators.find(({ id }) => id === 'K03')?.rows[0]
    expect(margin?.figures[0]).toMatchObject({ value: '0.388328772466', source: 'papers', projectId, cell: 'F04.value@K03' }) // prettier-ignore
    expect(margin?.inputs.map(({ cell, value }) => [cell, value])).toEqual([
      ['F04.now@rev', '41155714.65'],
      ['F04.now@cogs', '25173766.50'],
    ])
    const how = await zxs(paper.provenance, { projectId, cell: 'F04.now@rev' })
    expect(how.inputs.map(({ cell }) => cell)).toEqual(['B01.total'])
  })

  test('say of each year where its figure is from, and what is missing is not zero', async () => {
    const debt = (await of('K14'))?.rows[0]
    expect(debt?.figures.map(({ year, source, cell }) => [year, source, cell])).toEqual([
      [2025, 'papers', 'F04.value@K14'],
      [2024, 'comparison', 'F04.before@K14'],
      [2023, 'none', ''],
    ])
    // 0.319652714292 − 0.293632818051
    expect(debt?.change).toBe('0.026019896241')
    const vat = await of('K18')
    expect(vat?.rows[0]?.figures[0]).toMatchObject({ value: null, source: 'none' })
    expect(vat?.rows[0]?.figures[0]?.why).toContain('增值税应纳税额')
    expect(vat?.verdict).toBe('noValue')
    expect(vat?.needs.map(({ name, paperId }) => [name, paperId])).toEqual([
      ['vat_returns', 'B08'],
      ['vat_payable', ''],
    ])
  })

  test('judge nothing without a threshold of the firm', async () => {
    const verdicts = new Set((await report()).indicators.map(({ verdict }) => verdict))
    expect([...verdicts].toSorted()).toEqual(['noThreshold', 'noValue'])
  })

  test('are held against the most specific threshold, which names its source', async () => {
    const wide = await admin(indicator.saveThreshold, threshold({ low: '0.2' }))
    const trade = await admin(indicator.saveThreshold, threshold({ industry: 'C', high: '0.6' }))
    const other = await admin(indicator.saveThreshold, threshold({ industry: 'F', low: '0.9' }))
    const margin = await of('K03')
    expect(margin?.verdict).toBe('outside')
    expect(margin?.rows[0]?.thresholds).toMatchObject([{ id: trade.id, low: '0.4', high: '0.6', source: '本所2025年制造业客户' }]) // prettier-ignore
    await admin(indicator.removeThresholds, { ids: trade.id })
    expect((await of('K03'))?.verdict).toBe('inside')
    await admin(indicator.removeThresholds, { ids: `${wide.id},${other.id}` })
  })

  test('carry an explanation with its evidence into paper F04, under who gave it', async () => {
    const { jobId } = await zxs(indicator.settle, { projectId, indicator: 'K03', state: 'explained', note: '新产品毛利较低', proof: '产品毛利表' }) // prettier-ignore
    await zxs.done(jobId ?? '')
    expect((await of('K03'))?.disposition).toMatchObject({
      state: 'explained',
      note: '新产品毛利较低',
      userName: '张审计',
    })
    const { cells } = await zxs(paper.sheet, { projectId, paperId: 'F04' })
    expect(cells.find(({ cell }) => cell === 'F04.note@K03')?.value).toBe('新产品毛利较低')
    await expect(zxs(indicator.settle, { projectId, indicator: 'K99', state: 'open', note: '无' })).rejects.toThrow('没有这样的指标') // prettier-ignore
    await expect(zxs(indicator.settle, { projectId, indicator: 'K03', state: 'open', note: ' ' })).rejects.toThrow('请填写说明') // prettier-ignore
  })

  test('of the next year take this one’s papers as last year', async () => {
    const [template] = await zxs(docFile.templates, {})
    const next = await zxs(project.save, { enterpriseId, projectName: '次年汇缴', year: '2026', category: 1, workpaperTemplateId: template?.id ?? '' }) // prettier-ignore
    const made = await zxs(indicator.report, { projectId: next.id })
    expect(made).toMatchObject({ year: 2026, generated: false })
    const margin = made.indicators.find(({ id }) => id === 'K03')?.rows[0]
    expect(margin?.figures.map(({ value, projectId: from }) => [value, from])).toEqual([
      [null, next.id],
      ['0.388328772466', projectId],
      [null, projectId],
    ])
    expect(margin?.change).toBeNull()
    await zxs(project.remove, { ids: next.id })
  })
})

test('the three-year picture shows every line with its cell, and says which years are not there', async () => {
  const { years, lines } = await zxs(indicator.picture, { enterpriseId })
  expect(years.map(({ year, projectId: id }) => [year, id])).toEqual([[2025, projectId], [2024, ''], [2023, '']]) // prettier-ignore
  const line = (key: string) => lines.find((one) => one.key === key)
  expect(line('rev')?.figures[0]).toMatchObject({ value: '41155714.65', cell: 'F04.now@rev' })
  expect(line('assets')?.figures.map(({ value, source }) => [value, source])).toEqual([
    ['45341559.58', 'papers'],
    ['34693930.97', 'comparison'],
    [null, 'none'],
  ])
  expect(line('assets')?.figures[2]?.why).toBe('2023年没有已生成底稿的项目')
  expect(line('K03')?.label).toBe('毛利率')
  expect(line('staff')?.figures[0]?.value).toMatch(/^\d/)
})

describe('the library of warning values', () => {
  test('holds one value per place, refuses bounds that cross and a value without a source', async () => {
    const made = await admin(indicator.saveThreshold, threshold({ region: '4403', year: 2025, high: '0.50' }))
    expect(made).toMatchObject({ low: '0.4', high: '0.5', year: 2025, version: 1 })
    await expect(admin(indicator.saveThreshold, threshold({ region: '4403', year: 2025 }))).rejects.toThrow('同一指标、行业、地区、年度的预警值已经存在') // prettier-ignore
    await expect(admin(indicator.saveThreshold, threshold({ low: '0.5', high: '0.4' }))).rejects.toThrow('下限不能大于上限') // prettier-ignore
    await expect(admin(indicator.saveThreshold, threshold({ low: '' }))).rejects.toThrow('请填写下限或上限')
    await expect(admin(indicator.saveThreshold, threshold({ source: '' }))).rejects.toThrow('请注明预警值的来源')
    await expect(admin(indicator.saveThreshold, threshold({ region: '440' }))).rejects.toThrow(
      '行政区划代码的前2、4或6位',
    )
    const changed = await admin(indicator.saveThreshold, { ...threshold({ region: '4403', year: 2025, low: '0.3' }), id: made.id, version: 1 }) // prettier-ignore
    expect(changed).toMatchObject({ low: '0.3', high: '', version: 2 })
    await expect(admin(indicator.saveThreshold, { ...threshold(), id: made.id, version: 1 })).rejects.toMatchObject({ code: 409 }) // prettier-ignore
    await admin(indicator.removeThresholds, { ids: made.id })
  })

  test('goes out as a workbook and comes in again', async () => {
    const book = await writeXlsx({
      sheets: [{ name: '预警值', rows: [
        ['指标', '比较', '行业门类', '行政区划代码', '年度', '下限', '上限', '来源'],
        ['K15', '本年数', null, '44', '2025', '0.012', null, '本所汇总'],
        ['K03', '比上年增减', null, null, null, '-0.05', '0.05', '本所汇总'],
        ['K77', '本年数', null, null, null, '1', null, '本所汇总'],
      ] }],
    }) // prettier-ignore
    const { jobId } = await admin.upload(list.import, { list: 'indicatorThreshold' }, { name: '预警值.xlsx', content: Buffer.from(book) }) // prettier-ignore
    const checked = ImportResult.parse((await admin.done(jobId)).result)
    expect(checked).toMatchObject({ rows: 3, newRows: 2, errors: 1 })
    await admin.done((await admin(list.confirm, { jobId, rightRows: true })).jobId)
    const { records } = await zxs(indicator.thresholds, { ascs: 'indicator' })
    expect(records.map(({ indicator: key, measure, region, low }) => [key, measure, region, low])).toEqual([
      ['K03', 'change', '', '-0.05'],
      ['K15', 'value', '44', '0.012'],
    ])
    const out = await admin.done((await admin(list.export, { list: 'indicatorThreshold' })).jobId)
    const { fileId } = out.result as { fileId: string }
    const { body } = await admin.download(file.download, { id: fileId })
    expect((await readXlsx(new Uint8Array(body))).sheets[0]?.rows).toHaveLength(3)
  })

  test('is the firm’s own: a consultant reads it, another firm neither sees nor changes it', async () => {
    const { records } = await zxs(indicator.thresholds, {})
    const [first] = records
    await expect(zxs(indicator.saveThreshold, threshold({ year: 2020 }))).rejects.toMatchObject({ code: 403 })
    expect((await stranger(indicator.thresholds, {})).total).toBe(0)
    await expect(stranger(indicator.removeThresholds, { ids: first?.id ?? '' })).rejects.toMatchObject({ code: 404 })
    await expect(stranger(indicator.saveThreshold, { ...threshold(), id: first?.id })).rejects.toMatchObject({ code: 404 }) // prettier-ignore
  })
})

test('another firm, and a colleague who is not assigned, find neither the project nor the enterprise', async () => {
  for (const who of [stranger, colleague]) {
    await expect(who(indicator.report, { projectId })).rejects.toMatchObject({ code: 404 })
    await expect(who(indicator.picture, { enterpriseId })).rejects.toMatchObject({ code: 404 })
    await expect(who(indicator.settle, { projectId, indicator: 'K03', state: 'open', note: '无' })).rejects.toMatchObject({ code: 404 }) // prettier-ignore
  }
})
