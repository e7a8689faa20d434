import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useState } from 'react'
import type { Picked } from './picked-files.ts'

/** A PDF that is open in the browser. */
export type OpenPdf = { key: string; name: string; bytes: ArrayBuffer; document: PDFDocumentProxy }
export type OpenPage = { key: string; pdf: OpenPdf; page: number; turn: number; on: boolean }

let count = 0

/** Opens a picked file for looking at its pages, or says why it cannot be opened; `close` ends the thread that reads it. */
export async function openPdf({
  key,
  name,
  file,
}: Picked): Promise<(OpenPdf & { close(): void }) | 'locked' | 'broken'> {
  if (!file) return 'broken'
  const bytes = await file.arrayBuffer()
  const { pdf, pdfRules, pdfThread } = await import('../viewer/pdf-library.ts')
  const thread = pdfThread()
  try {
    const worker = new pdf.PDFWorker({ port: thread as never })
    // the library takes the bytes it is given away
    const document = await pdf.getDocument({ ...pdfRules, data: bytes.slice(0), worker }).promise
    return { key, name, bytes, document, close: () => thread.terminate() }
  } catch (error) {
    thread.terminate()
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken'
  }
}

/** The pages of open PDFs, in the order they will have. */
export function usePdfPages() {
  const [pages, setPages] = useState<readonly OpenPage[]>([])
  const change = (work: (page: OpenPage) => OpenPage) => setPages((before) => before.map(work))
  return {
    pages,
    add: (pdf: OpenPdf) =>
      setPages((before) => [
        ...before,
        ...Array.from({ length: pdf.document.numPages }, (_, at) => ({
          key: `page-${(count += 1)}`,
          pdf,
          page: at,
          turn: 0,
          on: false,
        })),
      ]),
    clear: () => setPages([]),
    choose: (key: string, on: boolean) => change((page) => (page.key === key ? { ...page, on } : page)),
    chooseAll: (on: boolean) => change((page) => ({ ...page, on })),
    turn: (by: number) => change((page) => (page.on ? { ...page, turn: (page.turn + by + 360) % 360 } : page)),
    drop: () => setPages((before) => before.filter(({ on }) => !on)),
    /** Puts a page where another stands. */
    move: (key: string, to: number) =>
      setPages((before) => {
        const moved = before.find((one) => one.key === key)
        return moved ? before.filter((one) => one.key !== key).toSpliced(Math.max(0, to), 0, moved) : before
      }),
  }
}
export type PdfPages = ReturnType<typeof usePdfPages>
