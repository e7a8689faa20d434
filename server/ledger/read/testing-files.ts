import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

/** A folder for a test's files, and a way to be rid of it. */
export function testFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'digao-read-'))
  return {
    file(name: string, content: string | Uint8Array): string {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A part of an archive; `claims` writes another unpacked size into the directory than is true. */
export type ZipPart = { name: string; content: string | Uint8Array; claims?: number }

/** A zip archive (deflated), written by hand so that tests can also write bad ones. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claims } of parts) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const packed = deflateRawSync(bytes)
    const named = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claims ?? bytes.length, 18)
    fields.writeUInt16LE(named.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, named, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, tail, named]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}

const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a workbook with one sheet of the given markup. */
export function workbookParts(
  sheet: string,
  options: { strings?: string; styles?: string; date1904?: boolean; sheetName?: string } = {},
): ZipPart[] {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${officeNamespace}/${type}" Target="${target}"/>`
  const parts: ZipPart[] = [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${officeNamespace}"><workbookPr date1904="${options.date1904 ? 1 : 0}"/><sheets><sheet name="${options.sheetName ?? '表'}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'sharedStrings', 'sharedStrings.xml')}${relation(3, 'styles', 'styles.xml')}</Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ]
  if (options.strings !== undefined) parts.push({ name: 'xl/sharedStrings.xml', content: options.strings })
  if (options.styles !== undefined) parts.push({ name: 'xl/styles.xml', content: options.styles })
  return parts
}

/** A sheet's markup of inline texts and numbers. */
export const sheetOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `<worksheet><sheetData>${rows
    .map(
      (cells) =>
        `<row>${cells.map((cell) => (typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell ?? ''}</t></is></c>`)).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`
