import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { tieOut } from '#engine/ledger/tie-out.ts'

import { readDataset } from './read-dataset.ts'
import { sheetOf, testFolder, workbookParts, zipOf } from './testing-files.ts'

const folder = testFolder()
afterAll(() => folder.remove())
const u8 = join(import.meta.dirname, '../../../e2e/fixtures/ledgers/yonyou-u8')
const fixture = (name: string, as = name) => ({ path: join(u8, name), name: as })
const text = (name: string, content: string) => ({ path: folder.file(name, content), name })
const remarksOf = ({ plans }: Awaited<ReturnType<typeof readDataset>>) =>
  plans.flatMap(({ use, remarks }) => remarks.map(({ severity, code }) => [use, severity, code]))

test('a journal whose dates, titles and name show no year is not used, and says so', async () => {
  const rows = '日期,凭证号,摘要,科目编码,借方,贷方\n01-02,记-1,收款,1001,5.00,\n01-02,记-1,收款,1122,,5.00\n'
  const dataset = await readDataset([text('序时账.csv', rows)], { year: 2025 })
  expect(remarksOf(dataset)).toEqual([[null, 'block', 'journalWithoutYear']])
  expect(dataset.built.ledger.journal.size).toBe(0)
  const named = await readDataset([text('序时账2025.csv', rows)], { year: 2025 })
  expect(named.built.ledger.journal.vouchers).toMatchObject([{ key: '01-记-1', date: '2025-01-02' }])
})

test('tables of another year are not used; last year’s trial balance is the prior one', async () => {
  const files = [fixture('发生额及余额表.xlsx'), fixture('发生额及余额表_上年.xlsx')]
  const early = await readDataset(files, { year: 2024 })
  expect(early.plans.map(({ use }) => use)).toEqual([null, 'trial_balance'])
  expect(remarksOf(early)).toEqual([[null, 'block', 'otherYear']])
  expect(early.plans[0]?.remarks[0]?.params).toMatchObject({ found: 2025, year: 2024 })
  const late = await readDataset(files, { year: 2026 })
  expect(late.plans.map(({ use }) => use)).toEqual(['prior_trial_balance', null])
})

test('the same trial balance twice is used once', async () => {
  const dataset = await readDataset([fixture('发生额及余额表.xlsx'), fixture('发生额及余额表.xlsx', '副本.xlsx')], {
    year: 2025,
  })
  expect(dataset.plans.map(({ use }) => use)).toEqual(['trial_balance', null])
  expect(remarksOf(dataset)).toEqual([[null, 'warn', 'sheetSuperseded']])
  expect(dataset.built.ledger.accounts).toHaveLength(164)
})

test('the same journal twice is named as an overlap, not added up in silence', async () => {
  const dataset = await readDataset([fixture('序时账.xlsx'), fixture('序时账.xlsx', '序时账(1).xlsx')], { year: 2025 })
  const check = tieOut(dataset.built, { subtotals: [], period: null }).checks.find(({ id }) => id === 'J07')
  expect(check?.status).toBe('fail')
  expect(check?.differences).toHaveLength(12)
  expect(check?.differences.every((difference) => difference.class === 'overlap')).toBe(true)
  expect(check?.differences[0]?.rows).toContainEqual(expect.objectContaining({ file: 1 }))
})

test('a file that cannot be read does not stop the others', async () => {
  const dataset = await readDataset(
    [
      text('照片.xlsx', '\u0089PNG'),
      fixture('发生额及余额表.xlsx'),
      text('空.csv', '\n\n'),
      text('说明.csv', '这里\n什么,都,没有\n'),
    ],
    { year: 2025 },
  )
  expect(dataset.files.map(({ problem }) => problem?.code ?? null)).toEqual([null, null, 'fileNoTable', null])
  expect(dataset.plans.map(({ use }) => use)).toEqual([null, 'trial_balance', null])
})

test('an empty sheet beside the table is passed over, an empty workbook is refused', async () => {
  const empty = folder.file('空.xlsx', zipOf(workbookParts(sheetOf([]))))
  const dataset = await readDataset([{ path: empty, name: '空.xlsx' }], { year: 2025 })
  expect(dataset.files[0]?.problem).toMatchObject({ code: 'fileNoTable', params: { file: '空.xlsx' } })
})

test('a file that breaks off in the middle is reported as such, although its beginning was readable', async () => {
  const lines = '2025-01-02,记-1,收款,1001,5.00,\n2025-01-02,记-1,收款,1122,,5.00\n'
  const content = `日期,凭证号,摘要,科目编码,借方,贷方\n${lines.repeat(40_000)}2025-01-03,记-2,"没有结束`
  const dataset = await readDataset([text('序时账.csv', content)], { year: 2025 })
  expect(dataset.files[0]?.problem).toMatchObject({
    code: 'fileUnclosedQuote',
    params: { file: '序时账.csv', row: 80_002 },
  })
})

test('cancelling rejects and hands over no further line', async () => {
  const controller = new AbortController()
  let handed = 0
  const reading = readDataset([fixture('发生额及余额表.xlsx'), fixture('序时账.xlsx')], {
    year: 2025,
    signal: controller.signal,
    onLines(lines) {
      handed += lines.length
      controller.abort(new Error('cancelled'))
    },
  })
  await expect(reading).rejects.toThrow('cancelled')
  expect(handed).toBeLessThan(1559)
})

test('a cell that is no amount is remarked with its place and counts as zero', async () => {
  const table =
    '科目编码,科目名称,期初余额,本期借方,本期贷方,期末余额\n1001,库存现金,5.00,1.00,#REF!,6.00\n1002,银行存款,1.005,0,0,1.005\n4001,实收资本,-6,0,0,-6\n'
  const dataset = await readDataset([text('余额表2025.csv', table)], { year: 2025 })
  expect(dataset.remarks.map(({ code, params }) => [code, params['row'], params['header'], params['text']])).toEqual([
    ['cellNotAmount', 2, '本期贷方', '#REF!'],
    ['cellRounded', 3, '期末余额', '1.005'],
    ['cellRounded', 3, '期初余额', '1.005'],
  ])
})
