import { expect, test } from 'vitest'
import { testServer } from './testing.ts'

test('WebAssembly is compiled by the thread that hashes files, and nowhere else', async () => {
  const { app } = await testServer()
  const policyOf = async (url: string) => String((await app.inject({ url })).headers['content-security-policy'])
  for (const url of [
    '/',
    '/file-viewer/index',
    '/assets/pdf-worker-a1.js',
    '/sc-llm/hash-worker-a1.js',
    '/x?/assets/hash-worker-a1.js',
  ])
    expect(await policyOf(url)).toContain("script-src 'self';")
  const hasher = await policyOf('/assets/hash-worker-CVm8Z3C_.js')
  expect(hasher).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'")
})
