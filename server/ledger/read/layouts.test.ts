import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { detectSheet } from '#engine/ledger/detect.ts'

/** Header samples of ten programs, gathered apart from this code (`facts/ledger-layouts.json`). */
type Layout = { erp: string; kind: string; headers: string[][] }
const facts = JSON.parse(readFileSync(join(import.meta.dirname, '../../../facts/ledger-layouts.json'), 'utf8')) as {
  layouts: Layout[]
}
const account = /科目(?:编码|代码|编号)|g\/l account|^account$/i
const layouts = facts.layouts.filter(
  ({ kind, headers }) =>
    (kind === 'journal' || kind === 'trial_balance') && headers[0]?.some((word) => account.test(word)),
)

/** A plausible cell below a header. */
function cellBelow(path: string, row: number): string | number | null {
  const samples: [RegExp, string | number][] = [
    [/日期|date/i, `2025-01-0${row}`],
    [/摘要|^text/i, `付货款${row}`],
    [/凭证字号/, `记-000${row}`],
    [/凭证编号/, `GL-202501-000${row}`],
    [/凭证号|document no/i, row],
    [/凭证字|凭证类|凭证种类|document type|category/i, '记'],
    [/科目.*(?:编码|代码|编号)|g\/l account|^account$/i, `100${row}`],
    [/科目.*名称|account name/i, '库存现金'],
    [/方向|dr\/cr/i, row % 2 === 0 ? '贷' : '借'],
    [/^币|^currency/i, '人民币'],
    [/余额|发生|借|贷|金额|balance|debit|credit|\bdr$|\bcr$/i, 100.5 + row],
  ]
  return samples.find(([words]) => words.test(path))?.[1] ?? null
}

test('there are layouts of many programs to try', () => {
  expect(layouts.length).toBeGreaterThanOrEqual(21)
})

test.each(layouts.map((layout) => [layout.erp, layout.kind, layout] as const))(
  '%s %s: kind and columns are read from the words',
  (_erp, kind, { headers }) => {
    const [upper = [], lower] = headers
    const paths = upper.map((word, column) => lower?.[column] || word)
    // Merged cells hold their word only once.
    const shown = upper.map((word, column) => (word === '' || (lower && upper[column - 1] === word) ? null : word))
    const rows = [
      { row: 1, cells: ['某公司账表'] },
      { row: 2, cells: shown },
      ...(lower ? [{ row: 3, cells: lower.map((word) => (word === '' ? null : word)) }] : []),
      ...[1, 2, 3, 4].map((row) => ({
        row: row + 4,
        cells: paths.map((path, column) => cellBelow(path || (upper[column] ?? ''), row)),
      })),
    ]
    const reading = detectSheet({ rows, sheet: 'Sheet1', file: 'export.xlsx' })
    expect(reading.kind).toBe(kind)
    expect(reading.margin).toBeGreaterThan(0.2)
    expect(reading.header?.rows).toEqual(lower ? [2, 3] : [2])
    const roles = reading.columns.map(({ role }) => role)
    expect(roles).toContain('account_code')
    const money =
      kind === 'journal'
        ? [
            ['debit', 'credit'],
            ['amount', 'side'],
          ]
        : [
            ['debit', 'credit'],
            ['ytd_debit', 'ytd_credit'],
          ]
    expect(money.some((pair) => pair.every((role) => roles.some((found) => found === role)))).toBe(true)
    // An amount in the transaction's currency is never taken for one in the books' currency.
    const foreign = reading.columns.filter(({ header }) => /原币|entered|doc\. curr/i.test(header))
    expect(foreign.map(({ role }) => role)).toEqual(foreign.map(() => 'original'))
  },
)
