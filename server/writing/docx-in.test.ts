import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentFolder, packed, refusalOf, testDocx, wordPart } from '../document/testing-documents.ts'
import { bodyLines } from './doc-text.ts'
import { readDocx } from './docx-in.ts'
import { dot } from './testing-writing.ts'

let folder: ReturnType<typeof documentFolder>
beforeAll(() => {
  folder = documentFolder()
})
afterAll(() => folder.done())

const read = (bytes: Uint8Array | string, name = '外来.docx') => readDocx(folder.put(name, bytes), name)
const p = (inside: string) => `<w:p>${inside}</w:p>`
const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r>`
const rels = (lines: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines}</Relationships>`
const noted = async (bytes: Uint8Array) => (await read(bytes)).notes.map(({ key }) => key)

const described = (id: string) =>
  p(`<w:r><w:drawing><wp:docPr descr="说明"/><a:blip r:embed="${id}"/></w:drawing></w:r>`)

describe('a file that is no harmless Word document is refused in words', () => {
  test.each<[string, () => Uint8Array | string, string]>([
    ['an old .doc', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'writingNotDocx'],
    ['text with the name of a document', () => '只是文字', 'writingNotDocx'],
    ['nothing', () => '', 'writingNotDocx'],
    ['a workbook', () => packed({ 'xl/workbook.xml': '<workbook/>' }), 'writingNotDocx'],
    ['macros', () => testDocx(p(r('正文')), { 'word/vbaProject.bin': 'x' }), 'writingMacros'],
    ['a part that unpacks to far more than its size', () =>
      zipSync({ 'word/document.xml': strToU8(`<w:document><w:body>${' '.repeat(60 * 1024 ** 2)}</w:body></w:document>`) }, { level: 9 }), 'documentBomb'],
    ['entities of its own', () =>
      packed({ 'word/document.xml': '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:document><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>' }), 'documentBomb'],
    ['nesting without end', () => testDocx(`${'<w:sdt><w:sdtContent>'.repeat(3000)}${'</w:sdtContent></w:sdt>'.repeat(3000)}`), 'documentBomb'],
    ['tables in tables beyond what a document may nest', () => testDocx(`${'<w:tbl><w:tr><w:tc>'.repeat(30)}${p(r('深'))}${'</w:tc></w:tr></w:tbl>'.repeat(30)}`), 'writingTooDeep'],
    ['more paragraphs than a document may have', () => testDocx(p(r('行')).repeat(25_000)), 'writingTooLong'],
    ['a cut file', () => testDocx(p(r('正文'))).slice(0, 200), 'documentTruncated'],
  ])('%s', async (_, bytes, key) => {
    expect(await refusalOf(read(bytes()))).toBe(key)
  })
}) // prettier-ignore

describe('what cannot be kept is said, and nothing outside is asked', () => {
  test('pictures on the network', async () => {
    const blip = (how: string) => p(`<w:r><w:drawing><a:blip ${how}/></w:drawing></w:r>`)
    const bytes = testDocx(`${blip('r:link="r1"')}${blip('r:embed="r2"')}${p(r('正文'))}`, {
      'word/_rels/document.xml.rels': rels(
        `<Relationship Id="r1" Type="image" Target="http://169.254.169.254/a.png" TargetMode="External"/>
         <Relationship Id="r2" Type="image" Target="https://example.com/b.png"/>`,
      ),
    })
    const found = await read(bytes)
    expect(found.pictures).toEqual([])
    expect(found.notes).toContainEqual({ key: 'writingNoteRemoteImages', params: { count: 2, limit: 63 } })
    expect(JSON.stringify(found.body)).not.toContain('http')
  })

  test('a picture that is none, and one that points out of the package', async () => {
    const bytes = packed({
      'word/document.xml': new TextDecoder().decode(
        strToU8(`<w:document><w:body>${described('a')}${described('b')}${described('c')}</w:body></w:document>`),
      ),
      'word/_rels/document.xml.rels': rels(
        `<Relationship Id="a" Target="media/a.png"/><Relationship Id="b" Target="../../../etc/passwd"/><Relationship Id="c" Target="media/c.png"/>`,
      ),
      'word/media/a.png': '<svg onload="alert(1)"/>                                   ',
      'word/media/c.png': new Uint8Array(dot()),
    })
    const found = await read(bytes)
    expect(found.pictures.map(({ name }) => name.replace(/^.*\./, ''))).toEqual(['png'])
    expect(found.notes).toContainEqual({ key: 'writingNoteImages', params: { count: 2, limit: 63 } })
    expect(bodyLines(found.body)[0]).toBe('〔说明〕')
  })

  test('links that run something become words', async () => {
    const link = (id: string, text: string) => p(`<w:hyperlink r:id="${id}">${r(text)}</w:hyperlink>`)
    const bytes = testDocx(
      `${link('a', '脚本')}${link('b', '文件')}${link('c', '网页')}${link('d', '站内')}<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "javascript:alert(1)" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r('域')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
      {
        'word/_rels/document.xml.rels': rels(
          `<Relationship Id="a" Target="javascript:alert(1)" TargetMode="External"/><Relationship Id="b" Target="file:///c:/x" TargetMode="External"/>
           <Relationship Id="c" Target="https://example.com/" TargetMode="External"/><Relationship Id="d" Target="/tenant/remove" TargetMode="External"/>`,
        ),
      },
    )
    const found = await read(bytes)
    expect(JSON.stringify(found.body).match(/"href":"[^"]*"/g)).toEqual(['"href":"https://example.com/"'])
    expect(bodyLines(found.body)).toEqual(['脚本', '文件', '网页', '站内', '域'])
    expect(found.notes.map(({ key }) => key)).toContain('writingNoteLinks')
  })

  test('hidden text, formulas, text boxes, embedded objects, notes, moves', async () => {
    const box =
      '<w:r><w:pict><v:textbox><w:txbxContent><w:p><w:r><w:t>框内</w:t></w:r></w:p></w:txbxContent></v:textbox></w:pict></w:r>'
    const bytes = testDocx(
      p(r('可见') + r('隐藏', '<w:vanish/>')) +
        p(`<m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath>`) +
        p(`${r('前')}${box}`) +
        p(`<w:r><w:object/></w:r>${r('有脚注')}<w:r><w:footnoteReference w:id="2"/></w:r>`) +
        p(`<w:moveFrom w:id="1" w:author="甲" w:date="2026-01-02T03:04:05Z">${r('移走')}</w:moveFrom>`),
      { 'word/footnotes.xml': wordPart('footnotes', `<w:footnote w:id="2">${p(r('脚注内容'))}</w:footnote>`) },
    )
    const found = await read(bytes)
    expect(bodyLines(found.body)).toEqual(['可见', 'a+b', '前', '框内', '有脚注[1]', '[1] 脚注内容', '移走'])
    expect(found.notes.map(({ key }) => key).toSorted()).toEqual([
      'writingNoteBoxes', 'writingNoteFormulas', 'writingNoteHidden', 'writingNoteMoved', 'writingNoteNotes', 'writingNoteShapes', 'writingNoteStyles',
    ]) // prettier-ignore
    expect(JSON.stringify(found.body)).not.toContain('隐藏')
  })

  test('columns beyond the most, and a bookmark or field left open swallows nothing', async () => {
    const wide = `<w:tbl><w:tr>${`<w:tc>${p(r('格'))}</w:tc>`.repeat(80)}</w:tr></w:tbl>`
    const open =
      p(`<w:bookmarkStart w:id="1" w:name="digao_1"/>${r('一')}`) +
      p(`<w:r><w:fldChar w:fldCharType="begin"/></w:r>${r('未完')}`) +
      p(r('二'))
    const bytes = testDocx(wide + open, {
      'docProps/custom.xml':
        '<Properties><property name="digao_1"><vt:lpwstr>["figure","x","E60","E60.tax"]</vt:lpwstr></property></Properties>',
    })
    expect(await noted(bytes)).toContain('writingNoteTables')
    const lines = bodyLines((await read(bytes)).body)
    expect(lines[0]?.split(' | ')).toHaveLength(63)
    expect(lines.slice(1)).toEqual(['一', '二'])
  })
})

test('lists, headings and alignment as Word’s own styles say them', async () => {
  const styles = wordPart('styles', `
    <w:style w:type="paragraph" w:styleId="a1"><w:name w:val="heading 1"/><w:pPr><w:jc w:val="center"/><w:outlineLvl w:val="0"/></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="q"><w:name w:val="Intense Quote"/></w:style>
    <w:style w:type="character" w:styleId="s"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>`) // prettier-ignore
  const numbering = wordPart('numbering', `
    <w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="chineseCounting"/><w:lvlText w:val="%1、"/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1、"/></w:lvl>
      <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>`) // prettier-ignore
  const numbered = (text: string, num: number, level = 0) =>
    p(`<w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${num}"/></w:numPr></w:pPr>${r(text)}`)
  const { body } = await read(
    testDocx(
      p(
        `<w:pPr><w:pStyle w:val="a1"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr></w:pPr>${r('基本情况')}`,
      ) +
        numbered('甲', 1) +
        numbered('甲一', 1, 1) +
        p(r('打断')) +
        numbered('乙', 1) +
        p(`<w:pPr><w:pStyle w:val="q"/></w:pPr>${r('引', '<w:rStyle w:val="s"/>')}`),
      { 'word/styles.xml': styles, 'word/numbering.xml': numbering },
    ),
  )
  expect(body.doc.content).toMatchObject([
    { type: 'heading', attrs: { level: 1, textAlign: 'center' }, content: [{ text: '一、基本情况' }] },
    {
      type: 'orderedList',
      attrs: { start: 1 },
      content: [{ content: [{ content: [{ text: '甲' }] }, { type: 'bulletList' }] }],
    },
    { type: 'paragraph' },
    { type: 'orderedList', attrs: { start: 2 }, content: [{ content: [{ content: [{ text: '乙' }] }] }] },
    { type: 'blockquote', content: [{ content: [{ text: '引', marks: [{ type: 'bold' }] }] }] },
  ])
})
