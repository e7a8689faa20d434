import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { schedule, type ScheduledJob } from '#contract/schedule.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { ScheduleForm } from './ScheduleForm.tsx'
import { RunState, ScheduleLog } from './ScheduleLog.tsx'
import { texts } from './storage-texts.ts'
import './watch.css'

/** /platform/schedule: what comes round, when, and what came of it. */
export function SchedulePage() {
  const t = useTexts(texts)
  const view = useListView({ size: 50 })
  const rows = useQuery({
    ...pageQuery(schedule.list, view.input),
    refetchInterval: ({ state }) => (state.data?.records.some((row) => row.running) ? 2000 : 30_000),
  })
  const run = useCommand(schedule.run)
  const [form, setForm] = useState<ScheduledJob | undefined>()
  const [runsOf, setRunsOf] = useState<ScheduledJob | undefined>()
  const start = (row: ScheduledJob) =>
    run.mutateAsync({ id: row.id }).then(
      () => say(t('runSay')),
      () => undefined,
    )
  const columns: Column<ScheduledJob>[] = [
    { key: 'title', title: t('job'), cut: true },
    { key: 'cron', title: t('cron'), width: 140, render: (row) => <span className="mono cron">{row.cron}</span> },
    {
      key: 'nextTime',
      title: t('next'),
      width: 172,
      sortable: true,
      render: (row) => row.nextTime ?? <span className="third">{t('paused')}</span>,
    },
    { key: 'lastTime', title: t('last'), width: 172, sortable: true },
    {
      key: 'lastState',
      title: t('state'),
      width: 110,
      render: (row) => <RunState state={row.running ? 'running' : row.lastState} />,
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 220,
      fixed: 'end',
      render: (row) => (
        <span className="row-actions">
          <Button type="link" size="small" disabled={row.running} onClick={() => void start(row)}>
            {t('run')}
          </Button>
          <Button type="link" size="small" onClick={() => setForm(row)}>
            {t('edit')}
          </Button>
          <Button type="link" size="small" onClick={() => setRunsOf(row)}>
            {t('runs')}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      <ListPage
        title={t('schedules')}
        pageKey="schedule"
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        empty={{ says: t('noJobs') }}
        {...(runsOf && { selected: runsOf.id })}
      />
      {form && <ScheduleForm of={form} onClose={() => setForm(undefined)} />}
      {runsOf && <ScheduleLog of={runsOf} onClose={() => setRunsOf(undefined)} />}
    </>
  )
}
