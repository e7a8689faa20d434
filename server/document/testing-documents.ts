import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { Refusal } from '#server/kernel/errors.ts'
import { defaultDocumentLimits, type DocumentLimits, type DocumentReading } from './document-reading.ts'
import { readFileBlocks } from './read-file-blocks.ts'

/** A folder for a test's files; `done` removes it. */
export function documentFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'digao-document-'))
  const put = (name: string, bytes: Uint8Array | string): string => {
    const path = join(folder, String(Math.random()).slice(2))
    writeFileSync(path, bytes)
    return named(path, name)
  }
  const names = new Map<string, string>()
  const named = (path: string, name: string) => {
    names.set(path, name)
    return path
  }
  return {
    put,
    /** Reads bytes as a file of this name, in this thread. */
    read(name: string, bytes: Uint8Array | string, limits: Partial<DocumentLimits> = {}): Promise<DocumentReading> {
      return readFileBlocks(put(name, bytes), name, { ...defaultDocumentLimits, ...limits })
    },
    done: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A package of parts; texts are written as UTF-8. */
export const packed = (parts: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, body]) => [name, typeof body === 'string' ? strToU8(body) : body]),
    ),
  )

/** The refusal's key, or what was read instead of one. */
export async function refusalOf(reading: Promise<unknown>): Promise<string> {
  try {
    return `read: ${JSON.stringify(await reading)}`
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
}

/** The words of all blocks, a line each; rows of tables as `row: column=text`. */
export const wordsOf = ({ blocks }: DocumentReading): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'table'
      ? block.rows.map(({ row, cells }) => `${row}: ${cells.map(({ column, text }) => `${column}=${text}`).join(' ')}`)
      : [block.kind === 'heading' ? `${'#'.repeat(block.level)} ${block.text}` : block.text],
  )

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`
const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** A text document whose body is this markup. */
export const testDocx = (body: string, parts: Record<string, string> = {}): Uint8Array =>
  packed({ 'word/document.xml': xml(`<w:document ${w}><w:body>${body}</w:body></w:document>`), ...parts })

export const wordPart = (root: string, body: string): string => xml(`<w:${root} ${w}>${body}</w:${root}>`)

const ns =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const related = (targets: Record<string, string>) =>
  xml(
    `<Relationships>${Object.entries(targets)
      .map(([id, target]) => `<Relationship Id="${id}" Type="x" Target="${target}"/>`)
      .join('')}</Relationships>`,
  )

/** Slides by the markup of their shapes and the words of their notes, shown in the order given, stored in the opposite one. */
export function testPptx(slides: readonly { shapes: string; notes?: string; hidden?: boolean }[]): Uint8Array {
  const parts: Record<string, string> = {}
  const targets: Record<string, string> = {}
  for (const [index, { shapes, notes, hidden }] of slides.entries()) {
    const number = slides.length - index
    targets[`rId${index + 1}`] = `slides/slide${number}.xml`
    parts[`ppt/slides/slide${number}.xml`] = xml(
      `<p:sld ${ns}${hidden ? ' show="0"' : ''}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    )
    if (notes === undefined) continue
    parts[`ppt/slides/_rels/slide${number}.xml.rels`] = related({ rId1: `../notesSlides/notes${number}.xml` })
    parts[`ppt/notesSlides/notes${number}.xml`] = xml(
      `<p:notes ${ns}><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${notes}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:notes>`,
    )
  }
  return packed({
    'ppt/presentation.xml': xml(
      `<p:presentation ${ns}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': related(targets),
    ...parts,
  })
}

/** A shape with these lines; `kind` is what its place on the slide is for. */
export const testShape = (lines: readonly string[], kind = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:nvPr>${kind ? `<p:ph type="${kind}"/>` : ''}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="127000" y="254000"/><a:ext cx="1270000" cy="635000"/></a:xfrm></p:spPr><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const parts = 'http://schemas.openxmlformats.org/package/2006'

/** A workbook of one sheet, named 表, with these rows and what stands behind them. */
export const testXlsx = (rows: string, behind = ''): Uint8Array =>
  packed({
    '[Content_Types].xml': xml(
      `<Types xmlns="${parts}/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="表" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${parts}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': xml(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${behind}</worksheet>`),
  })
