import { useQuery } from '@tanstack/react-query'
import { Drawer, Pagination } from 'antd'
import { useState } from 'react'
import { type runStates, schedule, type ScheduledJob, type ScheduledRun } from '#contract/schedule.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { useFieldWords } from './field-words.ts'
import { texts } from './storage-texts.ts'

const SIZE = 20
const tones = {
  '': 'plain',
  running: 'active',
  succeeded: 'good',
  failed: 'bad',
  lost: 'waiting',
} as const satisfies Record<(typeof runStates)[number], Tone>

export function RunState({ state }: { state: (typeof runStates)[number] }) {
  const t = useTexts(texts)
  return <StatusTag tone={tones[state]}>{t(state === '' ? 'never' : state)}</StatusTag>
}

/** What a run answered, in a line. */
const resultText = ({ result }: ScheduledRun, word: (name: string) => string) =>
  Object.entries(result)
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${word(name)} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')

/** The runs of one job, newest first. */
export function ScheduleLog({ of, onClose }: { of: ScheduledJob; onClose: () => void }) {
  const t = useTexts(texts)
  const word = useFieldWords()
  const [current, setCurrent] = useState(1)
  const input = { code_equal: of.code, current: String(current), size: String(SIZE) }
  const rows = useQuery({ ...pageQuery(schedule.log, input), refetchInterval: 5_000 })
  return (
    <Drawer title={`${t('runs')} · ${of.title}`} open size={720} mask={false} onClose={onClose}>
      <DataTable<ScheduledRun>
        name={t('runs')}
        rows={rows.data?.records}
        fault={rows.error}
        retry={rows.refetch}
        dense
        rowKey={(row) => row.id}
        columns={[
          { key: 'startTime', title: t('began'), width: 172 },
          { key: 'state', title: t('state'), width: 96, render: (row) => <RunState state={row.state} /> },
          { key: 'took', title: t('took'), width: 110, align: 'right' },
          { key: 'askedBy', title: t('askedBy'), width: 96, cut: true, render: (row) => row.askedBy || t('byTime') },
          { key: 'result', title: t('result'), render: (row) => resultText(row, word) },
        ]}
        empty={{ says: t('noRuns') }}
      />
      <Pagination
        size="small"
        style={{ marginBlockStart: 12 }}
        hideOnSinglePage
        current={current}
        pageSize={SIZE}
        total={rows.data?.total ?? 0}
        onChange={setCurrent}
      />
    </Drawer>
  )
}
