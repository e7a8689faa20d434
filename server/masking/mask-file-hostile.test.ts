import { strFromU8, unzipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { enterprise } from '#contract/enterprise.ts'
import { file } from '#contract/file.ts'
import { MASK_FILE, maskFile } from '#contract/mask-file.ts'
import { seeded, seededIdentities } from '#engine/masking/testing-identities.ts'
import { maskingWords } from '#facts/masking-words.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { testDocx, testXlsx, wordPart } from '../document/testing-documents.ts'

let server: TestServer
let zxs: Caller
const made = seededIdentities(seeded(9), maskingWords)
const [phone, other, card] = [made.mobile(), made.mobile(), made.idCard()]
const CLIENT = '深圳市星河互动科技有限公司'
const PERSON = '欧阳小敏'
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '孙咨询')
  const boss = await server.as('admin')
  await boss(enterprise.save, { enterpriseName: CLIENT, creditCode: made.creditCode(), contact: PERSON })
})

const uploaded = async (name: string, content: string | Uint8Array) =>
  (await zxs.upload(file.upload, { purpose: MASK_FILE, ownerId: zxs.userId }, { name, content: Buffer.from(content) }))
    .id

/** All that stands in the parts of a masked copy, whatever part it is. */
async function everythingIn(fileId: string): Promise<string> {
  const { jobId } = await zxs(maskFile.start, { fileId })
  const job = await zxs.done(jobId)
  expect(job).toMatchObject({ state: 'succeeded' })
  const { body } = await zxs.download(file.download, { id: String(job.result['fileId']) })
  const parts = Object.entries(unzipSync(new Uint8Array(body)))
  return [String(job.result['fileName']), ...parts.map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`)].join('\n')
}
const wide = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`

test('a workbook’s sheets, numbers, formulas and properties name nobody in the copy', async () => {
  const content = await writeXlsx({
    properties: { title: CLIENT, creator: PERSON },
    sheets: [
      {
        name: `${CLIENT}往来`,
        rows: [
          ['姓名', '手机号'],
          [PERSON, Number(phone)],
          ['赵晓雪', wide(other)],
        ],
      },
      { name: PERSON, hidden: true, rows: [['身份证号'], [card], [`${card.slice(0, 6)} ${card.slice(6)}`]] },
    ],
  })
  const all = await everythingIn(await uploaded(`${PERSON}台账.xlsx`, content))
  for (const identity of [CLIENT, '星河', PERSON, phone, other, wide(other), card, card.slice(6)])
    expect(all).not.toContain(identity)
  expect(all).toMatch(/<sheet [^>]*name="〔企业01[^"]*〕往来"/)
})

test('a long number that a sheet shows rounded is hidden as the account it is', async () => {
  const rows =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>银行账号</t></is></c></row><row r="2"><c r="A2"><v>6222021234567890</v></c></row>'
  const all = await everythingIn(await uploaded('账号.xlsx', testXlsx(rows)))
  expect(all).not.toMatch(/6222021234567890|6\.22202E\+15/)
  expect(all).toMatch(/<t>〔[^〕]+01〕<\/t>/)
})

test('a text document’s headers, split runs, changes and properties name nobody, and what is left out is said', async () => {
  const body = [
    `<w:p>${run('联系电话：')}${run(phone.slice(0, 4))}${run(phone.slice(4, 7))}${run(phone.slice(7))}</w:p>`,
    `<w:p><w:del w:id="1" w:author="${PERSON}"><w:r><w:delText>${CLIENT}</w:delText></w:r></w:del><w:ins w:id="2" w:author="${PERSON}">${run(`与${PERSON}核对`)}</w:ins></w:p>`,
    `<w:tbl><w:tr><w:tc><w:p>${run(CLIENT)}</w:p></w:tc></w:tr></w:tbl>`,
  ].join('')
  const content = testDocx(body, {
    'word/header1.xml': wordPart('hdr', `<w:p>${run(CLIENT)}</w:p>`),
    'word/footer1.xml': wordPart('ftr', `<w:p>${run(`电话 ${other}`)}</w:p>`),
    'word/comments.xml': wordPart(
      'comments',
      `<w:comment w:id="0" w:author="${PERSON}"><w:p>${run(card)}</w:p></w:comment>`,
    ),
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>${PERSON}</dc:creator><dc:title>${CLIENT}</dc:title></cp:coreProperties>`,
  })
  const all = await everythingIn(await uploaded('说明.docx', content))
  for (const identity of [CLIENT, '星河', PERSON, phone, phone.slice(4), other, card])
    expect(all).not.toContain(identity)
  expect(all).toContain('有 1 条批注，没有读入')
})

test('a few cells far to the right are refused before they are laid out', async () => {
  const rows = Array.from(
    { length: 5000 },
    (_, at) => `<row r="${at + 1}"><c r="SR${at + 1}" t="inlineStr"><is><t>a</t></is></c></row>`,
  )
  const fileId = await uploaded('宽.xlsx', testXlsx(rows.join('')))
  const { jobId } = await zxs(maskFile.start, { fileId })
  const job = await zxs.done(jobId)
  expect(job).toMatchObject({ state: 'failed' })
  expect(JSON.stringify(job)).toContain('2000000')
})

test('an original that is deleted while it is masked leaves no key behind', async () => {
  const fileId = await uploaded('删.txt', `${PERSON}，电话 ${phone}\n`.repeat(2000))
  const { jobId } = await zxs(maskFile.start, { fileId })
  await zxs(maskFile.remove, { ids: fileId })
  expect(await zxs.done(jobId)).toMatchObject({ state: 'failed' })
  const keys = await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, (db) =>
    db.selectFrom('mask_key').select('scope').where('scope', '=', `document:${fileId}`).execute(),
  )
  expect(keys).toEqual([])
})
