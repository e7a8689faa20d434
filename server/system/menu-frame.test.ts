import { expect, test } from 'vitest'
import { menu } from '#contract/menu.ts'
import { readConfig } from '#server/kernel/config.ts'
import { testServer } from '#server/kernel/testing.ts'

const server = await testServer({ DIGAO_FRAME_HOSTS: 'Tax.example.com, bi.example.com:8443' })
const platform = await server.as('administrator', '平台管理', { tenantId: '000000' })
const zxs = await server.as('zxs', '张审计')
const admin = await server.as('admin', '王管理')

let made = 0
const add = (href: string, over: object = {}) => {
  made += 1
  return platform(menu.submit, { code: `out_${made}`, name: `站外${made}`, visibilityScope: 'firm', href, ...over })
}

test('a link to another site shows inside the frame, each & as #, when its host is one the operator named', async () => {
  const { id } = await add('https://tax.example.com/search?year=2025&page=2&x=1', { nameEn: 'Tax law', isOpen: 1 })
  expect(await zxs(menu.frame, { id })).toMatchObject({
    name: '站外1',
    address: 'https://tax.example.com/search?year=2025#page=2#x=1',
    host: 'tax.example.com',
    allowed: true,
    isOpen: 1,
  })
  expect(await zxs(menu.frame, { id }, { 'accept-language': 'en' })).toMatchObject({ name: 'Tax law' })
})

test.each([
  ['another host', 'https://elsewhere.example.com/'],
  ['another port', 'https://bi.example.com/'],
  ['a host that only looks alike', 'https://tax.example.com.evil.example/'],
  ['a user’s name that looks like the host', 'https://tax.example.com@evil.example/'],
])('%s is not allowed', async (_, href) => {
  const { id } = await add(href)
  expect(await zxs(menu.frame, { id })).toMatchObject({ allowed: false })
})

test('a menu that is not one’s own, has no link, or leads within the house is not found', async () => {
  const foreign = await add('https://tax.example.com/', { roles: ['teacher'] })
  const house = await add('/info/index')
  const page = await add('', { path: '/x' })
  for (const { id } of [foreign, house, page]) {
    await expect(zxs(menu.frame, { id })).rejects.toMatchObject({ code: 404 })
  }
})

test('the hosts stand in the policy of every answer, and nothing else may be framed', async () => {
  const { headers } = await server.app.inject('/health')
  expect(String(headers['content-security-policy']).split('; ')).toContain(
    'frame-src https://tax.example.com http://tax.example.com https://bi.example.com:8443 http://bi.example.com:8443',
  )
  expect(await admin(menu.frameHosts, {})).toEqual(['tax.example.com', 'bi.example.com:8443'])
  await expect(zxs(menu.frameHosts, {})).rejects.toMatchObject({ code: 403 })
})

test.each(['https://tax.example.com', 'tax.example.com/path', "x; script-src 'unsafe-inline'", '*'])(
  '%s is no host and stops the start',
  (hosts) => {
    expect(() => readConfig({ DIGAO_FRAME_HOSTS: hosts })).toThrow('DIGAO_FRAME_HOSTS')
  },
)
