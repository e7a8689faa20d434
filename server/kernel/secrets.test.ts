import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSecrets } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'digao-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('keys are made once, long enough and for their owner alone', async () => {
  const [first, second] = await Promise.all([openSecrets(folder), openSecrets(folder)])
  expect(second).toEqual(first)
  expect(await openSecrets(folder)).toEqual(first)
  expect(first.tokenKey.length).toBe(32)
  const rest = [first.clientSecret, first.ownerPassword, first.appPassword]
  expect(rest.every((secret) => secret.length >= 32)).toBe(true)
  expect(new Set([...rest, first.tokenKey.toString('hex')]).size).toBe(4)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test.each(['', '{', '{}', '{"tokenKey":"abcd","clientSecret":"a","ownerPassword":"b","appPassword":"c"}'])(
  'a key file that holds %j stops the start with what to do',
  async (text) => {
    const damaged = mkdtempSync(join(folder, 'damaged-'))
    writeFileSync(join(damaged, 'secrets.json'), text)
    await expect(openSecrets(damaged)).rejects.toThrow(/are damaged. Bring the file back from a backup/)
  },
)
