/** A place on a page in points from its upper left corner, as citations carry it. */
export type PlaceBox = { left: number; top: number; width: number; height: number }
/** What the library tells of a page it has drawn. */
export type DrawnPage = {
  div: HTMLElement
  viewport: { rawDims: { pageWidth: number; pageHeight: number }; rotation: number }
}

/** `left,top,width,height` of an address. */
export function boxOf(written: string): PlaceBox | undefined {
  const numbers = written.split(',').map(Number)
  const [left = 0, top = 0, width = 0, height = 0] = numbers
  return numbers.length === 4 && numbers.every(Number.isFinite) && width > 0 && height > 0
    ? { left, top, width, height }
    : undefined
}

/** Marks a place on a page that has been drawn; a page that is turned shows no mark. */
export function markBox({ div, viewport }: DrawnPage, { left, top, width, height }: PlaceBox): void {
  div.querySelector('.pdf-mark')?.remove()
  if (viewport.rotation !== 0) return
  const { pageWidth, pageHeight } = viewport.rawDims
  const mark = document.createElement('div')
  mark.className = 'pdf-mark'
  Object.assign(mark.style, {
    left: `${(left / pageWidth) * 100}%`,
    top: `${(top / pageHeight) * 100}%`,
    width: `${(width / pageWidth) * 100}%`,
    height: `${(height / pageHeight) * 100}%`,
  })
  div.append(mark)
}
