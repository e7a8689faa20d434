import { ParseSpeeds, PDFArray, PDFDict, PDFDocument, PDFName, PDFRef, PDFStream } from '@cantoo/pdf-lib'

/** `locked`: under a password that was not given; `archive`: PDF/A, which may not be encrypted. */
export const pdfWhys = ['locked', 'wrongPassword', 'open', 'archive', 'broken'] as const
export type PdfWhy = (typeof pdfWhys)[number]

/** Why a document cannot be worked on. */
export class PdfRefused extends Error {
  readonly why: PdfWhy
  constructor(why: PdfWhy) {
    super(why)
    this.why = why
  }
}

const rules = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest, capNumbers: true } as const

/** A document as it is; throws PdfRefused. `password` only where one may be used. */
export async function openWhole(bytes: ArrayBuffer, password?: string): Promise<PDFDocument> {
  try {
    const document = await PDFDocument.load(bytes, password === undefined ? rules : { ...rules, password })
    if (document.getPageCount() === 0) throw new PdfRefused('broken')
    return document
  } catch (error) {
    if (error instanceof PdfRefused) throw error
    const says = error instanceof Error ? error.message : ''
    if (/password incorrect/i.test(says)) throw new PdfRefused('wrongPassword')
    throw new PdfRefused(/password|encrypt/i.test(says) ? 'locked' : 'broken')
  }
}

/** What stands in the trailer of a document, also of one under a password. */
export async function trailerOf(bytes: ArrayBuffer) {
  const { context, isEncrypted } = await PDFDocument.load(bytes, { ...rules, ignoreEncryption: true })
  return { info: context.trailerInfo.Info, encrypted: isEncrypted }
}

/** The whole document written anew: what the last revision says, with nothing of earlier ones. */
export const written = (document: PDFDocument): Promise<Uint8Array> =>
  document.save({ rewrite: true, updateFieldAppearances: false, addDefaultPage: false })

/** Whether anybody has signed it: a signature says over which bytes it stands, and any change ends it. */
export function isSigned({ context }: PDFDocument): boolean {
  const range = PDFName.of('ByteRange')
  return context.enumerateIndirectObjects().some(([, object]) => object instanceof PDFDict && object.has(range))
}

/** Takes out what nothing refers to any more: what earlier revisions, or the encryption, left behind. */
export function dropUnreached({ context }: PDFDocument): void {
  const reached = new Set<PDFRef>()
  const open: unknown[] = [context.trailerInfo.Root, context.trailerInfo.Info]
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (next instanceof PDFRef) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(context.lookup(next))
    } else if (next instanceof PDFDict) open.push(...next.values())
    else if (next instanceof PDFArray) open.push(...next.asArray())
    else if (next instanceof PDFStream) open.push(...next.dict.values())
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref)
}
