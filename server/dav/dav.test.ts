import { request } from 'node:http'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dav } from '#contract/dav.ts'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { trash } from '#contract/trash.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
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
const ask = async (authorization?: string) =>
  await fetch(`${base}/dav/`, {
    method: 'PROPFIND',
    headers: { depth: '0', ...(authorization && { authorization }) },
  })
const mine = '/dav/mine'
const ofMine = async (who: Caller) => {
  const space = (await who(disk.spaces, {})).find(({ type }) => type === 'user')
  return (await who(disk.list, { parentId: space?.rootId ?? '' })).records
}
const to = (path: string) => ({ destination: base + encodeURI(path) })
const put = async (path: string, body: string, headers: Record<string, string> = {}) =>
  (await mount('PUT', path, { body, headers })).status

describe('who may come in', () => {
  test('an app password with its account, and nothing else; the sign-in password does not', async () => {
    const unknown = await ask()
    expect(unknown.status).toBe(401)
    expect(unknown.headers.get('www-authenticate')).toBe('Basic realm="Digao", charset="UTF-8"')
    expect((await ask(basic(mount.account, mount.password))).status).toBe(207)
    expect((await ask(basic(mount.account.toUpperCase(), mount.password))).status).toBe(207)
    for (const [account, password] of [
      [mount.account, server.password],
      [mount.account, 'Test-1234'],
      ['someone', mount.password],
      [mount.account, `${mount.password}x`],
      [mount.account, mount.password.replace(/^dw_[^_]+/, 'dw_000000')],
    ] as const)
      expect((await ask(basic(account, password))).status).toBe(401)
    expect((await ask(`Bearer ${zhang.accessToken}`)).status).toBe(401)
  })

  test('a revoked password, and that of somebody who was switched off, opens nothing at once', async () => {
    const [row] = await zhang(dav.list, {})
    expect(row).toMatchObject({ name: '测试', tail: mount.password.slice(-4), readOnly: false })
    expect(JSON.stringify(row)).not.toContain(mount.password.slice(-20))
    await mount('PROPFIND', '/dav/', { headers: { depth: '0' } })
    expect((await zhang(dav.list, {}))[0]).toMatchObject({ seenAddress: '127.0.0.1' })
    await zhang(dav.revoke, { id: mount.id })
    expect((await mount('PROPFIND', '/dav/', { headers: { depth: '0' } })).status).toBe(401)
    const li = await server.as('zxs', '李审计')
    const theirs = await mounted(base, li)
    await server.kernel.database.inTenant({ tenantId: li.tenantId, userId: li.userId }, (db) =>
      db.updateTable('app_user').set({ status: 0 }).where('id', '=', li.userId).execute(),
    )
    expect((await theirs('PROPFIND', '/dav/', { headers: { depth: '0' } })).status).toBe(401)
  })

  test('nobody revokes or sees the password of another; each sees his own spaces', async () => {
    const li = await server.as('admin', '李管理')
    await expect(li(dav.revoke, { id: mount.id })).rejects.toMatchObject({ code: 404 })
    expect(await li(dav.list, {})).toEqual([])
    await put(`${mine}/私事.txt`, '只有我看')
    const theirs = await mounted(base, li)
    const seen = await theirs('PROPFIND', mine, { headers: { depth: '1' } })
    expect(hrefs(seen.text)).toEqual(['/dav/mine/'])
    const stranger = await mounted(base, await server.as('admin', '外所', await server.tenant()))
    expect(hrefs((await stranger('PROPFIND', '/dav/firm', { headers: { depth: '1' } })).text)).toEqual(['/dav/firm/'])
  })

  test('a read-only password reads, one of a folder opens that and nothing above it', async () => {
    await mount('MKCOL', `${mine}/资料`)
    await put(`${mine}/资料/甲.txt`, '甲')
    await put(`${mine}/外.txt`, '外')
    const folder = (await ofMine(zhang)).find(({ kind }) => kind === 'folder')
    const reader = await mounted(base, zhang, { readOnly: true, rootId: folder?.id ?? '' })
    expect(hrefs((await reader('PROPFIND', '/dav/', { headers: { depth: '1' } })).text)).toEqual([
      '/dav/',
      '/dav/甲.txt',
    ])
    expect((await reader('GET', '/dav/甲.txt')).text).toBe('甲')
    for (const [method, path] of [
      ['PUT', '/dav/乙.txt'],
      ['DELETE', '/dav/甲.txt'],
      ['MKCOL', '/dav/新'],
      ['LOCK', '/dav/甲.txt'],
    ] as const)
      expect((await reader(method, path)).status).toBe(403)
    for (const path of [
      '/dav/外.txt',
      '/dav/mine/外.txt',
      '/dav/../mine/外.txt',
      '/dav/%2e%2e/外.txt',
      '/dav/..%2f外.txt',
    ])
      expect(
        (await fetch(base + path, { headers: { authorization: basic(reader.account, reader.password) } })).status,
      ).not.toBe(200)
  })

  test('a page of another site gets nothing by a password that the browser remembers', async () => {
    expect((await mount('GET', `${mine}/`, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
  })
})

describe('files and folders', () => {
  test('what is stored by a program stands on screen, version upon version, and the other way round', async () => {
    expect(await put(`${mine}/年报 2025.txt`, '第一版')).toBe(201)
    expect(await put(`${mine}/年报 2025.txt`, '第二版')).toBe(204)
    const [file] = await ofMine(zhang)
    expect(file).toMatchObject({ name: '年报 2025.txt', versionNo: 2 })
    const versions = await zhang(diskFile.versions, { id: file?.id ?? '' })
    expect(versions).toHaveLength(2)
    const space = (await zhang(disk.spaces, {})).find(({ type }) => type === 'user')
    await zhang(disk.makeFolder, { parentId: space?.rootId ?? '', name: '由网页新建' })
    const listed = await mount('PROPFIND', mine, { headers: { depth: '1' } })
    expect(hrefs(listed.text)).toEqual(['/dav/mine/', '/dav/mine/由网页新建/', '/dav/mine/年报 2025.txt'])
    expect(listed.text).toContain('<D:getcontentlength>9</D:getcontentlength>')
  })

  test('is read whole, in part, and not again while it is the same', async () => {
    await put(`${mine}/a.txt`, '0123456789')
    const whole = await mount('GET', `${mine}/a.txt`)
    const etag = whole.headers.get('etag') ?? ''
    expect(whole.text).toBe('0123456789')
    const part = await mount('GET', `${mine}/a.txt`, { headers: { range: 'bytes=2-4' } })
    expect(part).toMatchObject({ status: 206, text: '234' })
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10')
    expect((await mount('GET', `${mine}/a.txt`, { headers: { range: 'bytes=20-' } })).status).toBe(416)
    expect((await mount('GET', `${mine}/a.txt`, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await mount('HEAD', `${mine}/a.txt`)
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers.get('content-length')).toBe('10')
    expect(whole.headers.get('content-disposition')).toBe('attachment')
  })

  test('conditions keep one program from writing over another’s work', async () => {
    await put(`${mine}/a.txt`, '一')
    const etag = (await mount('HEAD', `${mine}/a.txt`)).headers.get('etag') ?? ''
    expect(await put(`${mine}/a.txt`, '二', { 'if-match': etag })).toBe(204)
    expect(await put(`${mine}/a.txt`, '三', { 'if-match': etag })).toBe(412)
    expect(await put(`${mine}/a.txt`, '四', { 'if-none-match': '*' })).toBe(412)
    expect(await put(`${mine}/b.txt`, '五', { 'if-none-match': '*' })).toBe(201)
    expect((await mount('GET', `${mine}/a.txt`)).text).toBe('二')
  })

  test('an upload that is cut off leaves what was there', async () => {
    await put(`${mine}/a.txt`, '完整的内容')
    await new Promise<void>((resolve) => {
      const torn = request(`${base}${mine}/a.txt`, {
        method: 'PUT',
        headers: { authorization: basic(mount.account, mount.password), 'content-length': '1000000' },
      })
      torn.on('error', () => resolve())
      torn.on('close', () => resolve())
      torn.write('半')
      setTimeout(() => torn.destroy(), 200)
    })
    expect((await mount('GET', `${mine}/a.txt`)).text).toBe('完整的内容')
    expect((await ofMine(zhang))[0]?.versionNo).toBe(1)
  })

  test('a space that is full says so (507) and keeps what it has; its quota is told', async () => {
    const firm = await server.tenant()
    const boss = await server.as('admin', '王管理', firm)
    const space = (await boss(disk.spaces, {})).find(({ type }) => type === 'firm')
    await boss(disk.saveSpace, { id: space?.id ?? '', quotaBytes: 10 })
    const mounting = await mounted(base, boss)
    expect((await mounting('PUT', '/dav/firm/a.txt', { body: '1234567' })).status).toBe(201)
    expect((await mounting('PUT', '/dav/firm/b.txt', { body: '1234567' })).status).toBe(507)
    expect((await mounting('GET', '/dav/firm/b.txt')).status).toBe(404)
    const asked = await mounting('PROPFIND', '/dav/firm', {
      headers: { depth: '0' },
      body: '<propfind xmlns="DAV:"><prop><quota-available-bytes/><quota-used-bytes/></prop></propfind>',
    })
    expect(asked.text).toContain('<D:quota-available-bytes>3</D:quota-available-bytes>')
    expect(asked.text).toContain('<D:quota-used-bytes>7</D:quota-used-bytes>')
  })

  test('deleting goes to the recycle bin and can be restored from there', async () => {
    await mount('MKCOL', `${mine}/底稿`)
    await put(`${mine}/底稿/甲.txt`, '甲')
    expect((await mount('DELETE', `${mine}/底稿`)).status).toBe(204)
    expect((await mount('GET', `${mine}/底稿/甲.txt`)).status).toBe(404)
    const [row] = (await zhang(trash.list, {})).records
    expect(row).toMatchObject({ kind: 'disk', name: '底稿', folders: true })
    await zhang(trash.restore, { ids: [row?.id ?? ''] })
    expect((await mount('GET', `${mine}/底稿/甲.txt`)).text).toBe('甲')
  })

  test('copies and moves; a file saved over another keeps the other’s history', async () => {
    await mount('MKCOL', `${mine}/甲`)
    await put(`${mine}/甲/1.txt`, '一')
    expect((await mount('COPY', `${mine}/甲`, { headers: to(`${mine}/乙`) })).status).toBe(201)
    expect((await mount('GET', `${mine}/乙/1.txt`)).text).toBe('一')
    expect((await mount('MOVE', `${mine}/乙/1.txt`, { headers: to(`${mine}/甲/2.txt`) })).status).toBe(201)
    expect(
      (await mount('MOVE', `${mine}/甲/2.txt`, { headers: { ...to(`${mine}/甲/1.txt`), overwrite: 'F' } })).status,
    ).toBe(412)
    await put(`${mine}/甲/2.txt`, '二')
    expect((await mount('MOVE', `${mine}/甲/2.txt`, { headers: to(`${mine}/甲/1.txt`) })).status).toBe(204)
    expect((await mount('GET', `${mine}/甲/1.txt`)).text).toBe('二')
    expect((await mount('MOVE', `${mine}/甲`, { headers: to(`${mine}/甲/里`) })).status).toBe(403)
    expect(
      (await mount('MOVE', `${mine}/甲`, { headers: { destination: 'https://elsewhere.example/dav/mine/x' } })).status,
    ).toBe(502)
    expect((await mount('DELETE', mine)).status).toBe(403)
  })

  test('says what is not possible in the protocol’s words', async () => {
    expect((await mount('PROPFIND', mine, { headers: { depth: 'infinity' } })).text).toContain('propfind-finite-depth')
    expect((await mount('MKCOL', `${mine}/没有/里面`)).status).toBe(409)
    expect(await put(`${mine}/没有/甲.txt`, '甲')).toBe(409)
    expect(await mount('PUT', `${mine}/坏:名.txt`, { body: '甲' })).toMatchObject({ status: 403 })
    expect((await mount('MKCOL', `${mine}/x`, { body: '<x/>' })).status).toBe(415)
    expect((await mount('GET', '/dav/没有的空间/甲.txt')).status).toBe(404)
    for (const body of [
      '<a',
      '<!DOCTYPE x [<!ENTITY e "x">]><propfind xmlns="DAV:"><allprop/></propfind>',
      '<a:b/>',
      '<x>'.repeat(60),
    ])
      expect((await mount('PROPFIND', mine, { headers: { depth: '0' }, body })).status).toBe(400)
    const big = `<propfind xmlns="DAV:"><prop>${'<a/>'.repeat(20_000)}</prop></propfind>`
    expect((await mount('PROPFIND', mine, { headers: { depth: '0' }, body: big })).status).toBe(413)
  })
})

describe('locks and notes', () => {
  const info =
    '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype><owner>张</owner></lockinfo>'
  const locked = async (path: string, who: Mount = mount) => {
    const reply = await who('LOCK', path, { body: info, headers: { timeout: 'Second-600' } })
    return { status: reply.status, token: reply.headers.get('lock-token') ?? '' }
  }

  test('a lock of a program shows on screen and holds there; without its token nobody writes', async () => {
    const admin = await server.as('admin', '王管理')
    const boss = await mounted(base, admin)
    expect((await boss('PUT', '/dav/firm/共用.txt', { body: '一' })).status).toBe(201)
    const { token } = await locked('/dav/firm/共用.txt', boss)
    const other = await mounted(base, await server.as('admin', '刘管理'))
    expect((await other('PUT', '/dav/firm/共用.txt', { body: '二' })).status).toBe(423)
    expect((await boss('PUT', '/dav/firm/共用.txt', { body: '二' })).status).toBe(423)
    expect((await boss('PUT', '/dav/firm/共用.txt', { body: '二', headers: { if: `(${token})` } })).status).toBe(204)
    expect((await locked('/dav/firm/共用.txt', other)).status).toBe(423)
    const firm = (await admin(disk.spaces, {})).find(({ type }) => type === 'firm')
    const row = (await admin(disk.list, { parentId: firm?.rootId ?? '' })).records.find(
      ({ name }) => name === '共用.txt',
    )
    expect(row).toMatchObject({ lockedByName: '王管理' })
    expect((await boss('UNLOCK', '/dav/firm/共用.txt', { headers: { 'lock-token': token } })).status).toBe(204)
    expect((await other('PUT', '/dav/firm/共用.txt', { body: '三' })).status).toBe(204)
  })

  test('a lock on a free name makes the file; it survives a restart of the program and is renewed', async () => {
    const { status, token } = await locked(`${mine}/新.docx`)
    expect(status).toBe(201)
    const again = await mount('LOCK', `${mine}/新.docx`, { headers: { if: `(${token})`, timeout: 'Second-1200' } })
    expect(again.text).toContain('Second-1200')
    expect(
      (await mount('LOCK', `${mine}/新.docx`, { headers: { if: '(<urn:uuid:00000000-0000-4000-8000-000000000000>)' } }))
        .status,
    ).toBe(412)
  })

  test('what a program notes comes back as it was, goes with a copy, and never what we say ourselves', async () => {
    await put(`${mine}/a.txt`, '甲')
    const set = (prop: string) =>
      mount('PROPPATCH', `${mine}/a.txt`, {
        body: `<D:propertyupdate xmlns:D="DAV:" xmlns:z="urn:z"><D:set><D:prop>${prop}</D:prop></D:set></D:propertyupdate>`,
      })
    const asked = async (path: string) =>
      (
        await mount('PROPFIND', path, {
          headers: { depth: '0' },
          body: '<propfind xmlns="DAV:"><prop><author xmlns="urn:z"/><displayname/></prop></propfind>',
        })
      ).text
    expect((await set('<z:author>张 &amp; 李</z:author>')).text).toContain('200 OK')
    expect(await asked(`${mine}/a.txt`)).toContain('<author xmlns="urn:z">张 &amp; 李</author>')
    await mount('COPY', `${mine}/a.txt`, { headers: { destination: `${base}${mine}/b.txt` } })
    expect(await asked(`${mine}/b.txt`)).toContain('张 &amp; 李')
    const refused = await set('<z:author>王</z:author><D:getetag>x</D:getetag>')
    expect(refused.text).toContain('403 Forbidden')
    expect(refused.text).toContain('424 Failed Dependency')
    expect(await asked(`${mine}/a.txt`)).toContain('张 &amp; 李')
  })
})
