import { SheetBook } from '#contract/sheet-book.ts'
import { sheetFile, type SheetOpened } from '#contract/sheet-file.ts'
import { applyOps, type SheetOp } from '#contract/sheet-ops.ts'
import { call } from '#web/kernel/api.ts'
import { askRaw, heard } from '#web/kernel/gateway.ts'

export type LoadedSheet = { opened: SheetOpened; book: SheetBook; rev: number; at: number }

/** A step that cannot be applied changes nothing, here as at the server. */
export function applySafely(book: SheetBook, ops: readonly SheetOp[]): SheetBook {
  try {
    return applyOps(book, ops)
  } catch (error) {
    if (error instanceof RangeError) return book
    throw error
  }
}

/** The spreadsheet of a file as it is now: the newest kept version and the steps after it. Throws CallError. */
export async function loadSheet(fileId: string): Promise<LoadedSheet> {
  const opened = await call(sheetFile.open, { fileId })
  const { method, path } = sheetFile.book
  const query = { fileId, no: String(opened.versionNo) }
  const [reply, later] = await Promise.all([
    askRaw({ method, path, query, stream: true }),
    call(sheetFile.steps, { fileId, after: opened.bookRev }),
  ])
  if (!reply.ok) await heard(reply)
  const kept = SheetBook.parse(await reply.json())
  const book = later.steps.reduce((so, { ops }) => applySafely(so, ops), kept)
  return { opened, book, rev: later.rev, at: Date.now() }
}
