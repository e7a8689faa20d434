import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { md5 } from './md5.ts'

test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    '57edf4a22be3c955ac49da2e2107b67a',
  ],
])('the vectors of RFC 1321: %s', (text, hex) => {
  expect(md5(text)).toBe(hex)
})

test('passwords of every length and script hash as the server expects', () => {
  for (let length = 0; length < 200; length++) {
    const text = '密a码9🔑'.repeat(40).slice(0, length).toWellFormed()
    expect(md5(text)).toBe(createHash('md5').update(text).digest('hex'))
  }
})
