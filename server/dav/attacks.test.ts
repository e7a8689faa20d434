import { request } from 'node:http'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dav } from '#contract/dav.ts'
import { diskLevel } from '#contract/disk-shapes.ts'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { file } from '#contract/file.ts'
import { tenant } from '#contract/tenant.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { sendTo, topFolder } from '../disk/testing-disk.ts'
import { basic, hrefs, listening, type Mount, mounted } from './testing-dav.ts'

let server: TestServer
let base: string
let zhang: Caller
let mount: Mount & { account: string; password: string; id: string }
beforeAll(async () => {
  server = await testServer()
  base = await listening(server)
})
beforeEach(async () => {
  zhang = await server.as('zxs', '张审计')
  mount = await mounted(base, zhang)
})
type Raw = { method: string; path: string; headers?: Record<string, string>; body?: string }
const raw = ({ method, path, headers = {}, body }: Raw) =>
  new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const url = new URL(base)
    const asked = request({ host: url.hostname, port: url.port, method, path, headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text, headers: reply.headers }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
const LOCK = '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>'

test('a password of one folder leads nowhere else, by no spelling of a path or of a destination', async () => {
  const space = (await zhang(disk.spaces, {})).find(({ type }) => type === 'user')
  await mount('PUT', '/dav/mine/秘密.txt', { body: '秘' })
  const { id: rootId } = await zhang(disk.makeFolder, { parentId: space?.rootId ?? '', name: '根' })
  const rooted = await mounted(base, zhang, { rootId })
  const authorization = basic(rooted.account, rooted.password)
  await rooted('PUT', '/dav/a.txt', { body: 'a' })
  const up = [
    '..',
    '%2e%2e',
    '.%2e',
    '..%2f..%2fmine',
    '..%5c',
    '%EF%BC%8E%EF%BC%8E',
    'mine',
    encodeURI('我的云盘'),
    '%00',
    '%ff',
    ';',
  ]
  for (const step of up) {
    const path = `/dav/${step}/${encodeURI('秘密.txt')}`
    expect([400, 404]).toContain((await raw({ method: 'GET', path, headers: { authorization } })).status)
    for (const destination of [`/dav/${step}/b.txt`, `${base}/dav/${step}/b.txt`])
      for (const method of ['COPY', 'MOVE'])
        expect([400, 409, 502]).toContain(
          (await raw({ method, path: '/dav/a.txt', headers: { authorization, destination } })).status,
        )
  }
  const { host } = new URL(base)
  for (const destination of [
    'http://evil.example/dav/b.txt',
    '//evil.example/dav/b.txt',
    `http://${host}@evil.example/dav/b.txt`,
    '/sc-llm/x',
  ])
    expect((await raw({ method: 'MOVE', path: '/dav/a.txt', headers: { authorization, destination } })).status).toBe(
      502,
    )
  expect((await rooted('GET', '/dav/a.txt')).text).toBe('a')
}, 60_000)

const ask = (body: string) => mount('PROPFIND', '/dav/mine', { body, headers: { depth: '0' } })
const props = (count: number) => `<propfind xmlns="DAV:"><prop>${'<a xmlns="urn:x"/>'.repeat(count)}</prop></propfind>`

test('a body that asks for more than any program does is refused before it is worked on', async () => {
  const prefixes = Array.from({ length: 2_500 }, (_, no) => `xmlns:p${no}="u"`).join(' ')
  expect((await ask(props(150))).status).toBe(207)
  expect((await ask(props(1_990))).status).toBe(400)
  expect((await ask(`<propfind xmlns="DAV:" ${prefixes}><allprop/></propfind>`)).status).toBe(400)
  expect((await ask('<!DOCTYPE x [<!ENTITY a "b">]><propfind xmlns="DAV:"><allprop/></propfind>')).status).toBe(400)
})

test('who may only look is told so before a byte of his file is taken', async () => {
  const boss = await server.as('admin', '王管理')
  const firm = (await boss(disk.spaces, {})).find(({ type }) => type === 'firm')
  const { id } = await boss(disk.makeFolder, { parentId: firm?.rootId ?? '', name: '只读' })
  const rules = [{ subject: 'user' as const, subjectId: zhang.userId, level: diskLevel.download }]
  await boss(disk.saveRules, { id, inherits: true, rules })
  const path = encodeURI('/dav/firm/只读/大.bin')
  const authorization = basic(mount.account, mount.password)
  const status = await new Promise((resolve, reject) => {
    const url = new URL(base)
    const headers = { authorization, 'content-length': '1000000' }
    const asked = request({ host: url.hostname, port: url.port, method: 'PUT', path, headers }, (reply) => {
      resolve(reply.statusCode)
      asked.destroy()
    })
    asked.on('error', reject)
    asked.write('begin')
  })
  expect(status).toBe(403)
})

test('the password of somebody whose firm was stopped opens nothing', async () => {
  const firm = await server.tenant()
  const wang = await server.as('zxs', '王审计', firm)
  const there = await mounted(base, wang)
  const ask = async () => (await there('PROPFIND', '/dav/', { headers: { depth: '0' } })).status
  expect(await ask()).toBe(207)
  const platform = await server.as('administrator', '平台', { tenantId: '000000' })
  const { id } = await platform(tenant.detail, { id: firm.tenantId })
  await platform(tenant.setting, { ids: id, expireTime: '2020-01-01' })
  expect(await ask()).toBe(401)
})

test('a revoked password lets go what programs had locked with it, and only that', async () => {
  const other = await mounted(base, zhang)
  await mount('PUT', '/dav/mine/甲.txt', { body: '一' })
  await mount('PUT', '/dav/mine/乙.txt', { body: '一' })
  expect((await mount('LOCK', '/dav/mine/甲.txt', { body: LOCK })).status).toBe(200)
  expect((await other('LOCK', '/dav/mine/乙.txt', { body: LOCK })).status).toBe(200)
  await zhang(dav.revoke, { id: mount.id })
  expect((await other('PUT', '/dav/mine/甲.txt', { body: '二' })).status).toBe(204)
  expect((await other('PUT', '/dav/mine/乙.txt', { body: '二' })).status).toBe(423)
})

test('wrong passwords are slowed down by address; the right one still comes in', async () => {
  const wrong = basic(mount.account, `dw_000000_${'x'.repeat(27)}`)
  const ask = async () =>
    (await raw({ method: 'PROPFIND', path: '/dav/', headers: { authorization: wrong, depth: '0' } })).status
  let status = 401
  for (let tries = 0; status === 401 && tries <= 61; tries++) status = await ask()
  expect(status).toBe(429)
  expect((await mount('PROPFIND', '/dav/', { headers: { depth: '0' } })).status).toBe(207)
}, 60_000)

test('a name with a blank at its ends is refused, not kept under another', async () => {
  await mount('PUT', '/dav/mine/平.txt', { body: '一' })
  for (const name of [' 前.txt', '后.txt ', '中 间 ']) {
    const headers = { destination: encodeURI(`${base}/dav/mine/${name}`) }
    const answers = [
      await mount('PUT', `/dav/mine/${name}`, { body: 'x' }),
      await mount('MKCOL', `/dav/mine/${name}`),
      await mount('MOVE', '/dav/mine/平.txt', { headers }),
      await mount('COPY', '/dav/mine/平.txt', { headers }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(answers[0]?.text).toContain('首尾不能有空格')
  }
  const { text } = await mount('PROPFIND', '/dav/mine/', { headers: { depth: '1' } })
  expect(hrefs(text).toSorted()).toEqual(['/dav/mine/', '/dav/mine/平.txt'].toSorted())
})

test('of one name written at once through the page and by programs, every content is kept', async () => {
  const send = sendTo(base)
  const folder = await topFolder(zhang, 'user')
  const contents = [0, 1].flatMap((no) => [`程序${no}`, `网页${no}`])
  const answers = await Promise.all(
    contents.map(async (content) =>
      content.startsWith('程序')
        ? (await mount('PUT', '/dav/mine/同名.txt', { body: content })).status
        : (await send(zhang, { folder, name: '同名.txt', content })).skipped,
    ),
  )
  for (const answer of answers) expect([201, 204, false]).toContain(answer)
  const { records } = await zhang(disk.list, { parentId: folder })
  expect(records.map(({ name }) => name)).toEqual(['同名.txt'])
  const versions = await zhang(diskFile.versions, { id: records[0]?.id ?? '' })
  expect(versions.map(({ no }) => no).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4])
  const kept = await Promise.all(
    versions.map(async ({ fileId }) => (await zhang.download(file.download, { id: fileId })).body.toString()),
  )
  expect(kept.toSorted()).toEqual(contents.toSorted())
})
