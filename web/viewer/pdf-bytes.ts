import { file } from '#contract/file.ts'
import { askRaw, heard } from '#web/kernel/gateway.ts'
import { pdf } from './pdf-library.ts'

/** Files up to here come whole; of larger ones only what the pages in sight need. */
const WHOLE = 1024 ** 2

const asked = async (fileId: string, headers: Record<string, string> = {}) => {
  const { method, path } = file.download
  const reply = await askRaw({ method, path, query: { id: fileId }, headers, stream: true })
  if (!reply.ok) await heard(reply)
  return new Uint8Array(await reply.arrayBuffer())
}

/** Fetches ranges of a file as pages ask for them, each with the session of that moment. */
class Ranges extends pdf.PDFDataRangeTransport {
  private readonly fileId: string
  private readonly fail: (fault: unknown) => void
  constructor(fileId: string, first: Uint8Array, { size, fail }: { size: number; fail: (fault: unknown) => void }) {
    super(size, first)
    this.fileId = fileId
    this.fail = fail
  }
  override requestDataRange(begin: number, end: number): void {
    asked(this.fileId, { Range: `bytes=${begin}-${end - 1}` }).then(
      (bytes) => this.onDataRange(begin, bytes),
      (fault: unknown) => this.fail(fault),
    )
  }
}

/** Where a PDF's bytes come from, for pdfjs. Throws CallError. */
export async function pdfBytes(fileId: string, size: number, fail: (fault: unknown) => void) {
  if (size <= WHOLE) return { data: await asked(fileId) }
  const first = await asked(fileId, { Range: 'bytes=0-262143' })
  const range = new Ranges(fileId, first, { size, fail })
  return { range, rangeChunkSize: 262_144, disableAutoFetch: true, disableStream: true }
}
