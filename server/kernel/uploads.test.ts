import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as tus from 'tus-js-client'
import { expect, test } from 'vitest'
import { file, tusPath } from '#contract/file.ts'
import { Refusal } from './errors.ts'
import { openWeb } from './open-web.ts'
import { type Caller, testServer } from './testing.ts'

const { as, app, kernel, folder, tenant } = await testServer({ UPLOAD_LIMIT_MB: '8' })
const url = await app.listen({ port: 0 })

const added: string[] = []
kernel.files.register('evidence', {
  mayAdd: 'project.add',
  mayRead: 'project.view',
  async checkAdd(_, ownerId) {
    if (ownerId !== 'p1') throw new Refusal('notFound')
  },
  async checkRead(_, ownerId) {
    if (ownerId !== 'p1') throw new Refusal('notFound')
  },
  async added(_, stored) {
    added.push(stored.id)
  },
})

type Wanted = { who: Caller; content: Buffer; metadata?: Record<string, string>; options?: Partial<tus.UploadOptions> }
/** Uploads with the client that browsers use; answers the file's id. */
const upload = ({ who, content, metadata = {}, options = {} }: Wanted) =>
  new Promise<{ fileId: string; url: string }>((resolve, reject) => {
    const up = new tus.Upload(content, {
      endpoint: url + tusPath,
      retryDelays: [],
      headers: { 'Sc-Auth': `bearer ${who.accessToken}` },
      metadata: { purpose: 'evidence', ownerId: 'p1', name: '序时账.xlsx', ...metadata },
      chunkSize: 1024 * 1024,
      onError: reject,
      onSuccess: ({ lastResponse }) =>
        resolve({ fileId: lastResponse.getHeader('X-File-Id') ?? '', url: up.url ?? '' }),
      ...options,
    })
    up.start()
  })
const statusOf = (error: unknown) => (error as tus.DetailedError).originalResponse?.getStatus()
const refusal = async (wanted: Wanted) => {
  const error: unknown = await upload(wanted).catch((error: unknown) => error)
  const body = (error as tus.DetailedError).originalResponse?.getBody() ?? '{}'
  return { status: statusOf(error), ...(JSON.parse(body) as { code?: number; msg?: string }) }
}

test('a file goes up in pieces and comes down as it was, under its name', async () => {
  const li = await as('zxs')
  const content = randomBytes(3_500_000)
  const { fileId } = await upload({ who: li, content })
  expect(added).toContain(fileId)
  const { body, headers } = await li.download(file.download, { id: fileId })
  expect(body.equals(content)).toBe(true)
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="___.xlsx"; filename*=UTF-8''${encodeURIComponent('序时账.xlsx')}`,
    'content-type': 'application/octet-stream',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'content-length': String(content.length),
  })
})

test('an upload that broke off goes on where it stopped, after a reload and after a restart of the server', async () => {
  const li = await as('zxs')
  const content = randomBytes(3_000_000)
  let place = ''
  await new Promise<void>((resolve) => {
    const first = new tus.Upload(content, {
      endpoint: url + tusPath,
      headers: { 'Sc-Auth': `bearer ${li.accessToken}` },
      metadata: { purpose: 'evidence', ownerId: 'p1', name: 'a.csv' },
      chunkSize: 500_000,
      onChunkComplete: (_, sent) => {
        if (sent < 1_000_000) return
        place = first.url ?? ''
        void first.abort().then(resolve)
      },
    })
    first.start()
  })
  const elsewhere = await openWeb(kernel)
  const other = await elsewhere.listen({ port: 0 })
  const sent: number[] = []
  const { fileId } = await upload({
    who: li,
    content,
    options: { uploadUrl: place.replace(url, other), onProgress: (bytes) => void sent.push(bytes) },
  })
  expect(Math.min(...sent)).toBeGreaterThanOrEqual(1_000_000)
  expect((await li.download(file.download, { id: fileId })).body.equals(content)).toBe(true)
  await elsewhere.close()
})

test('a reader that is slow gets every byte, whoever else reads the same', async () => {
  const li = await as('zxs')
  const content = randomBytes(6_000_000)
  const { fileId } = await upload({ who: li, content })
  const slowly = async (rest: number) => {
    const answer = await fetch(`${url}${file.download.path}?id=${fileId}`, {
      headers: { 'Sc-Auth': `bearer ${li.accessToken}` },
    })
    const pieces: Uint8Array[] = []
    for await (const piece of answer.body ?? []) {
      pieces.push(piece)
      if (rest && pieces.length % 8 === 0) await sleep(rest)
    }
    return Buffer.concat(pieces)
  }
  const all = await Promise.all([slowly(0), slowly(5), slowly(20)])
  expect(all.map((one) => one.equals(content))).toEqual([true, true, true])
})

test('a line that hangs does not hold an upload: another takes it over, and what had come is kept', async () => {
  const li = await as('zxs')
  const content = randomBytes(400_000)
  const headers = { 'Sc-Auth': `bearer ${li.accessToken}`, 'Tus-Resumable': '1.0.0' }
  const meta = Object.entries({ purpose: 'evidence', ownerId: 'p1', name: 'a' })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const begun = await fetch(url + tusPath, {
    method: 'POST',
    headers: { ...headers, 'Upload-Length': String(content.length), 'Upload-Metadata': meta },
  })
  const place = begun.headers.get('location') ?? ''
  const type = 'application/offset+octet-stream'
  const hanging = connect(Number(new URL(url).port), '127.0.0.1')
  hanging.on('error', () => undefined)
  hanging.write(
    `PATCH ${place} HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nSc-Auth: bearer ${li.accessToken}\r\n` +
      `Upload-Offset: 0\r\nContent-Type: ${type}\r\nContent-Length: ${content.length}\r\n\r\n`,
  )
  hanging.write(content.subarray(0, 100_000))
  await sleep(200)
  const head = await fetch(url + place, { method: 'HEAD', headers })
  const offset = Number(head.headers.get('upload-offset'))
  expect(offset).toBe(100_000)
  const rest = await fetch(url + place, {
    method: 'PATCH',
    headers: { ...headers, 'Upload-Offset': String(offset), 'Content-Type': type },
    body: content.subarray(offset),
  })
  expect(rest.status).toBe(204)
  hanging.destroy()
  const { body } = await li.download(file.download, { id: rest.headers.get('x-file-id') ?? '' })
  expect(body.equals(content)).toBe(true)
}, 20_000)

test('a body without a length goes up as well, and one longer than the upload is refused', async () => {
  const li = await as('zxs')
  const headers = { 'Sc-Auth': `bearer ${li.accessToken}`, 'Tus-Resumable': '1.0.0' }
  const meta = Object.entries({ purpose: 'evidence', ownerId: 'p1', name: 'a' })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const send = async (pieces: readonly string[], length = 10) => {
    const begun = await fetch(url + tusPath, {
      method: 'POST',
      headers: { ...headers, 'Upload-Length': String(length), 'Upload-Metadata': meta },
    })
    return fetch(url + (begun.headers.get('location') ?? ''), {
      method: 'PATCH',
      headers: { ...headers, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      body: ReadableStream.from(pieces.map((piece) => Buffer.from(piece))),
      duplex: 'half',
    })
  }
  const fits = await send(['01234', '56789'])
  expect(fits.status).toBe(204)
  const { body } = await li.download(file.download, { id: fits.headers.get('x-file-id') ?? '' })
  expect(body.toString()).toBe('0123456789')
  expect((await send(['01234', '56789', 'x'])).status).toBe(413)
})

test('a piece for another place than the next is refused', async () => {
  const li = await as('zxs')
  const headers = { 'Sc-Auth': `bearer ${li.accessToken}`, 'Tus-Resumable': '1.0.0' }
  const meta = Object.entries({ purpose: 'evidence', ownerId: 'p1', name: 'a' }).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  )
  const begun = await fetch(url + tusPath, {
    method: 'POST',
    headers: { ...headers, 'Upload-Length': '10', 'Upload-Metadata': meta.join(',') },
  })
  const place = url + (begun.headers.get('location') ?? '')
  const patch = (offset: string, who = li) =>
    fetch(place, {
      method: 'PATCH',
      headers: {
        ...headers,
        'Sc-Auth': `bearer ${who.accessToken}`,
        'Upload-Offset': offset,
        'Content-Type': 'application/offset+octet-stream',
      },
      body: '01234',
    })
  expect((await patch('5')).status).toBe(409)
  const wang = await as('zxs')
  expect((await patch('0', wang)).status).toBe(404)
  expect(
    (await fetch(place, { method: 'HEAD', headers: { ...headers, 'Sc-Auth': `bearer ${wang.accessToken}` } })).status,
  ).toBe(404)
  expect((await fetch(place, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })).status).toBe(401)
  expect((await patch('0')).status).toBe(204)
  const head = await fetch(place, { method: 'HEAD', headers })
  expect(head.headers.get('upload-offset')).toBe('5')
})

test('who may not add is told before the first byte', async () => {
  const content = Buffer.from('x')
  const li = await as('zxs')
  const teacher = await as('teacher')
  expect(await refusal({ who: teacher, content })).toMatchObject({ status: 403, code: 403 })
  expect(await refusal({ who: li, content, metadata: { ownerId: 'p2' } })).toMatchObject({ status: 404, code: 404 })
  expect(await refusal({ who: li, content, metadata: { purpose: 'other' } })).toMatchObject({
    status: 400,
    msg: '不支持的文件用途',
  })
  expect(await refusal({ who: li, content: Buffer.alloc(9 * 1024 * 1024) })).toMatchObject({ status: 413 })
  expect(await refusal({ who: li, content: Buffer.alloc(0) })).toMatchObject({ status: 400, msg: '文件是空的' })
})

test('a small file goes in one request, with a name that cannot lead elsewhere', async () => {
  const li = await as('zxs')
  const stored = await li.upload(
    file.upload,
    { purpose: 'evidence', ownerId: 'p1' },
    { name: '..\\..\\余额表\u202Excod.exe', content: 'abc' },
  )
  expect(stored).toMatchObject({ name: '余额表xcod.exe', size: 3 })
  expect((await li.download(file.download, { id: stored.id })).body.toString()).toBe('abc')
  expect(readdirSync(join(folder, 'tmp'))).toEqual([])
  const big = { name: 'a', content: Buffer.alloc(9 * 1024 * 1024) }
  await expect(li.upload(file.upload, { purpose: 'evidence', ownerId: 'p1' }, big)).rejects.toMatchObject({ code: 413 })
  expect(readdirSync(join(folder, 'tmp'))).toEqual([])
})

test('a part of a file can be asked for', async () => {
  const li = await as('zxs')
  const { id } = await li.upload(
    file.upload,
    { purpose: 'evidence', ownerId: 'p1' },
    { name: 'a', content: '0123456789' },
  )
  const part = (range: string) =>
    app.inject({ url: file.download.path, query: { id }, headers: { 'sc-auth': `bearer ${li.accessToken}`, range } })
  expect(await part('bytes=2-4')).toMatchObject({ statusCode: 206, body: '234' })
  expect((await part('bytes=2-4')).headers['content-range']).toBe('bytes 2-4/10')
  expect(await part('bytes=-3')).toMatchObject({ statusCode: 206, body: '789' })
  expect(await part('bytes=7-')).toMatchObject({ statusCode: 206, body: '789' })
  expect(await part('bytes=10-')).toMatchObject({ statusCode: 416 })
  expect(await part('lines=1-2')).toMatchObject({ statusCode: 200, body: '0123456789' })
})

test('another firm’s file, or one whose purpose forbids, is not found', async () => {
  const li = await as('zxs')
  const { id } = await li.upload(file.upload, { purpose: 'evidence', ownerId: 'p1' }, { name: 'a', content: 'abc' })
  const stranger = await as('admin', '外', await tenant())
  await expect(stranger.download(file.download, { id })).rejects.toMatchObject({ code: 404 })
  const user = await as('user')
  await expect(user.download(file.download, { id })).rejects.toMatchObject({ code: 403 })
})

test('a download opens with the token in its address, as a browser’s link must', async () => {
  const li = await as('zxs')
  const { id } = await li.upload(file.upload, { purpose: 'evidence', ownerId: 'p1' }, { name: 'a', content: 'abc' })
  const reply = await app.inject({ url: file.download.path, query: { id, 'Sc-Auth': `bearer ${li.accessToken}` } })
  expect(reply.body).toBe('abc')
})
