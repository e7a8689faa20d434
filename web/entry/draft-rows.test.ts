import { expect, test } from 'vitest'
import type { EntryColumn } from '#contract/entry.ts'
import { blankRow, EVIDENCE, pasteAt, sameRows, setAt, totalOf } from './draft-rows.ts'

const column = (key: string, unit: EntryColumn['unit']): EntryColumn => ({
  key,
  label: key,
  unit,
  required: true,
  choices: key === 'kind' ? [{ value: 'limit', label: '限额扣除' }] : [],
})
const columns = [column('name', 'text'), column('amount', 'money'), column('kind', 'text')]

test('a block from a spreadsheet fills to the right and down, makes the rows it needs, and ends in the evidence', () => {
  const rows = pasteAt([blankRow()], columns, { row: 0, column: 'amount' }, [
    ['1,000', '限额扣除', '票据1'],
    ['十万', '限额扣除', '票据2', '多余'],
  ])
  expect(rows.map(({ values, evidence }) => [values, evidence])).toEqual([
    [{ amount: '1000.00', kind: 'limit' }, '票据1'],
    [{ amount: '十万', kind: 'limit' }, '票据2'],
  ])
})

test('a total adds what is an amount and leaves out what is none yet', () => {
  const rows = setAt(setAt([blankRow(), blankRow()], 0, 'amount', '1,000.10'), 1, 'amount', '十万')
  expect(totalOf(rows, 'amount')).toBe('1000.10')
})

test('a value taken away again leaves nothing to save', () => {
  const typed = setAt([blankRow()], 0, 'name', '甲')
  expect(sameRows(typed, [blankRow()])).toBe(false)
  expect(sameRows(setAt(typed, 0, 'name', ''), [blankRow()])).toBe(true)
  expect(sameRows(setAt(typed, 0, EVIDENCE, '票据'), typed)).toBe(false)
})
