import { dropUnreached, isSigned, openWhole, PdfRefused, trailerOf, written } from './pdf-open.ts'

/** What a reader may do who did not give the password of the owner. */
export const pdfRights = ['print', 'copy', 'change', 'annotate'] as const
export type PdfRight = (typeof pdfRights)[number]
export type PdfSecret = {
  /** Asked when the document is opened; empty: it opens without. */
  open: string
  /** Lifts the restrictions. */
  owner: string
  rights: readonly PdfRight[]
}
export type PdfReworked = { bytes: Uint8Array; signed: boolean }

/** What is still wrong with what was typed; undefined when a document can be closed with it. */
export function secretFault({
  open,
  owner,
  rights,
}: PdfSecret): 'noPassword' | 'ownerMissing' | 'ownerSame' | 'long' | undefined {
  // the standard takes the first 127 bytes only; what comes after would be forgotten silently
  if ([open, owner].some((password) => new TextEncoder().encode(password).length > 127)) return 'long'
  if (open === '' && owner === '') return 'noPassword'
  if (rights.length === pdfRights.length) return undefined
  // whoever opens with the password of the owner is held by no restriction
  if (owner === '') return 'ownerMissing'
  return owner === open ? 'ownerSame' : undefined
}

/** The document under AES-256 (ISO 32000-2, revision 6); throws PdfRefused. */
export async function lockPdf(bytes: ArrayBuffer, { open, owner, rights }: PdfSecret): Promise<PdfReworked> {
  const document = await openWhole(bytes)
  const may = (right: PdfRight) => rights.includes(right)
  try {
    document.encrypt({
      algorithm: 'AES-256',
      userPassword: open,
      ...(owner !== '' && { ownerPassword: owner }),
      permissions: {
        ...(may('print') && { printing: 'highResolution' }),
        copying: may('copy'),
        contentAccessibility: true,
        modifying: may('change'),
        documentAssembly: may('change'),
        annotating: may('annotate'),
        fillingForms: may('annotate'),
      },
    })
  } catch (error) {
    if (error instanceof Error && error.message.includes('PDF/A')) throw new PdfRefused('archive')
    throw error
  }
  return { bytes: await written(document), signed: isSigned(document) }
}

/** The document without password and restrictions; `password` may be empty where it opens without. Throws PdfRefused. */
export async function unlockPdf(bytes: ArrayBuffer, password: string): Promise<PdfReworked> {
  const document = await openWhole(bytes, password)
  const { info, encrypted } = await trailerOf(bytes)
  if (!encrypted) throw new PdfRefused('open')
  // the library takes the trailer of a new-style file for encrypted and loses who wrote the document and its title
  if (info) document.context.trailerInfo.Info = info
  dropUnreached(document)
  return { bytes: await written(document), signed: isSigned(document) }
}
