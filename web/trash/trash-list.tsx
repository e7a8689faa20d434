import { Button } from 'antd'
import type { Params } from '#contract/texts.ts'
import { type TrashEntry, trashKinds } from '#contract/trash.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import type { SearchField } from '#web/kit/ListSearch.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { sizeText } from '../ledger/size-text.ts'
import type { texts } from './texts.ts'

type Say = (key: keyof typeof texts, params?: Params) => string
type Act = Record<'restore' | 'purge' | 'release', (row: TrashEntry) => void>

/** Days at which the time left is marked. */
const SOON = 3

export const trashSearch = (t: Say, firm: boolean): SearchField[] => [
  { filter: 'name', label: t('name'), width: 200 },
  {
    filter: 'kind_equal',
    label: t('kind'),
    width: 140,
    options: trashKinds.map((value) => ({ value, label: t(value) })),
  },
  { filter: 'place', label: t('place'), width: 160 },
  ...(firm ? [{ filter: 'deletedByName', label: t('deletedBy'), width: 120 }] : []),
  { filter: 'deletedTime_datege', label: t('since'), width: 140, date: true },
  { filter: 'deletedTime_datele', label: t('until'), width: 140, date: true },
]

/** The columns; what a person may not do stands in none of them. */
export function trashColumns(t: Say, { act, mayHold }: { act: Act; mayHold: boolean }): Column<TrashEntry>[] {
  return [
    { key: 'name', title: t('name'), cut: true, sortable: true, width: 190 },
    { key: 'kind', title: t('kind'), width: 124, cut: true, sortable: true, render: (row) => t(row.kind) },
    { key: 'place', title: t('place'), cut: true, sortable: true, width: 160 },
    { key: 'deletedByName', title: t('deletedBy'), width: 116, cut: true },
    { key: 'ownerName', title: t('owner'), width: 108, cut: true, hidden: true },
    { key: 'deletedTime', title: t('deletedTime'), width: 184, sortable: true },
    {
      key: 'size',
      title: t('size'),
      width: 84,
      align: 'right',
      sortable: true,
      render: (row) => (row.size > 0 ? sizeText(row.size) : '—'),
    },
    { key: 'left', title: t('left'), width: 144, render: (row) => <TimeLeft of={row} t={t} /> },
    {
      key: 'actions',
      title: t('actions'),
      width: 190,
      fixed: 'end',
      render: (row) => (
        <span className="row-actions">
          {!row.legalHold && (
            <Button type="link" size="small" onClick={() => act.restore(row)}>
              {t(row.folders ? 'restoreTo' : 'restore')}
            </Button>
          )}
          {mayHold && row.legalHold && (
            <Button type="link" size="small" onClick={() => act.release(row)}>
              {t('release')}
            </Button>
          )}
          {row.hold === null && (
            <Button type="link" size="small" danger onClick={() => act.purge(row)}>
              {t('purgeShort')}
            </Button>
          )}
        </span>
      ),
    },
  ]
}

function TimeLeft({ of: { hold, holdUntil, holdNote, daysLeft }, t }: { of: TrashEntry; t: Say }) {
  if (hold === 'archived') return <StatusTag tone="plain">{t('archived', { until: holdUntil ?? '' })}</StatusTag>
  if (hold)
    return (
      <span title={holdNote}>
        <StatusTag tone={hold === 'legalHold' ? 'waiting' : 'plain'}>{t(hold)}</StatusTag>
      </span>
    )
  if (daysLeft === null) return null
  if (daysLeft === 0) return <StatusTag tone="bad">{t('tonight')}</StatusTag>
  const says = t('daysLeft', { days: daysLeft })
  return daysLeft <= SOON ? <StatusTag tone="bad">{says}</StatusTag> : <span className="number">{says}</span>
}
