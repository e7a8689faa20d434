import { createServer, type Server } from 'node:http'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SHEET_PURPOSE } from '#contract/sheet-file.ts'
import { file } from '#contract/file.ts'
import { OfdView, viewer } from '#contract/viewer.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { namesIn, topFolder } from '../disk/testing-disk.ts'
import { packed, testDocx, testPptx, testShape, testXlsx } from '../document/testing-documents.ts'

const fixture = (folder: string, name: string) =>
  readFileSync(new URL(`../../e2e/fixtures/${folder}/${name}`, import.meta.url))
const document = (name: string) => fixture('documents', name)

let outside: Server
let host: string
let server: TestServer
let zxs: Caller
beforeAll(async () => {
  outside = createServer((request, reply) => {
    const answers: Record<string, () => void> = {
      '/发票.pdf': () => reply.setHeader('content-type', 'application/pdf').end('%PDF-1.4 outside'),
      '/named': () =>
        reply.setHeader('content-disposition', "attachment; filename*=UTF-8''%E5%9B%9E%E5%8D%95.txt").end('回单'),
      '/moved': () => reply.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      '/gone': () => reply.writeHead(410).end(),
      '/page': () => reply.setHeader('content-type', 'text/html; charset=utf-8').end('<form>'),
    }
    const answer = answers[decodeURIComponent(request.url ?? '')]
    if (answer) answer()
    else reply.end(Buffer.alloc(51 * 1024 ** 2))
  })
  await new Promise<void>((ready) => outside.listen(0, '127.0.0.1', ready))
  host = `127.0.0.1:${(outside.address() as AddressInfo).port}`
  server = await testServer({ DIGAO_OUTBOUND: host })
  zxs = await server.as('zxs', '张审计')
})
afterAll(() => outside.close())

/** A file of the caller's own. */
const put = async (name: string, content: string | Uint8Array, caller = zxs) => {
  const { userId: ownerId } = caller
  const bytes = typeof content === 'string' ? content : Buffer.from(content)
  return (await caller.upload(file.upload, { purpose: SHEET_PURPOSE, ownerId }, { name, content: bytes })).id
}
const opened = async (name: string, content: string | Uint8Array) =>
  zxs(viewer.open, { fileId: await put(name, content) })
const kindOf = async (name: string, content: string | Uint8Array) => (await opened(name, content)).kind

describe('what a file is', () => {
  test('is said by its bytes, whatever it is called', async () => {
    expect(await kindOf('图片.png', '%PDF-1.7\n…')).toBe('pdf')
    expect(await kindOf('合同.txt', testDocx('<w:p><w:r><w:t>合同</w:t></w:r></w:p>'))).toBe('docx')
    expect(await kindOf('发票.pdf', document('einvoice-sample-with-xml-attachment.ofd'))).toBe('ofd')
    expect(await kindOf('明细.csv', '日期,金额\n2025-01-01,3')).toBe('sheet')
    expect(await kindOf('录音.doc', 'ID3\x04\x00audio')).toBe('audio')
    expect(await kindOf('片.zip', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1'))).toBe('video')
    expect(await kindOf('说明.md', '# 说明')).toBe('markdown')
    expect(await kindOf('资料.docx', packed({ '凭证/1.txt': 'x' }))).toBe('zip')
  })

  test('of web pages and drawings is never a page of ours: HTML is its source, SVG a picture', async () => {
    expect(await kindOf('页.html', '<!doctype html><html><script>alert(1)</script></html>')).toBe('text')
    const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    expect(await kindOf('图.svg', svg)).toBe('svg')
    // a picture that goes on as a page is a picture
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .gif()
      .toBuffer()
    const polyglot = Buffer.concat([image, Buffer.from('<script>alert(1)</script>')])
    expect(await opened('动.html', polyglot)).toMatchObject({ kind: 'image', type: 'image/gif' })
  })

  test('that is old, locked, abnormal or no document at all is said in words with what to do', async () => {
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('WordDocument', 'utf16le')])
    expect(await opened('旧.doc', old)).toMatchObject({ kind: 'office' })
    const locked = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')])
    expect((await opened('锁.docx', locked)).trouble).toContain('设有打开密码')
    const bomb = packed({ 'word/document.xml': '<w:document/>', 'word/media/a.bin': new Uint8Array(30 * 1024 ** 2) })
    expect((await opened('弹.docx', bomb)).trouble).toContain('解压后异常地大')
    expect((await opened('机.exe', Buffer.from('MZ\0\0\x01\x02\0\0'))).kind).toBe('other')
    expect(await opened('数.dat', Buffer.from([0, 1, 2, 3, 0, 255]))).toMatchObject({ kind: 'other', trouble: '' })
    expect((await opened('断.zip', Buffer.from('PK\x03\x04cut', 'latin1'))).trouble).toContain('不完整')
  })

  test('is told to whoever may read the file, and to nobody else', async () => {
    const fileId = await put('机密.txt', '机密')
    const others = [await server.as('zxs', '同事'), await server.as('admin', '外人', await server.tenant('别家'))]
    for (const other of others)
      for (const ask of [
        () => other(viewer.open, { fileId }),
        () => other(viewer.text, { fileId }),
        () => other(viewer.ofd, { fileId }),
        () => other(viewer.slides, { fileId }),
        () => other(viewer.entries, { fileId }),
        () => other.download(viewer.picture, { fileId }),
        () => other(viewer.mediaTicket, { fileId }),
        () => other(viewer.entry, { fileId, entry: 0 }),
        () => other(viewer.beside, { fileId }),
        () => other(viewer.drawn, { fileId }),
      ])
        await expect(ask()).rejects.toMatchObject({ status: 404 })
  })
})

describe('text', () => {
  test('comes in pieces that end with a line, in its own encoding', async () => {
    const line = Buffer.from('d6d0b9fa', 'hex')
    const gb = Buffer.concat(Array.from({ length: 70_000 }, () => Buffer.concat([line, Buffer.from('\r\n')])))
    const fileId = await put('国标.txt', gb)
    const first = await zxs(viewer.text, { fileId })
    expect(first).toMatchObject({ encoding: 'gb18030', cut: false })
    expect(first.text.endsWith('中国\n')).toBe(true)
    const second = await zxs(viewer.text, { fileId, from: first.next ?? 0 })
    expect(second.next).toBeNull()
    expect(`${first.text}${second.text}`).toBe('中国\n'.repeat(70_000))
  })

  test('of one endless line breaks between characters', async () => {
    const written = `a${'税务风险'.repeat(60_000)}`
    const fileId = await put('长行.txt', written)
    let [read, from] = ['', 0]
    for (let next: number | null = 0; next !== null;) {
      const piece = await zxs(viewer.text, { fileId, from })
      read += piece.text
      next = piece.next
      from = next ?? 0
    }
    expect(read === written).toBe(true)
  })

  test('of a table too large for a grid is read as it is; a workbook has none', async () => {
    const csv = await put('明细.csv', '日期,金额\n2025-01-01,3')
    expect(await zxs(viewer.open, { fileId: csv })).toMatchObject({ kind: 'sheet', plain: true })
    expect((await zxs(viewer.text, { fileId: csv })).text).toContain('2025-01-01,3')
    const book = await put('表.xlsx', testXlsx('<row r="1"><c r="A1"><v>1</v></c></row>'))
    expect(await zxs(viewer.open, { fileId: book })).toMatchObject({ kind: 'sheet', plain: false })
    await expect(zxs(viewer.text, { fileId: book })).rejects.toThrow('不是这种格式')
  })

  test('is shown up to five megabytes, and says that there is more', async () => {
    const fileId = await put('长.txt', 'x'.repeat(5 * 1024 ** 2 + 10))
    const last = await zxs(viewer.text, { fileId, from: 5 * 1024 ** 2 - 100 })
    expect(last).toMatchObject({ next: null, cut: true })
  })
})

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0f6e6e' } })

describe('pictures', () => {
  test('of more pixels than a browser should draw come scaled down', async () => {
    const fileId = await put('图纸.png', await plain(8000, 6000).png().toBuffer())
    expect(await zxs(viewer.open, { fileId })).toMatchObject({ kind: 'image', width: 8000, height: 6000, scaled: true })
    const { body } = await zxs.download(viewer.picture, { fileId, edge: 1000 })
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 1000, height: 750 })
  })

  test('say how they were taken and stand upright; where they were taken is left in the file', async () => {
    const photo = await plain(40, 20)
      .jpeg()
      .withExif({
        IFD0: { Make: 'HUAWEI', Model: 'ALN-AL00' },
        IFD2: { DateTimeOriginal: '2025:03:05 09:30:00' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await opened('发票照片.jpg', photo)).toMatchObject({
      width: 20,
      height: 40,
      taken: '2025-03-05 09:30:00',
      camera: 'HUAWEI ALN-AL00',
      scaled: false,
    })
  })

  test('in formats of scanners come as ones that browsers draw', async () => {
    const fileId = await put('扫描.tif', await plain(30, 30).tiff().toBuffer())
    expect(await zxs(viewer.open, { fileId })).toMatchObject({ type: 'image/tiff', scaled: true })
    const { headers } = await zxs.download(viewer.picture, { fileId })
    expect(headers['content-type']).toBe('image/webp')
  })

  test('of phones that are coded freely come drawn anew; those only phones read say what to do', async () => {
    const avif = await put('新.avif', await plain(30, 20).avif({ effort: 0 }).toBuffer())
    expect(await zxs(viewer.open, { fileId: avif })).toMatchObject({ type: 'image/avif', width: 30, scaled: true })
    expect((await zxs.download(viewer.picture, { fileId: avif })).headers['content-type']).toBe('image/webp')
    const heic = await opened('照片.heic', fixture('viewer', 'photo.heic'))
    expect(heic.trouble).toContain('HEIC 照片')
  })

  test('that claim more pixels than anybody can look at, or are broken, are refused in words', async () => {
    const small = await plain(10, 10).png().toBuffer()
    const claims = Buffer.from(small)
    claims.writeUInt32BE(60_000, 16)
    claims.writeUInt32BE(60_000, 20)
    const fileId = await put('假.png', claims)
    expect((await zxs(viewer.open, { fileId })).trouble).toContain('已损坏或像素过多')
    await expect(zxs.download(viewer.picture, { fileId })).rejects.toThrow('已损坏或像素过多')
    const svg = await put('图.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    await expect(zxs.download(viewer.picture, { fileId: svg })).rejects.toThrow('不是这种格式')
  })
})

describe('an OFD', () => {
  test('comes as what is drawn on its pages, with its seal and the data of the invoice', async () => {
    const fileId = await put('发票.ofd', document('einvoice-sample-with-xml-attachment.ofd'))
    const { read, pictures, fields, seals, notes } = OfdView.parse(await zxs(viewer.ofd, { fileId }))
    expect(read).toHaveLength(1)
    expect(read[0]).toMatchObject({ width: 210, height: 140 })
    const texts = (read[0]?.items ?? []).flatMap((item) =>
      item.kind === 'text' ? [item.glyphs.map(({ text }) => text).join('')] : [],
    )
    expect(texts).toEqual(expect.arrayContaining(['叁佰壹拾捌圆整', '¥318.00', '国家税务总局']))
    expect(Object.values(pictures).map(({ type }) => type)).toEqual(['image/png'])
    expect(fields).toContainEqual({ name: '购买方名称', value: '科游迈利有限公司' })
    expect([seals, notes]).toEqual([1, []])
  })

  test('that is damaged, or names pages that are not there, is said so', async () => {
    const broken = await put('坏.ofd', packed({ 'OFD.xml': '<ofd:OFD' }))
    await expect(zxs(viewer.ofd, { fileId: broken })).rejects.toThrow(/损坏|不完整/)
    const empty = await put(
      '缺.ofd',
      packed({
        'OFD.xml': '<OFD><DocBody><DocRoot>D/Document.xml</DocRoot></DocBody></OFD>',
        'D/Document.xml': '<Document><Pages><Page ID="1" BaseLoc="../../../etc/passwd"/></Pages></Document>',
      }),
    )
    expect(await zxs(viewer.ofd, { fileId: empty })).toMatchObject({ pages: 1, notes: [{ note: 'page', count: 1 }] })
  })
})

describe('other kinds', () => {
  test('slides come with their words where they stand', async () => {
    const { slides } = await zxs(viewer.slides, {
      fileId: await put('汇报.pptx', testPptx(['税务风险', '结论'].map((words) => ({ shapes: testShape([words]) })))),
    })
    expect(slides.map(({ pieces, more }) => [...pieces.map(({ text }) => text), ...more].join())).toEqual([
      expect.stringContaining('税务风险'),
      expect.stringContaining('结论'),
    ])
  })

  test('an archive is listed and not unpacked: names in GBK, passwords, paths that leave its folder', async () => {
    const fileId = await put('资料.zip', fixture('viewer', 'names-gbk.zip'))
    const { entries } = await zxs(viewer.entries, { fileId })
    expect(entries.map(({ name }) => name)).toEqual(['资料/', '资料/银行回单.txt', '../越界.txt', '加密.txt'])
    expect(entries.map(({ unsafe }) => unsafe)).toEqual([false, false, true, false])
    expect(entries.map(({ encrypted }) => encrypted)).toEqual([false, false, false, true])
  })

  test('sound plays from where one goes to, and nothing else is ever sent to be shown', async () => {
    const fileId = await put('会议.mp3', 'ID3\x04\0\0audio-bytes')
    const whole = await zxs.download(viewer.media, await zxs(viewer.mediaTicket, { fileId }))
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const page = await put('页.html', '<html><script>alert(1)</script></html>')
    const ticket = await zxs(viewer.mediaTicket, { fileId: page })
    await expect(zxs.download(viewer.media, ticket)).rejects.toThrow('不是这种格式')
  })
})

const link = (address: string) => zxs(viewer.link, { link: address })

describe('saving to the disk', () => {
  test('puts what the person may read into his own space, and beside what has its name', async () => {
    const parentId = await topFolder(zxs, 'user')
    const fileId = await put('回单.txt', '回单')
    expect(await zxs(viewer.keep, { fileId, parentId })).toMatchObject({ name: '回单.txt' })
    const again = await zxs(viewer.keep, { fileId, parentId })
    expect(again.name).not.toBe('回单.txt')
    expect(await namesIn(zxs, parentId)).toEqual(expect.arrayContaining(['回单.txt', again.name]))
  })

  test('of another’s file, or into another’s folder, is not found', async () => {
    const other = await server.as('zxs', '同事乙')
    const mine = await put('我的.txt', '我的')
    const theirs = await topFolder(other, 'user')
    await expect(other(viewer.keep, { fileId: mine, parentId: theirs })).rejects.toMatchObject({ status: 404 })
    await expect(zxs(viewer.keep, { fileId: mine, parentId: theirs })).rejects.toMatchObject({ status: 404 })
    expect(await namesIn(other, theirs)).toEqual([])
  })
})

describe('a file that lies elsewhere', () => {
  test('is fetched by the server and is the caller’s own', async () => {
    const { fileId, name } = await link(`http://${host}/${encodeURIComponent('发票.pdf')}`)
    expect(name).toBe('发票.pdf')
    expect(await zxs(viewer.open, { fileId })).toMatchObject({ kind: 'pdf', name: '发票.pdf' })
    await expect((await server.as('admin'))(viewer.open, { fileId })).rejects.toMatchObject({ status: 404 })
    expect((await link(`http://${host}/named`)).name).toBe('回单.txt')
  })

  test('is refused in words where it is private, moved, gone, a page, or too large', async () => {
    await expect(link('https://127.0.0.1:9/a.pdf')).rejects.toThrow('“127.0.0.1:9”在内部网络中')
    await expect(link('https://[::ffff:10.0.0.1]/a.pdf')).rejects.toThrow('在内部网络中')
    await expect(link('http://example.com/a.pdf')).rejects.toThrow('以 https:// 开头')
    await expect(link('file:///etc/passwd')).rejects.toThrow('以 https:// 开头')
    await expect(link('https://user:word@example.com/a')).rejects.toThrow('以 https:// 开头')
    await expect(link(`http://${host}/moved`)).rejects.toThrow('转向了另一个地址')
    await expect(link(`http://${host}/gone`)).rejects.toThrow('410')
    await expect(link(`http://${host}/page`)).rejects.toThrow('是一个网页')
    await expect(link(`http://${host}/large`)).rejects.toThrow('超过 50 MB')
  })
})
