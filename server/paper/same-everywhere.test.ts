import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const program = fileURLToPath(new URL('testing-generation.ts', import.meta.url))
const inProcess = async (environment: Record<string, string>, order: string) =>
  (await run(process.execPath, [program, order], { env: { ...process.env, ...environment } })).stdout

test('two processes in other time zones, languages and orders of input compute the same, to the hash', async () => {
  const [here, there] = await Promise.all([
    inProcess({ TZ: 'Asia/Shanghai', LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8' }, 'forwards'),
    inProcess({ TZ: 'America/New_York', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }, 'backwards'),
  ])
  expect(here).toMatch(/^[0-9a-f]{64} [0-9a-f]{64}$/)
  expect(there).toBe(here)
})
