import { viewerPath } from '../viewer/viewer-path.ts'

/** The file that proves a decision; it opens in a window of its own, beside the paper. */
export function EvidenceFile({ id, name }: { id: string; name: string }) {
  return (
    <a
      className="link"
      href={viewerPath({ fileId: id, name })}
      target="_blank"
      rel="noopener"
      onClick={(event) => event.stopPropagation()}
    >
      {name}
    </a>
  )
}
