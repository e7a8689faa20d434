import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { complain, putBoard } from './notices.ts'
import { useSession } from './session.ts'
import { CallError, clientConfig, send } from './transport.ts'

/** What went out: the network as the browser sees it. */
const asked: { address: string; headers: Headers }[] = []
const client = {
  clientId: 'saber',
  clientSecret: 's',
  captcha: true,
  version: '1',
  humanCheck: false,
  quietCodes: [418, 451],
  apiBase: 'https://api.example.com/gateway',
}
let network: (signal: AbortSignal) => Promise<Response> = () => Promise.resolve(new Response('{}'))

beforeAll(async () => {
  vi.stubGlobal('location', new URL('https://digao.example.com/firm/index'))
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (address === '/client.json') return Promise.resolve(Response.json(client))
    asked.push({ address, headers: new Headers(init?.headers) })
    return network(init?.signal ?? new AbortController().signal)
  })
  await clientConfig()
  useSession.setState({ accessToken: 'token', tenantId: '100001' })
})
afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => {
  asked.length = 0
  network = () => Promise.resolve(new Response('{}'))
})

test('calls go to the API host with who is signed in', async () => {
  await send({ method: 'GET', path: '/sc-system/menu/tree', query: { a: 1 } })
  expect(asked[0]?.address).toBe('https://api.example.com/gateway/sc-system/menu/tree?a=1')
  expect(asked[0]?.headers.get('sc-auth')).toBe('bearer token')
})

test('the Python services are asked here, with who is signed in', async () => {
  await send({ method: 'GET', path: '/pythonapi/run' })
  expect(asked[0]?.address).toBe('/pythonapi/run')
  expect(asked[0]?.headers.get('sc-auth')).toBe('bearer token')
})

test('a full address elsewhere learns nothing of who is signed in', async () => {
  for (const path of ['https://elsewhere.example/x', 'https://api.example.com.evil.example/x', 'HTTP://evil.example']) {
    await send({ method: 'GET', path })
  }
  expect(asked).toHaveLength(3)
  for (const { headers } of asked) {
    for (const name of ['sc-auth', 'authorization', 'tenant-id']) expect(headers.get(name)).toBeNull()
  }
})

test('a call without an answer says whether it took too long or found no way', async () => {
  network = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(send({ method: 'GET', path: '/x' })).rejects.toEqual(
    new CallError('网络连接失败，请检查网络后重试', 0, {}),
  )
  vi.useFakeTimers()
  network = (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  const slow = send({ method: 'GET', path: '/x' }).catch((fault: Error) => fault.message)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await slow).toBe('请求超时，请稍后重试')
  vi.useRealTimers()
})

test('a refusal is shown; 60002 is asked, 401 and the codes of the whitelist say nothing', () => {
  const shown: string[] = []
  putBoard({
    say: () => undefined,
    complain: (text) => void shown.push(text),
    overLimit: (text) => void shown.push(`buy? ${text}`),
  })
  const refusals = [400, 401, 418, 451, 60_002].map((code) => new CallError(`refused ${code}`, code))
  for (const refusal of refusals) complain(refusal)
  expect(shown).toEqual(['refused 400', 'buy? refused 60002'])
  // where the form shows the refusal itself, the question of the limit is asked all the same
  for (const refusal of refusals) complain(refusal, true)
  expect(shown.slice(2)).toEqual(['buy? refused 60002'])
  putBoard(undefined)
})
