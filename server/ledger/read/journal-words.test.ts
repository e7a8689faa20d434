import { afterAll, expect, test } from 'vitest'
import { readDataset } from './read-dataset.ts'
import { testFolder } from './testing-files.ts'

const folder = testFolder()
afterAll(() => folder.remove())
const journalOf = async (...rows: string[]) => {
  const { built } = await readDataset([{ path: folder.file('序时账.csv', rows.join('\n')), name: '序时账.csv' }], {
    year: 2025,
  })
  return built.ledger.journal.vouchers.map(({ key, date }) => `${key} ${date}`)
}

test('a year in a column of its own counts: a voucher of another year is not of this one', async () => {
  const vouchers = Array.from({ length: 6 }, (_, at) => [2025, at + 1, 8, at + 1])
  const rows = [...vouchers, [2024, 12, 31, 7]].flatMap(([year, month, day, number]) => [
    `${year},${month},${day},记,${number},提现,1001,库存现金,10.00,`,
    `${year},${month},${day},记,${number},提现,1002,银行存款,,10.00`,
  ])
  const found = await journalOf(
    '序时账',
    '单位：某某有限公司,,2025年度',
    '年,月,日,凭证类型,凭证编号,摘要,科目编号,科目,借方发生额,贷方发生额',
    ...rows,
  )
  expect(found.at(0)).toBe('01-记-1 2025-01-08')
  expect(found.at(-1)).toBe('12-记-7 2024-12-31')
})

test.each(['Journal Type', 'Voucher Type', 'Document Type', 'Doc Category'])(
  '%s is the word of a voucher',
  async (word) => {
    const found = await journalOf(
      `Posting Date,${word},Voucher No,Line,Description,Account No.,Account Name,Debit,Credit`,
      '2025-01-02,收,1,1,cash,1001,Cash,10.00,',
      '2025-01-02,收,1,2,cash,1002,Bank,,10.00',
      '2025-01-03,付,1,1,cash,1002,Bank,10.00,',
      '2025-01-03,付,1,2,cash,1001,Cash,,10.00',
    )
    expect(found).toEqual(['01-收-1 2025-01-02', '01-付-1 2025-01-03'])
  },
)
