import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFStream,
  type PDFDocument,
  type PDFPage,
} from '@cantoo/pdf-lib'

const HIDDEN = 2
const NO_VIEW = 32
/** What only points somewhere, or opens when it is clicked. */
const unseen = new Set(['/Popup', '/Link'])

type Box = [number, number, number, number]

/**
 * Draws what stands above a page (stamps, signatures, filled fields, notes) into the page itself, so that it is still there when
 * the page is put on another. Answers how many. PDF 32000-1 12.5.5: the appearance's box is brought onto the annotation's.
 */
export function flattenPage(page: PDFPage): number {
  const annotations = page.node.Annots()
  if (!annotations) return 0
  const drawn: string[] = []
  for (let at = 0; at < annotations.size(); at += 1) {
    const found = annotations.lookup(at)
    if (!(found instanceof PDFDict)) continue
    const flags = found.lookup(PDFName.of('F'))
    const bits = flags instanceof PDFNumber ? flags.asNumber() : 0
    if ((bits & (HIDDEN | NO_VIEW)) !== 0 || unseen.has(String(found.lookup(PDFName.of('Subtype'))))) continue
    const look = appearance(found)
    const box = boxOf(found.lookup(PDFName.of('Rect')))
    if (!look || !box) continue
    const matrix = onto(look.stream.dict, box)
    if (!matrix) continue
    look.stream.dict.set(PDFName.of('Type'), PDFName.of('XObject'))
    look.stream.dict.set(PDFName.of('Subtype'), PDFName.of('Form'))
    const key = page.node.newXObject('Seen', look.ref)
    drawn.push(`q ${matrix.map((value) => value.toFixed(5)).join(' ')} cm ${key.toString()} Do Q`)
  }
  page.node.delete(PDFName.of('Annots'))
  if (drawn.length === 0) return 0
  const { context } = page.doc
  // whatever the page's own content leaves behind does not reach the stamps
  const before = context.register(context.stream('q\n'))
  const after = context.register(context.stream(`\nQ\n${drawn.join('\n')}\n`))
  page.node.normalizedEntries()
  if (!page.node.wrapContentStreams(before, after)) page.node.set(PDFName.of('Contents'), context.obj([before, after]))
  return drawn.length
}

/** The stream that shows an annotation as it is now, with its reference. */
function appearance(annotation: PDFDict): { stream: PDFStream; ref: PDFRef } | undefined {
  const looks = annotation.lookup(PDFName.of('AP'))
  if (!(looks instanceof PDFDict)) return undefined
  let holder = looks
  let key = PDFName.of('N')
  const normal = looks.lookup(key)
  if (normal instanceof PDFDict) {
    // a field of several states: the one it is in
    const state = annotation.lookup(PDFName.of('AS'))
    if (!(state instanceof PDFName)) return undefined
    holder = normal
    key = state
  }
  const stream = holder.lookup(key)
  if (!(stream instanceof PDFStream)) return undefined
  const given = holder.get(key)
  return { stream, ref: given instanceof PDFRef ? given : annotation.context.register(stream) }
}

function boxOf(value: unknown): Box | undefined {
  if (!(value instanceof PDFArray) || value.size() < 4) return undefined
  const numbers = [0, 1, 2, 3].map((at) => numberAt(value, at))
  const [x0, y0, x1, y1] = numbers
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return undefined
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
}

function numberAt(list: PDFArray, at: number): number | undefined {
  const value = list.lookup(at)
  return value instanceof PDFNumber && Number.isFinite(value.asNumber()) ? value.asNumber() : undefined
}

/** The matrix from the appearance's own box, turned by its matrix, to the annotation's rectangle. */
function onto(look: PDFDict, [left, bottom, right, top]: Box): number[] | undefined {
  const box = boxOf(look.lookup(PDFName.of('BBox')))
  if (!box) return undefined
  const given = look.lookup(PDFName.of('Matrix'))
  const own =
    given instanceof PDFArray && given.size() >= 6 ? [0, 1, 2, 3, 4, 5].map((at) => numberAt(given, at) ?? 0) : []
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = own
  const corners = [
    [box[0], box[1]],
    [box[2], box[1]],
    [box[0], box[3]],
    [box[2], box[3]],
  ] as const
  const xs = corners.map(([x, y]) => a * x + c * y + e)
  const ys = corners.map(([x, y]) => b * x + d * y + f)
  const [width, height] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)]
  if (width <= 0 || height <= 0) return undefined
  const [sx, sy] = [(right - left) / width, (top - bottom) / height]
  return [sx, 0, 0, sy, left - Math.min(...xs) * sx, bottom - Math.min(...ys) * sy]
}

/** What a page needs not, and what would bring half of its document along. */
const ballast = ['Annots', 'B', 'StructParents', 'Thumb', 'PieceInfo', 'Metadata', 'AA', 'Trans', 'Tabs'] as const

/** The pages of a document with their stamps drawn in, and nothing that points out of them. Answers how many stamps there were. */
export function flattenAll(document: PDFDocument): number {
  let stamps = 0
  for (const page of document.getPages()) {
    stamps += flattenPage(page)
    for (const key of ballast) page.node.delete(PDFName.of(key))
  }
  return stamps
}
