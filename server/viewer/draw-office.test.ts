import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { file } from '#contract/file.ts'
import { sheetFile, SHEET_PURPOSE } from '#contract/sheet-file.ts'
import { viewer } from '#contract/viewer.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { readDocument } from '../document/read-document.ts'
import { packed } from '../document/testing-documents.ts'
import { officeOf } from '../toolbox/libre-office.ts'

let server: TestServer
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
})

const put = async (name: string, content: string | Uint8Array, caller = zxs) => {
  const owner = { purpose: SHEET_PURPOSE, ownerId: caller.userId }
  return (await caller.upload(file.upload, owner, { name, content: Buffer.from(content) })).id
}

/** An open text that wants a section from elsewhere. */
const linkedOdt = (address: string) =>
  packed({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:text><text:p>VISIBLEWORD</text:p><text:section text:name="s"><text:section-source xlink:href="${address}" xlink:type="simple" xlink:show="embed"/><text:p>old</text:p></text:section></office:text></office:body></office:document-content>`,
  })

/** A presentation of one picture, by where it says it lies. */
const deck = (address: string, parts: Record<string, Uint8Array> = {}) =>
  packed({
    mimetype: 'application/vnd.oasis.opendocument.presentation',
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.presentation"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>${Object.keys(
      parts,
    )
      .map((part) => `<manifest:file-entry manifest:full-path="${part}" manifest:media-type="image/png"/>`)
      .join('')}</manifest:manifest>`,
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:presentation><draw:page draw:name="a"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${address}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></draw:page></office:presentation></office:body></office:document-content>`,
    ...parts,
  })

const office = (await officeOf({ DIGAO_SOFFICE: '' }))?.alone

const drawnPdf = async (name: string, content: string | Uint8Array) => {
  const { fileId } = await zxs(viewer.drawn, { fileId: await put(name, content) })
  return PDFDocument.load((await zxs.download(file.download, { id: fileId })).body, { updateMetadata: false })
}
/** Pictures that are in a PDF. */
const picturesIn = (document: PDFDocument) =>
  document.context
    .enumerateIndirectObjects()
    .filter(([, one]) => one instanceof PDFRawStream && one.dict.get(PDFName.of('Subtype')) === PDFName.of('Image'))
    .length

describe('old and open forms of Office', () => {
  const rtf = String.raw`{\rtf1\ansi{\fonttbl{\f0 Helvetica;}}\f0\fs24 Tax opinion 1234.00\par}`

  test.skipIf(!office)('are drawn as a PDF once, read by whoever may read the document and no longer', async () => {
    const fileId = await put('意见.rtf', rtf)
    expect(await zxs(viewer.open, { fileId })).toMatchObject({ kind: 'office', drawable: true, trouble: '' })
    const drawn = await zxs(viewer.drawn, { fileId })
    expect(await zxs(viewer.open, { fileId: drawn.fileId })).toMatchObject({ kind: 'pdf', name: '意见.rtf.pdf' })
    expect(await zxs(viewer.drawn, { fileId })).toEqual(drawn)
    const admin = await server.as('admin')
    for (const ask of [
      () => admin(viewer.drawn, { fileId }),
      () => admin(viewer.open, { fileId: drawn.fileId }),
      () => admin.download(file.download, { id: drawn.fileId }),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 404 })
    await zxs(sheetFile.remove, { fileId })
    await expect(zxs.download(file.download, { id: drawn.fileId })).rejects.toMatchObject({ status: 404 })
  })

  test.skipIf(!office)('never bring in what they link to: neither files of the server nor the network', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'digao-secret-'))
    try {
      const secret = join(folder, 'secret.txt')
      writeFileSync(secret, 'SECRETWORD')
      const fileId = await put('链接.odt', linkedOdt(`file://${secret}`))
      expect(await zxs(viewer.open, { fileId })).toMatchObject({ kind: 'office', drawable: true })
      const { fileId: drawn } = await zxs(viewer.drawn, { fileId })
      const { body } = await zxs.download(file.download, { id: drawn })
      const path = join(folder, 'drawn.pdf')
      writeFileSync(path, body)
      const { blocks } = await readDocument(path, 'drawn.pdf')
      const words = blocks.map((block) => (block.kind === 'table' ? '' : block.text)).join(' ')
      expect(words).toContain('VISIBLEWORD')
      expect(words).not.toContain('SECRETWORD')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test.skipIf(!office)('never bring in pictures that lie on the server, only those inside', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'digao-secret-'))
    try {
      const secret = join(folder, 'secret.png')
      const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#f00' } })
        .png()
        .toBuffer()
      writeFileSync(secret, png)
      const named = String.raw`{\rtf1\ansi X {\field{\*\fldinst { INCLUDEPICTURE "file://${secret}" \\d}}{\fldrslt old}}\par}`
      expect(picturesIn(await drawnPdf('图.rtf', named))).toBe(0)
      expect(picturesIn(await drawnPdf('外.odp', deck(`file://${secret}`)))).toBe(0)
      expect(picturesIn(await drawnPdf('内.odp', deck('Pictures/a.png', { 'Pictures/a.png': png })))).toBe(1)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test.skipIf(!office)('a presentation of today is drawn too, a page for each slide', async () => {
    const deckOfToday = readFileSync(new URL('../../e2e/fixtures/viewer/deck.pptx', import.meta.url))
    expect(await zxs(viewer.open, { fileId: await put('汇报.pptx', deckOfToday) })).toMatchObject({
      kind: 'slides',
      drawable: true,
    })
    expect((await drawnPdf('汇报.pptx', deckOfToday)).getPageCount()).toBe(2)
  })

  test('are said to be old where nothing draws them', async () => {
    const without = await testServer({ DIGAO_SOFFICE: 'off' })
    const hers = await without.as('zxs')
    const fileId = await put('意见.rtf', rtf, hers)
    const opened = await hers(viewer.open, { fileId })
    expect(opened).toMatchObject({ kind: 'office', drawable: false, trouble: expect.stringContaining('另存为') })
    await expect(hers(viewer.drawn, { fileId })).rejects.toThrow('没能转换成可以查看的形式')
  })
})
