import type { KnowledgeChunk } from '#contract/knowledge-chunk.ts'
import { viewerPath } from '../viewer/viewer-path.ts'

/** Where in its original a chunk stands: the page and the place on it, or the cells; else the original from the beginning. */
export function placeInFile(file: { fileId: string; name: string }, chunk: KnowledgeChunk | undefined): string {
  const anchor = chunk?.anchor
  if (anchor?.kind === 'page')
    return viewerPath({ ...file, page: anchor.page, ...(anchor.box ? { box: anchor.box } : {}) })
  if (anchor?.kind === 'cells' && anchor.sheet)
    return viewerPath({ ...file, cell: `'${anchor.sheet.replaceAll("'", "''")}'!${anchor.range}` })
  return viewerPath(file)
}
