import { file } from '#contract/file.ts'
import { download } from '#web/kernel/api.ts'
import { complain } from '#web/kernel/notices.ts'

/** The file that proves a decision. */
export function EvidenceFile({ id, name }: { id: string; name: string }) {
  const fetchFile = () => download(file.download, { id }, name).catch((fault: unknown) => complain(fault))
  return (
    <button
      type="button"
      className="plain-button link"
      onClick={(event) => {
        event.stopPropagation()
        void fetchFile()
      }}
    >
      {name}
    </button>
  )
}
