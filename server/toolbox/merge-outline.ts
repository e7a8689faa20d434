import { type PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFPage } from '@cantoo/pdf-lib'

/** Bookmarks, one for each receipt, that lead to its first page. */
export function addOutline(document: PDFDocument, marks: readonly { title: string; page: PDFPage }[]): void {
  if (marks.length === 0) return
  const { context } = document
  const root = context.nextRef()
  const refs = marks.map(() => context.nextRef())
  for (const [at, { title, page }] of marks.entries()) {
    const item: PDFDict = context.obj({ Parent: root, Dest: [page.ref, 'Fit'] })
    item.set(PDFName.of('Title'), PDFHexString.fromText(title))
    const [before, after] = [refs[at - 1], refs[at + 1]]
    if (before) item.set(PDFName.of('Prev'), before)
    if (after) item.set(PDFName.of('Next'), after)
    const own = refs[at]
    if (own) context.assign(own, item)
  }
  const outline = context.obj({ Type: 'Outlines' })
  const [first, last] = [refs[0], refs.at(-1)]
  if (first) outline.set(PDFName.of('First'), first)
  if (last) outline.set(PDFName.of('Last'), last)
  outline.set(PDFName.of('Count'), PDFNumber.of(marks.length))
  context.assign(root, outline)
  document.catalog.set(PDFName.of('Outlines'), root)
}
