import { describe, expect, test } from 'vitest'
import type { WorkbookOp } from '#contract/workbook.ts'
import { clashesOf, contentOf, inverseOf, keptOps, pastedCells, typedAfter, type Typing } from './paper-edits.ts'

const put = (row: string, column: number, value: string | null): WorkbookOp => ({
  kind: 'cell',
  row,
  column,
  content: value === null ? null : { value },
})
const nothing: Typing = { free: [], rows: [] }

describe('typing into a paper', () => {
  test('undo takes back cells and rows, with what stood there before', () => {
    const before = typedAfter(nothing, [put('a', 0, '旧'), { kind: 'row', row: 'x1', after: 'a' }, put('x1', 2, '行')])
    const ops: WorkbookOp[] = [put('a', 0, '新'), put('b', 1, '又'), { kind: 'row', row: 'x1', after: null }]
    const after = typedAfter(before, ops)
    expect(after).toEqual({
      free: [
        { row: 'a', column: 0, content: { value: '新' } },
        { row: 'b', column: 1, content: { value: '又' } },
      ],
      rows: [],
    })
    const back = typedAfter(after, inverseOf(before, ops))
    expect(back.rows).toEqual(before.rows)
    expect(back.free).toEqual(expect.arrayContaining([...before.free]))
    expect(back.free).toHaveLength(before.free.length)
  })

  test('only cells that both changed, to something else, are asked about', () => {
    const mine = [put('a', 0, '我'), put('b', 0, '同'), put('c', 0, '只我'), put('x1', 0, '进去')]
    const theirs: WorkbookOp[] = [
      put('a', 0, '他'),
      put('b', 0, '同'),
      put('d', 0, '只他'),
      { kind: 'row', row: 'x1', after: null },
    ]
    expect(clashesOf(mine, theirs).map(({ place, mine: m, theirs: o }) => [place, m?.value, o?.value])).toEqual([
      ['~0~a', '我', '他'],
      ['~0~x1', '进去', undefined],
    ])
    expect(keptOps(mine, new Set(['~0~a']))).toEqual([put('b', 0, '同'), put('c', 0, '只我'), put('x1', 0, '进去')])
  })

  test.each([
    [
      '甲\t1\r\n乙\t2\r\n',
      [
        ['甲', '1'],
        ['乙', '2'],
      ],
    ],
    ['"两\n行"\t"说""好"""', [['两\n行', '说"好"']]],
    ['一格', [['一格']]],
    ['a\t\tb', [['a', '', 'b']]],
    ['5" pipe\tx', [['5" pipe', 'x']]],
  ])('a clipboard of %j becomes cells', (text, cells) => expect(pastedCells(text)).toEqual(cells))

  test.each([
    ['1,234.50', { value: '1234.50' }],
    ['5%', { value: '0.05', look: { format: 'percent' } }],
    ['12.5%', { value: '0.125', look: { format: 'percent' } }],
    ['见附件', { value: '见附件' }],
    ['２０', { value: '20' }],
    ['007', { value: '007' }],
  ])('%s is kept as %j', (typed, content) => expect(contentOf(typed, undefined)).toEqual(content))
})
