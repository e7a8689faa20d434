import { columnName } from '#engine/retrieval/chunk-table.ts'
import type { Language } from '#contract/texts.ts'
import type { Block } from '#engine/retrieval/block.ts'
import { readDocument } from '../document/read-document.ts'
import { actorOf, languageOf } from './read-call.ts'
import { plain } from './tool-text.ts'
import type { ToolAsker } from './tool.ts'

/** What reading a file for a question may cost; larger ones belong into a knowledge base or a ledger. */
const LIMITS = { bytes: 60 * 1024 ** 2, seconds: 60, memory: 768, pages: 400, rows: 5000, cells: 200_000 }
/** Files that are read at the same time by one process: each has a thread of its own. */
const AT_ONCE = 2
/** Characters of readings that are kept: whoever reads a file asks for its next part. */
const KEPT = 8_000_000

/** A file as lines with the place of each. `hidden`: pieces of hidden text that were left out. */
export type FileLines = { lines: readonly string[]; kind: string; pages: number; hidden: number; length: number }

const kept = new Map<string, FileLines>()
let running = 0
const waiting: (() => void)[] = []

/** The text of a file the asker may read; the same content of a tenant is read once while it is asked about. Refusals: those of readDocument. */
export async function linesOfFile(asker: ToolAsker, { name, sha256 }: { name: string; sha256: string }) {
  const { kernel, user, signal } = asker
  const language = languageOf(asker)
  const key = [user.tenantId, sha256, language, name].join(' ')
  const known = kept.get(key)
  if (known) {
    // the last used stays longest
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const reading = await inTurn(signal, () =>
    kernel.blobs.asPath(actorOf(asker), sha256, (path) =>
      readDocument(path, name, { ...LIMITS, ocr: kernel.config.DIGAO_OCR_URL ?? null }, signal),
    ),
  )
  const lines = reading.blocks.flatMap((block) => linesOf(block, language))
  const length = lines.reduce((sum, line) => sum + line.length, 0)
  const made: FileLines = { lines, kind: reading.kind, pages: reading.pages, hidden: reading.hidden, length }
  keep(key, made)
  return made
}

function keep(key: string, made: FileLines): void {
  if (made.length > KEPT / 2) return
  kept.set(key, made)
  let sum = [...kept.values()].reduce((all, { length }) => all + length, 0)
  for (const [oldest, { length }] of kept) {
    if (sum <= KEPT) break
    kept.delete(oldest)
    sum -= length
  }
}

async function inTurn<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (running === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    signal?.throwIfAborted()
    return await work()
  } finally {
    // the place goes over to whoever waits longest
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Lines of a block with their place: the page or the paragraph, of a table each row with the cells' addresses. */
function linesOf(block: Block, language: Language): string[] {
  const { page, paragraph } = block.origin
  const en = language === 'en'
  const at = page === undefined ? (en ? `¶${paragraph}` : `第${paragraph}段`) : en ? `p.${page}` : `第${page}页`
  if (block.kind !== 'table') return [`(${at}) ${block.kind === 'heading' ? '# ' : ''}${plain(block.text, Infinity)}`]
  const place = block.sheet ? plain(block.sheet) : at
  return block.rows.map(({ row, cells }) => {
    const own = cells.filter(({ merged, text }) => !merged && text !== '')
    return `(${place} ${row}) ${own.map(({ column, text }) => `${columnName(column)}${row}=${plain(text, 1000)}`).join(' | ')}`
  })
}
