import { expect, test } from 'vitest'
import { hashPassword, isPassword, md5 } from './password.ts'

test('a stored password is argon2id of at least 19 MiB and two passes, with a salt of its own', async () => {
  const [first, second] = await Promise.all([hashPassword(md5('a')), hashPassword(md5('a'))])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
})

test('only the md5 of the right password is right, and nothing is for nobody', async () => {
  const stored = await hashPassword(md5('Süß-密码'))
  expect(await isPassword(stored, md5('Süß-密码'))).toBe(true)
  expect(await isPassword(stored, md5('Süß-密码 '))).toBe(false)
  expect(await isPassword(stored, 'Süß-密码')).toBe(false)
  expect(await isPassword(stored, '')).toBe(false)
  expect(await isPassword(undefined, md5(''))).toBe(false)
  expect(await isPassword(undefined, '-')).toBe(false)
})
