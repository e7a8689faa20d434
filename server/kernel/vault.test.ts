import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './vault.ts'

const secrets = { tokenKey: randomBytes(32), clientSecret: '', ownerPassword: '', appPassword: '' }

test('what is sealed shows nothing, twice differs, and opens again', () => {
  const one = seal(secrets, 'sms', '密钥 secret-1')
  expect(one).not.toContain('secret-1')
  expect(seal(secrets, 'sms', '密钥 secret-1')).not.toBe(one)
  expect(unseal(secrets, 'sms', one)).toBe('密钥 secret-1')
})

test('another purpose, another deployment and a changed text do not open', () => {
  const sealed = seal(secrets, 'sms', 'secret-1')
  expect(() => unseal(secrets, 'datasource', sealed)).toThrow(/authenticate/)
  expect(() => unseal({ ...secrets, tokenKey: randomBytes(32) }, 'sms', sealed)).toThrow(/authenticate/)
  expect(() => unseal(secrets, 'sms', `${sealed.slice(0, -2)}AA`)).toThrow(/authenticate/)
  expect(() => unseal(secrets, 'sms', 'secret-1')).toThrow('not sealed')
})
