import { expect, test } from 'vitest'
import { callsOut } from './calls-out.ts'

test.each([
  "cmd|' /c calc'!A0",
  "1+'MSEXCEL'|'\\..\\cmd.exe /c calc'!A0",
  "SUM(-Reuters | 'x'!y)",
  "A1-Reuters|'x'!y",
  '[1]Sheet1!A1',
  "'C:\\x\\[book.xlsx]Sheet'!A1",
  "'C:\\it''s\\[a''s book.xlsx]Sheet'!A1",
  "'[book.xlsx]'!A1",
  "'file:///x'#$Sheet.A1",
  'WEBSERVICE("http://x")',
])('%s reaches out', (formula) => {
  expect(callsOut(formula)).toBe(true)
})

test.each([
  'SUM(A1:A9)',
  '"a|b!"&A1',
  "'收入 成本'!B2",
  'Table1[[#All],[额]]',
  '{1|2}*Sheet1!A1',
  'HYPERLINK("#Sheet1!A1")',
])('%s stays in its workbook', (formula) => {
  expect(callsOut(formula)).toBe(false)
})

test('a formula as long as formulas may be is answered at once, whatever it is made of', () => {
  const blanks = ' '.repeat(8190)
  for (const formula of [`-${blanks}`, '- '.repeat(4096), `-${blanks}|!`, "'[".repeat(4096), `${'=a|'.repeat(2730)}!`])
    expect(typeof callsOut(formula)).toBe('boolean')
})
