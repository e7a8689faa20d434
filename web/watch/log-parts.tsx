import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { log, type LogKind } from '#contract/log.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { useActionWords } from './action-words.ts'
import { texts } from './texts.ts'
import './watch.css'

/** The list of logs that a page shows, and how to go to another one: filters of the one mean nothing in the other. */
export function useLogKind() {
  const { query: parts } = useTab()
  const setView = useSetView()
  const go = (kind: string, filters: Record<string, string> = {}) => {
    const gone = [...parts.keys()].filter((name) => name.startsWith('f.')).map((name) => [name, undefined] as const)
    const kept = parts.get('f.tenantId') ?? undefined
    const set = Object.entries(filters).map(([name, value]) => [`f.${name}`, value] as const)
    const rest = { page: undefined, sort: undefined, view: undefined, 'v.trace': undefined }
    setView({ ...rest, ...Object.fromEntries(gone), 'f.tenantId': kept, ...Object.fromEntries(set), 'v.kind': kind })
  }
  return { kind: parts.get('v.kind') ?? 'usual', go }
}

/** Fields that every log is searched by; whoever runs the platform may name a tenant. */
export function useLogSearch(
  ...own: { filter: string; label: string; options?: { value: string; label: string }[] }[]
) {
  const t = useTexts(texts)
  const may = useMay()
  return [
    ...own.map(({ filter, label, options }) =>
      options ? { filter, label, options, width: 120 } : { filter, label, width: 150 },
    ),
    { filter: 'createTime_datege', label: t('from'), date: true as const, width: 140 },
    { filter: 'createTime_datele', label: t('to'), date: true as const, width: 140 },
    ...(may('tenant.manage') ? [{ filter: 'tenantId', label: t('tenantHint'), width: 170 }] : []),
  ]
}

type Traced = { traceId: string }

/** A trace id that opens what else its call left. */
export function TraceLink({ of: { traceId } }: { of: Traced }) {
  const t = useTexts(texts)
  const setView = useSetView()
  if (traceId === '') return null
  return (
    <Button
      type="link"
      size="small"
      className="mono"
      style={{ padding: 0 }}
      aria-label={t('traceOf', { trace: traceId })}
      onClick={(event) => {
        event.stopPropagation()
        setView({ 'v.trace': traceId })
      }}
    >
      {traceId.slice(0, 8)}
    </Button>
  )
}

/** Columns that logs share. */
export function useLogColumns<Row extends Traced & { createTime: string }>() {
  const t = useTexts(texts)
  const time: Column<Row> = { key: 'createTime', title: t('time'), width: 172, sortable: true }
  const person: Column<Row> = { key: 'userName', title: t('person'), width: 100, cut: true }
  const address: Column<Row> = { key: 'address', title: t('address'), width: 136, cut: true }
  const trace: Column<Row> = { key: 'traceId', title: t('trace'), width: 96, render: (row) => <TraceLink of={row} /> }
  return { t, time, person, address, trace }
}

/** What one call left in the logs, beside the list; each entry leads to its log. */
export function TraceDrawer() {
  const t = useTexts(texts)
  const { query: parts } = useTab()
  const setView = useSetView()
  const { go } = useLogKind()
  const traceId = parts.get('v.trace') ?? ''
  const tenantId = parts.get('f.tenantId') ?? undefined
  const found = useQuery({ ...query(log.trace, { traceId, tenantId }), enabled: traceId !== '' })
  const word = useActionWords()
  const show = (kind: LogKind) => go(kind, { traceId_equal: traceId })
  return (
    <Drawer
      title={t('trace')}
      open={traceId !== ''}
      size={480}
      mask={false}
      onClose={() => setView({ 'v.trace': undefined })}
    >
      <p className="mono">{traceId}</p>
      <p className="second">{t('traceHint')}</p>
      <StateView of={found} empty={{ when: (entries) => entries.length === 0, says: t('noTrace') }}>
        {(entries) => (
          <ul className="trace-list">
            {entries.map((entry) => (
              <li key={`${entry.kind} ${entry.id}`}>
                <span className="second">{t(entry.kind)}</span>
                <span className="trace-says">
                  {entry.action && `${word(entry.action)} `}
                  <span className={entry.action ? 'third' : ''}>{entry.says}</span>
                </span>
                <Button type="link" size="small" style={{ padding: 0 }} onClick={() => show(entry.kind)}>
                  {t('open')}
                </Button>
                <span className="third number">
                  {entry.createTime} {entry.userName}
                  {entry.took !== null && ` · ${entry.took} ms`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </StateView>
    </Drawer>
  )
}

/** The whole of one entry, beside the list. */
export function EntryDrawer({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer title={title} open size={520} mask={false} onClose={onClose}>
      {children}
    </Drawer>
  )
}
