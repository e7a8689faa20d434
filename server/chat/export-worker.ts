import { parentPort, workerData } from 'node:worker_threads'
import { Document, type FileChild, Footer, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import type { ChatSource } from '#contract/chat-message.ts'
import type { Figure } from '#contract/tool-source.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { markdownBlocks, NUMBERING, tableOf } from './markdown-docx.ts'

// The thread that writes a conversation as a Word document.

export type ExportedAnswer = {
  question: string
  answer: string
  /** Who answered, and what is to be known about it. */
  about: string[]
  sources: ChatSource[]
  figures: Figure[]
}
export type ExportOrder = {
  title: string
  /** Date, person, project. */
  head: string[]
  /** Stands above and on every page: not reviewed. */
  warning: string
  words: { question: string; answer: string; sources: string; figures: string; head: [string, string, string] }
  answers: ExportedAnswer[]
}

/** XML has no way to say these: Word would not open the document. */
const UNSAID = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu

const { title, head, warning, words, answers } = sayable(workerData) as ExportOrder

function sayable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replace(UNSAID, '')
  if (Array.isArray(value)) return value.map(sayable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, sayable(one)]))
}

const line = (text: string, how: { color?: string; bold?: boolean } = {}) =>
  new Paragraph({ children: [new TextRun({ text, ...how })] })

const heading = (text: string, level: (typeof HeadingLevel)[keyof typeof HeadingLevel]) =>
  new Paragraph({ heading: level, children: [new TextRun(text)] })
const placeOf = ({ title: name, at }: Pick<ChatSource, 'title' | 'at'>) => [name, at].filter(Boolean).join(' · ')

function answerBlocks({ question, answer, about, sources, figures }: ExportedAnswer): FileChild[] {
  const blocks: FileChild[] = [heading(words.question, HeadingLevel.HEADING_1)]
  for (const text of question.split('\n')) blocks.push(line(text))
  blocks.push(heading(words.answer, HeadingLevel.HEADING_1), ...markdownBlocks(answer))
  for (const text of about) blocks.push(line(text, { color: '666666' }))
  if (figures.length > 0) {
    const rows = figures.map(({ label, value, unit, source }) => [
      label,
      `${value}${unit === '元' ? '' : unit}`,
      placeOf(source),
    ])
    blocks.push(heading(words.figures, HeadingLevel.HEADING_2), tableOf([words.head, ...rows]))
  }
  if (sources.length > 0) blocks.push(heading(words.sources, HeadingLevel.HEADING_2))
  for (const source of sources) {
    blocks.push(line(`[${source.no}] ${placeOf(source)}`, { bold: true }))
    if (source.quote) blocks.push(new Paragraph({ indent: { left: 420 }, children: [new TextRun(source.quote)] }))
  }
  return blocks
}

const children: FileChild[] = [
  heading(title, HeadingLevel.TITLE),
  ...head.map((text) => line(text, { color: '666666' })),
  line(warning, { color: 'B3261E', bold: true }),
  ...answers.flatMap(answerBlocks),
]

const document = new Document({
  title,
  numbering: NUMBERING,
  styles: { default: { document: { run: { font: '宋体', size: 22 } } } },
  sections: [{ footers: { default: new Footer({ children: [line(warning, { color: '999999' })] }) }, children }],
})
const packed = await Packer.toBuffer(document)
const said: WorkerSays<Uint8Array> = { kind: 'done', result: new Uint8Array(packed) }
parentPort?.postMessage(said, [])
