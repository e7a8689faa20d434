import { App, Button } from 'antd'
import { file } from '#contract/file.ts'
import type { Job } from '#contract/system.ts'
import { download, queries } from '#web/kernel/api.ts'
import { useJob } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { jobResult } from './job-result.ts'
import { texts } from './texts.ts'
import { UnpackNote } from './UnpackNote.tsx'
import { unwatchJob, useWatchedJobs } from './watch-job.ts'

/** Says of each watched job how it ended. Stands once, beside the notices. */
export function WatchedJobs() {
  const { ids } = useWatchedJobs()
  return ids.map((id) => <Watched key={id} id={id} />)
}

/** Seconds a notice with something to download stays. */
const STAYS = 12

function Watched({ id }: { id: string }) {
  const t = useTexts(texts)
  const { notification } = App.useApp()
  const tell = (ended: Job) => {
    const { fileId, fileName, rows, unpacked } = jobResult(ended)
    const name = ended.title
    // an archive that was unpacked, a tree that was copied: also what came in before it stopped
    if (ended.bizType === 'disk') void queries.invalidateQueries({ queryKey: ['disk'] })
    const fetched = () => {
      notification.destroy(id)
      download(file.download, { id: fileId }, fileName).catch((fault: unknown) => complain(fault))
    }
    if (unpacked && unpacked.skipped > 0) {
      notification.warning({
        key: id,
        title: t('jobDone', { name }),
        description: <UnpackNote of={unpacked} most={3} />,
        placement: 'bottomRight',
        duration: STAYS,
      })
    } else if (ended.state === 'succeeded') {
      notification.success({
        key: id,
        title: rows === undefined ? t('jobDone', { name }) : t('exportDone', { name, count: rows }),
        duration: fileId ? STAYS : 4,
        placement: 'bottomRight',
        ...(fileId && {
          actions: (
            <Button type="primary" size="small" onClick={fetched}>
              {t('download')}
            </Button>
          ),
        }),
      })
    } else if (ended.state === 'failed') {
      notification.error({
        key: id,
        title: t('jobFailed', { name }),
        description: ended.error,
        placement: 'bottomRight',
        duration: STAYS,
      })
      // over the package's limit: asked as after a call; any other reason stands in the notice
      complain(new CallError(ended.error, ended.errorCode), true)
    }
    unwatchJob(id)
  }
  useJob(id, tell)
  return null
}
