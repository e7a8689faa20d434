import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { file } from '#contract/file.ts'
import { list } from '#contract/list.ts'
import { type Job, job } from '#contract/system.ts'
import { download, queries, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { jobResult } from '#web/kit/job-result.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { texts as kitTexts } from '#web/kit/texts.ts'
import { UnpackNote } from '#web/kit/UnpackNote.tsx'
import { watchJob } from '#web/kit/watch-job.ts'
import { latestJobs } from './latest-jobs.ts'
import { texts } from './texts.ts'

const ImportDialog = lazy(async () => ({ default: (await import('#web/kit/ImportDialog.tsx')).ImportDialog }))

/** The task drawer: what runs, how far, for how long, what came of it; results to download, failures to try again. */
export function JobDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  const jobs = useQuery({ ...latestJobs(), enabled: open })
  const [checked, setChecked] = useState<Job>()
  return (
    <Drawer title={t('tasks')} size={420} open={open} onClose={onClose} mask={false}>
      <StateView of={jobs} empty={{ when: ({ records }) => records.length === 0, says: t('noTasks') }}>
        {({ records }) => (
          <ul className="job-list">
            {records.map((one) => (
              <li key={one.id}>
                <JobProgress of={one}>
                  <JobFiles of={one} onGoOn={() => setChecked(one)} />
                </JobProgress>
              </li>
            ))}
          </ul>
        )}
      </StateView>
      {checked && (
        <Suspense fallback={null}>
          <ImportDialog
            list={checked.bizId}
            name={checked.title.split(' · ')[0] ?? ''}
            checkJobId={checked.id}
            // whichever list it was, on whatever page it is shown
            onDone={() => void queries.invalidateQueries()}
            onClose={() => setChecked(undefined)}
          />
        </Suspense>
      )}
    </Drawer>
  )
}

function JobFiles({ of, onGoOn }: { of: Job; onGoOn: () => void }) {
  const t = useTexts(kitTexts)
  const retry = useCommand(list.retry, { also: [job.list] })
  const { fileId, fileName, errorFileId, expired, waits, retries, counts, unpacked } = jobResult(of)
  const fetch = (id: string) =>
    void download(file.download, { id }, fileName).catch((fault: unknown) => complain(fault))
  if (!fileId && !errorFileId && !waits && !retries && !counts && !unpacked) return null
  const again = () =>
    void retry.mutateAsync({ id: of.id }).then(
      ({ jobId }) => watchJob(jobId),
      () => undefined, // said in a toast
    )
  return (
    <div className="job-files">
      {unpacked && <UnpackNote of={unpacked} most={unpacked.told.length} />}
      {counts && <span className="second">{t('importDone', counts)}</span>}
      {expired && (fileId || errorFileId) && <span className="third">{t('expired')}</span>}
      {!expired && waits && (
        <Button size="small" onClick={onGoOn}>
          {t('goOn')}
        </Button>
      )}
      {!expired && fileId && (
        <Button size="small" onClick={() => fetch(fileId)}>
          {t('download')}
        </Button>
      )}
      {!expired && errorFileId && (
        <Button size="small" onClick={() => fetch(errorFileId)}>
          {t('downloadErrors')}
        </Button>
      )}
      {!expired && retries && (
        <Button size="small" loading={retry.isPending} onClick={again}>
          {t('retryJob')}
        </Button>
      )}
    </div>
  )
}
