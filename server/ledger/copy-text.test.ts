import { expect, test } from 'vitest'
import { copyText } from './copy-text.ts'

test('every kind of value is written as COPY reads it', () => {
  expect(copyText(['摘要', 12, -5n, true, false, null, ''])).toBe('摘要\t12\t-5\tt\tf\t\\N\t\n')
})

test('what COPY would take for a separator, an end or an escape stays text; zero characters go', () => {
  expect(copyText(['a\tb\nc\rd\\N', '\\.', '\0甲\0'])).toBe('a\\tb\\nc\\rd\\\\N\t\\\\.\t甲\n')
})
