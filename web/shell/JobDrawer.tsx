import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { latestJobs } from './latest-jobs.ts'
import { texts } from './texts.ts'

/** The task drawer: what runs, how far, for how long, what came of it. */
export function JobDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  const jobs = useQuery({ ...latestJobs(), enabled: open })
  return (
    <Drawer title={t('tasks')} size={420} open={open} onClose={onClose} mask={false}>
      <StateView of={jobs} empty={{ when: ({ records }) => records.length === 0, says: t('noTasks') }}>
        {({ records }) => (
          <ul className="job-list">
            {records.map((one) => (
              <li key={one.id}>
                <JobProgress of={one} />
              </li>
            ))}
          </ul>
        )}
      </StateView>
    </Drawer>
  )
}
