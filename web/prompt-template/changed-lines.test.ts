import { expect, test } from 'vitest'
import { changedLines } from './changed-lines.ts'

const shown = (before: string, after: string) =>
  changedLines(before, after).map(({ kind, text }) => `${kind === 'same' ? ' ' : kind === 'gone' ? '-' : '+'}${text}`)

test('what stayed is shown once, what went before what came', () => {
  expect(shown('甲\n乙\n丙', '甲\n丁\n丙')).toEqual([' 甲', '-乙', '+丁', ' 丙'])
  expect(shown('甲', '甲')).toEqual([' 甲'])
  expect(shown('甲\n乙', '乙\n甲')).toEqual(['-甲', ' 乙', '+甲'])
})

test('texts of thousands of lines are told apart at once', () => {
  const long = Array.from({ length: 5000 }, (_, at) => String(at)).join('\n')
  expect(changedLines(long, `${long}\nx`).length).toBe(10_001)
})
