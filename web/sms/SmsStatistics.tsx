import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { sms, type SmsState, smsStates } from '#contract/sms.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useView } from '#web/kernel/tab.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

type Day = { day: string; total: number } & Record<SmsState, number>
const spans = ['7', '30', '90']
const none: Record<SmsState, number> = { queued: 0, sending: 0, sent: 0, delivered: 0, failed: 0, skipped: 0 }

/** Days with messages, newest first, with how many there were in each state. */
function byDay(rows: readonly { day: string; state: SmsState; count: number }[]): Day[] {
  const days = new Map<string, Day>()
  for (const { day, state, count } of rows) {
    const sum = days.get(day) ?? { day, total: 0, ...none }
    days.set(day, { ...sum, total: sum.total + count, [state]: sum[state] + count })
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1))
}

/** Messages by day and state; a number of a state opens those messages. */
export function SmsStatistics({ onState }: { onState: (state: SmsState) => void }) {
  const t = useTexts(texts)
  const [chosen, choose] = useView('days', '30')
  const days = Number(spans.includes(chosen) ? chosen : '30')
  const rows = useQuery(query(sms.statistics, { days }))
  return (
    <div className="list">
      <Segmented
        className="sms-span"
        value={String(days)}
        onChange={choose}
        options={spans.map((value) => ({ value, label: t('days', { days: value }) }))}
      />
      <StateView of={rows} empty={{ says: t('noStatistics'), when: (found) => found.length === 0 }}>
        {(found) => <Days days={byDay(found)} onState={onState} />}
      </StateView>
    </div>
  )
}

function Days({ days, onState }: { days: Day[]; onState: (state: SmsState) => void }) {
  const t = useTexts(texts)
  const most = Math.max(...days.map(({ total }) => total))
  const used = smsStates.filter((state) => days.some((day) => day[state] > 0))
  const sum = (state: SmsState) => days.reduce((total, day) => total + day[state], 0)
  const columns: Column<Day>[] = [
    { key: 'day', title: t('day'), width: 124, render: ({ day }) => <span className="number">{day}</span> },
    {
      key: 'share',
      title: t('share'),
      render: (day) => (
        <span className="sms-bar" style={{ width: `${(day.total / most) * 100}%` }} aria-hidden>
          {used.map((state) => day[state] > 0 && <i key={state} data-state={state} style={{ flexGrow: day[state] }} />)}
        </span>
      ),
    },
    ...used.map((state): Column<Day> => ({
      key: state,
      title: t(state),
      width: 96,
      amount: true,
      render: (day) => <span className="number">{day[state] || '–'}</span>,
    })),
    {
      key: 'total',
      title: t('total'),
      width: 88,
      amount: true,
      render: (day) => <b className="number">{day.total}</b>,
    },
  ]
  return (
    <>
      <dl className="figures">
        {used.map((state) => (
          <div key={state} {...(state === 'failed' && { 'data-bad': true })}>
            <dt>{t(state)}</dt>
            <dd>
              <button type="button" className="plain-button number" onClick={() => onState(state)}>
                {sum(state)}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <DataTable<Day> name={t('statistics')} rows={days} columns={columns} rowKey={({ day }) => day} />
    </>
  )
}
