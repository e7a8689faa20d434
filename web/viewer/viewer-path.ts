/** What the viewer opens, and where in it. */
export interface ViewerPlace {
  fileId: string
  name?: string
  /** Entry of an archive, by its place in the listing from 0. */
  entry?: number
  /** Page of a PDF, OFD or presentation, counted from one. */
  page?: number
  /** Cell of a workbook: `B7` or `Sheet1!B7`. */
  cell?: string
  /** Words to find and mark on opening. */
  find?: string
  /** A place on that page of a PDF to mark, in points from its upper left corner. */
  box?: { left: number; top: number; width: number; height: number }
}

const viewerAddress = '/file-viewer/index'

const withQuery = (entries: readonly (readonly [string, string | undefined])[]) => {
  const query = new URLSearchParams()
  for (const [key, value] of entries) if (value) query.set(key, value)
  return `${viewerAddress}?${query.toString()}`
}

/** Address of the viewer with a file of ours, at a place where one is named. */
export const viewerPath = ({ fileId, name, entry, page, cell, find, box }: ViewerPlace): string =>
  withQuery([
    ['fileId', fileId],
    ['fileName', name],
    ['entry', entry === undefined ? undefined : String(entry)],
    ['page', page === undefined ? undefined : String(page)],
    ['cell', cell],
    ['find', find],
    ['box', box && [box.left, box.top, box.width, box.height].join(',')],
  ])

/** Address of the viewer with a file that lies elsewhere; the server fetches it. */
export const viewerLinkPath = (fileLink: string, name?: string): string =>
  withQuery([
    ['fileLink', fileLink],
    ['fileName', name],
  ])
