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

test('links for strangers, and all behind the front door, stay out of indexes and tell nobody where one came from', async () => {
  const { app } = await testServer()
  const headersOf = async (url: string) => (await app.inject({ url })).headers
  for (const url of ['/s/abc', '/request/abc', '/sc-llm/freeApi/share/show?ticket=x', '/file-viewer/index'])
    expect(await headersOf(url)).toMatchObject({
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'referrer-policy': 'no-referrer',
    })
  for (const url of ['/', '/portal', '/portal?x=1']) expect((await headersOf(url))['x-robots-tag']).toBeUndefined()
})
