import { writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import {
  Document,
  type FileChild,
  HeadingLevel,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { writeXlsx } from 'hucre/xlsx'
import type { WorkerSays } from '#server/kernel/worker-run.ts'

// The thread that writes a masked copy.

/** A part of a masked file: lines of text, or the rows of a table. */
export type MaskedPart =
  | { kind: 'text'; lines: { text: string; level: number }[] }
  | { kind: 'table'; name: string; rows: string[][] }
export type MaskFileOrder = { path: string; form: 'txt' | 'docx' | 'xlsx'; title: string; parts: MaskedPart[] }

const { path, form, title, parts }: MaskFileOrder = workerData
const levels = [
  HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4,
] as const // prettier-ignore

const paragraphs = (lines: readonly { text: string; level: number }[]) =>
  lines.map(({ text, level }) => {
    const heading = level > 0 ? levels[Math.min(level, levels.length) - 1] : undefined
    return new Paragraph({ ...(heading && { heading }), children: [new TextRun(text)] })
  })

const tableOf = (rows: readonly (readonly string[])[]) =>
  new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map(
      (row) =>
        new TableRow({
          children: row.map((cell) => new TableCell({ children: [new Paragraph({ children: [new TextRun(cell)] })] })),
        }),
    ),
  })

async function written(): Promise<Uint8Array | string> {
  if (form === 'xlsx') {
    const sheets = parts.map((part, index) => ({
      name: part.kind === 'table' && part.name ? cut(part.name, 31) : `Sheet${index + 1}`,
      rows: part.kind === 'table' ? part.rows : part.lines.map(({ text }) => [text]),
    }))
    return writeXlsx({ sheets: onceNamed(sheets), properties: { title } })
  }
  if (form === 'docx') {
    const children = parts.flatMap((part): FileChild[] =>
      part.kind === 'table' ? [tableOf(part.rows)] : paragraphs(part.lines),
    )
    return Packer.toBuffer(new Document({ title, sections: [{ children }] }))
  }
  return parts
    .flatMap((part) =>
      part.kind === 'table' ? part.rows.map((row) => row.join('\t')) : part.lines.map(({ text }) => text),
    )
    .join('\n')
}

/** The beginning of a name, with no half of a token at its end. */
const cut = (name: string, most: number) =>
  name.length <= most
    ? name
    : name
        .slice(0, most)
        .replace(/〔[^〕]*$/, '')
        .trim()

/** A workbook has no two sheets of one name, and no name with these signs. */
function onceNamed<T extends { name: string }>(sheets: readonly T[]): T[] {
  const taken = new Set<string>()
  return sheets.map((sheet) => {
    const clean = sheet.name.replaceAll(/[\\/?*[\]:]/g, ' ').trim() || 'Sheet'
    let name = clean
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${cut(clean, 30 - String(n).length)} ${n}`
    taken.add(name.toLowerCase())
    return Object.assign(sheet, { name })
  })
}

writeFileSync(path, await written(), { mode: 0o600 })
parentPort?.postMessage({ kind: 'done', result: {} } satisfies WorkerSays<object>, [])
