import { expect, test } from 'vitest'
import { csvLines } from './csv-lines.ts'

async function* rows() {
  yield ['甲,乙', '他说"好"', 12.5, null]
  yield ['两\r\n行', "'=1+1", -3, true]
}

test('a csv opens in a spreadsheet as it was: marked as UTF-8, with what needs quotes in quotes', async () => {
  let text = ''
  for await (const part of csvLines(['一', '二', '三', '四'], rows())) text += part
  expect(text).toBe('\uFEFF一,二,三,四\r\n"甲,乙","他说""好""",12.5,\r\n"两\r\n行",\'=1+1,-3,true\r\n')
})
