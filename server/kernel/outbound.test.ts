import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { askOutside, isPublic } from './outbound.ts'

const both = async () => [
  { address: '93.184.215.14', family: 4 },
  { address: '127.0.0.1', family: 4 },
]
let asked = 0
const inside = createServer((request, reply) => {
  asked++
  if (request.url === '/away') reply.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
  else if (request.url === '/long') reply.end('x'.repeat(5000))
  else if (request.url !== '/silent') reply.end('the secret of the house')
})
await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
const { port } = inside.address() as AddressInfo
const host = `127.0.0.1:${port}`
afterAll(() => {
  inside.closeAllConnections()
  inside.close()
})

test.each([
  '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0', '0.0.0.0', 'localhost', '[::1]', '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fd00::1]', '[ff02::1]',
  '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1',
])('%s is not asked, however it is spelt', async (spelling) => {
  const before = asked
  for (const scheme of ['https', 'http']) {
    await expect(askOutside({ trusted: [] }, `${scheme}://${spelling}:${port}/`)).rejects.toMatchObject({
      key: 'outsideFailed',
    })
  }
  expect(asked).toBe(before)
}) // prettier-ignore

test.each([
  'file:///etc/passwd',
  'ftp://example.com/',
  'http://example.com/',
  'https://user:word@example.com/',
  'nothing',
])('%s is not asked', async (url) => {
  await expect(askOutside({ trusted: [], lookup: async () => [] }, url)).rejects.toMatchObject({ key: 'outsideFailed' })
})

test('a name whose second answer would be private is resolved once, and that address is used', async () => {
  const answers = ['127.0.0.1', '10.0.0.1']
  let looked = 0
  const lookup = async () => [{ address: answers[looked++] ?? '', family: 4 }]
  const reply = await askOutside({ trusted: [`rebound.example:${port}`], lookup }, `http://rebound.example:${port}/`)
  expect(await reply.text()).toBe('the secret of the house')
  expect(looked).toBe(1)
})

test('a name that has a public and a private address is refused', async () => {
  await expect(askOutside({ trusted: [], lookup: both }, 'https://both.example/')).rejects.toMatchObject({
    cause: { message: 'an address of a private network' },
  })
})

test('a trusted host is asked, and where it redirects to is not', async () => {
  const reply = await askOutside({ trusted: [host] }, `http://${host}/away`)
  expect([reply.status, reply.headers.get('location')]).toEqual([302, 'http://169.254.169.254/latest'])
  // trust is in one port when one is named
  await expect(askOutside({ trusted: ['127.0.0.1:1'] }, `http://${host}/`)).rejects.toMatchObject({
    key: 'outsideFailed',
  })
})

test('an answer that is too long or never comes is given up', async () => {
  await expect(askOutside({ trusted: [host] }, `http://${host}/long`, { most: 4999 })).rejects.toMatchObject({
    cause: { message: 'the answer is too long' },
  })
  await expect(askOutside({ trusted: [host] }, `http://${host}/silent`, { within: 100 })).rejects.toMatchObject({
    key: 'outsideFailed',
  })
})

test('addresses of the public internet are public', () => {
  expect(['93.184.215.14', '8.8.8.8', '2606:4700::1111'].map(isPublic)).toEqual([true, true, true])
})
