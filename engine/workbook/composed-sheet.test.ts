import { describe, expect, test } from 'vitest'
import { composeSheet, LOST_ROW, type PrintedRow, type Typed } from './composed-sheet.ts'
import { anchored, placed } from './free-formula.ts'
import { freePlace, freePlaceOf, rowKeys } from './row-keys.ts'

const text = (value: string | null, style = 'label') => ({ value, style })
const table = (...parties: string[]): PrintedRow[] => [
  { cells: [{ value: '往来款', style: 'title', span: 3 }] },
  { cells: [] },
  { cells: [text('明细', 'section')] },
  { cells: [text('单位', 'header'), text('余额', 'header')] },
  ...parties.map((party) => ({
    cells: [text(party), { value: 10, style: 'money', binding: `F03.close@${party}` }, text(null, 'note')],
  })),
  { cells: [text('合计', 'total'), { value: 10, style: 'total', binding: 'F03.sum' }] },
  { cells: [text('审核说明', 'section')] },
  { cells: [{ value: '', style: 'note', span: 3 }] },
]
const values: Record<string, string> = { 'F03.close@甲': '100.10', 'F03.close@乙': '0.20', 'F03.sum': '100.30' }
const compose = (rows: PrintedRow[], typed: Typed<object>[], added: { row: string; after: string }[] = []) =>
  composeSheet({ rows, columns: 3, typed, added, valueOf: (binding) => values[binding] ?? null })
const at = (rows: ReturnType<typeof compose>, key: string, column: number) =>
  rows.find((row) => row.key === key)?.cells.find((cell) => cell.column === column)
const formula = (text: string, rows = table('甲', '乙')) =>
  at(compose(rows, [{ row: '6.x', column: 0, content: { value: '', formula: text } }]), '6.x', 0)

const withLaw = (): PrintedRow[] => [
  {
    cells: [text('发生额'), { value: 10, style: 'money', binding: 'F03.sum' }, text('实施条例 第四十三条', 'note')],
  },
  { cells: [text('审核结论', 'section')] },
  { cells: [text('经审核,无差异。', 'note')] },
]

describe('what people typed keeps its place', () => {
  test('rows are named by what is bound in them, others by section and kind, not by number or language', () => {
    const keys = rowKeys(table('甲', '乙'))
    expect(keys).toEqual([
      '0.title.1',
      '0.blank.1',
      '1.section.1',
      '1.header.1',
      '@甲',
      '@乙',
      'sum',
      '2.section.1',
      '2.note.1',
    ])
    expect(rowKeys(table('乙', '丙', '甲')).at(-1)).toBe('2.note.1')
    expect(freePlaceOf(freePlace('@甲~x', 2))).toEqual({ row: '@甲~x', column: 2 })
    expect(freePlaceOf('F03.sum')).toBeNull()
  })

  test('a note beside 甲 follows 甲 when the paper is generated with other rows', () => {
    const typed = [{ row: '@甲', column: 2, content: { value: '已函证' } }]
    const place = (rows: PrintedRow[]) =>
      compose(rows, typed).findIndex(({ cells }) => cells.some(({ value }) => value === '已函证'))
    expect(place(table('甲', '乙'))).toBe(4)
    expect(place(table('乙', '丁', '甲'))).toBe(6)
  })

  test('a note whose row is gone stands below the paper', () => {
    const rows = compose(table('乙'), [{ row: '@甲', column: 2, content: { value: '已函证' } }])
    expect(rows.at(-2)?.key).toBe(LOST_ROW)
    expect(at(rows, '@甲', 2)?.value).toBe('已函证')
  })

  test('added rows stand below theirs in the order in which they were added', () => {
    const rows = compose(
      table('甲'),
      [],
      [
        { row: 'x1', after: 'sum' },
        { row: 'x2', after: 'sum' },
      ],
    )
    const keys = rows.map(({ key }) => key)
    expect(keys.slice(keys.indexOf('sum'))).toEqual(['sum', 'x1', 'x2', '2.section.1', '2.note.1'])
  })

  test('figures, headings and totals are not for typing over', () => {
    const rows = compose(table('甲'), [{ row: '@甲', column: 1, content: { value: '999' } }])
    expect(at(rows, '@甲', 1)).toMatchObject({ value: 10, free: false, typed: false })
    expect(at(rows, '1.header.1', 0)?.free).toBe(false)
    expect(at(rows, '2.note.1', 0)?.free).toBe(true)
  })

  test('the law beside a figure is not for typing over; what was written over it before stays and can be emptied', () => {
    expect(at(compose(withLaw(), []), 'sum', 2)).toMatchObject({ value: '实施条例 第四十三条', free: false })
    expect(at(compose(withLaw(), []), '1.note.1', 0)?.free).toBe(true)
    const before = compose(withLaw(), [{ row: 'sum', column: 2, content: { value: '见附件' } }])
    expect(at(before, 'sum', 2)).toMatchObject({ value: '见附件', free: true, typed: true })
  })
})

describe('formulas inside the sheet', () => {
  test('are exact, and stored by the names of rows', () => {
    const keys = rowKeys(table('甲', '乙'))
    const stored = anchored('B5+B6*2', keys)
    expect(placed(stored, rowKeys(table('丙', '甲', '乙')))).toBe('B6+B7*2')
    expect(placed(stored, rowKeys(table('甲')))).toContain('#REF!')
    expect(formula('B5+B6')).toMatchObject({ value: '100.3', typed: true })
  })

  test.each([
    ['SUM(B5:B7)', '200.6'],
    ['ROUND(B5/3,2)', '33.37'],
    ['-(1+2)*3', '-9'],
    ['MAX(B5,B6)-MIN(B5:B6)', '99.9'],
    ['AVERAGE(B5:B6)*50%', '25.075'],
    ['0.1+0.2', '0.3'],
    ['COUNT(B1:B9)', '3'],
  ])('%s gives %s', (text, value) => expect(formula(text)?.value).toBe(value))

  test.each([
    ['WEBSERVICE(A1)', { code: 'function', name: 'WEBSERVICE' }],
    ['HYPERLINK(A1)', { code: 'function', name: 'HYPERLINK' }],
    ['B5/0', { code: 'zero' }],
    ['B5+', { code: 'syntax' }],
    ['A5+1', { code: 'words' }],
    ["cmd|'/c calc'!A1", { code: 'syntax' }],
    ['((((((((((((((((((((((((((((((((((((((((((((((1))))))))))', { code: 'syntax' }],
  ])('%s gives nothing and says why', (text, problem) => {
    expect(formula(text)?.value).toBeNull()
    expect(formula(text)?.problem).toMatchObject(problem)
  })

  test('a figure that is missing is not zero', () => {
    expect(formula('B5+1', table('丙'))?.problem).toMatchObject({ code: 'missing' })
  })

  test('a circle is refused', () => {
    const rows = compose(
      table('甲'),
      [
        { row: 'x1', column: 0, content: { value: '', formula: '[~1~x1]+1' } },
        { row: 'x1', column: 1, content: { value: '', formula: '[~0~x1]' } },
      ],
      [{ row: 'x1', after: 'sum' }],
    )
    expect(at(rows, 'x1', 0)?.problem).toBeDefined()
    expect(at(rows, 'x1', 1)?.problem).toBeDefined()
  })
})
