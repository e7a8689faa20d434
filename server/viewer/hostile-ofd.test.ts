import { beforeAll, describe, expect, test } from 'vitest'
import { SHEET_PURPOSE } from '#contract/sheet-file.ts'
import { file } from '#contract/file.ts'
import { viewer } from '#contract/viewer.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { packed } from '../document/testing-documents.ts'

let zxs: Caller
beforeAll(async () => {
  zxs = await (await testServer()).as('zxs')
})

const put = async (name: string, content: Uint8Array) => {
  const owner = { purpose: SHEET_PURPOSE, ownerId: zxs.userId }
  return (await zxs.upload(file.upload, owner, { name, content: Buffer.from(content) })).id
}

/** An OFD of one page with these objects. */
const ofdOf = (objects: string, parts: Record<string, string | Uint8Array> = {}, resources = '') =>
  packed({
    'OFD.xml': '<OFD><DocBody><DocRoot>D/Document.xml</DocRoot></DocBody></OFD>',
    'D/Document.xml':
      '<Document><CommonData><PublicRes>Res.xml</PublicRes></CommonData><Pages><Page ID="1" BaseLoc="P.xml"/></Pages></Document>',
    'D/Res.xml': `<Res>${resources}</Res>`,
    'D/P.xml': `<Page><Content><Layer>${objects}</Layer></Content></Page>`,
    ...parts,
  })

const words = (of: string, code: string) =>
  `<TextObject Boundary="1 1 9 9" Size="5" ${of}><TextCode X="0" Y="5" ${code}>字字字</TextCode></TextObject>`

describe('an OFD made to harm', () => {
  test.each([
    ['matrices', words('CTM="1e308 0 0 1e308 1e308 1e308" HScale="1e308"', 'DeltaX="1e308 1e308"')],
    ['steps', words('', 'DeltaX="Infinity -Infinity 1e999"')],
    [
      'places',
      `<TextObject Boundary="1e308 1e308 1 1" CTM="1e308 0 0 1 1e308 0"><TextCode X="1e308">字</TextCode></TextObject>`,
    ],
    [
      'lines',
      '<PathObject Boundary="0 0 1 1" LineWidth="1e308" DashPattern="1e308 1e999"><AbbreviatedData>M 1e308 0 L 1 1</AbbreviatedData></PathObject>',
    ],
  ])('by %s beyond any page is drawn with what is left of it', async (_, objects) => {
    const { read } = await zxs(viewer.ofd, { fileId: await put('远.ofd', ofdOf(`${words('', '')}${objects}`)) })
    expect(read[0]?.items).toHaveLength(2)
  })

  test('by names and addresses of pictures shows none', async () => {
    const media = ['constructor', 'https://evil.example/a.png', 'file:///etc/passwd', 'a.svg']
      .map((place, at) => `<MultiMedia ID="${at}" Type="Image"><MediaFile>${place}</MediaFile></MultiMedia>`)
      .join('')
    const drawn = [0, 1, 2, 3].map((at) => `<ImageObject Boundary="0 0 9 9" ResourceID="${at}"/>`).join('')
    const parts = { constructor: 'x', 'D/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>' }
    const { read, pictures } = await zxs(viewer.ofd, { fileId: await put('图.ofd', ofdOf(drawn, parts, media)) })
    expect([read[0]?.items, pictures]).toEqual([[], {}])
  })

  test('with scans that no browser draws says which', async () => {
    const media = ['scan.jb2', 'scan.dat', 'other.dat']
      .map((place, at) => `<MultiMedia ID="${at}" Type="Image"><MediaFile>${place}</MediaFile></MultiMedia>`)
      .join('')
    const drawn = [0, 1, 2].map((at) => `<ImageObject Boundary="0 0 9 9" ResourceID="${at}"/>`).join('')
    const parts = { 'D/scan.jb2': 'x', 'D/scan.dat': Buffer.from('\x97JB2\r\n\x1a\n', 'latin1'), 'D/other.dat': 'x' }
    const { notes } = await zxs(viewer.ofd, { fileId: await put('扫描.ofd', ofdOf(drawn, parts, media)) })
    expect(notes).toEqual([
      { note: 'jbig2', count: 2 },
      { note: 'picture', count: 1 },
    ])
  })
})
