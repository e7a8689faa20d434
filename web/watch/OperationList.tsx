import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AuditEntry, audit } from '#contract/audit.ts'
import { pageQuery } from '#web/kernel/api.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { useActionWords } from './action-words.ts'
import { changesOf } from './audit-changes.ts'
import { AuditChanges } from './AuditChanges.tsx'
import { useFieldWords } from './field-words.ts'
import { EntryDrawer, useLogColumns } from './log-parts.tsx'

/** Who did what to what, with what changed in each. */
export function OperationList({ name }: { name: string }) {
  const { t, time, address, trace } = useLogColumns<AuditEntry>()
  const word = useActionWords()
  const fieldWord = useFieldWords()
  const view = useListView()
  const rows = useQuery(pageQuery(audit.list, view.input))
  const [open, setOpen] = useState<AuditEntry | undefined>()
  const columns: Column<AuditEntry>[] = [
    { key: 'seq', title: t('seq'), width: 76, align: 'right' },
    time,
    { key: 'actorName', title: t('person'), width: 100, cut: true },
    { key: 'action', title: t('action'), width: 150, cut: true, render: (row) => word(row.action) },
    { key: 'bizType', title: t('record'), width: 110, cut: true, render: (row) => word(row.bizType) },
    {
      key: 'changes',
      title: t('detail'),
      cut: true,
      render: (row) =>
        changesOf(row.before, row.after)
          .map(({ field }) => fieldWord(field))
          .join(t('comma')),
    },
    address,
    trace,
  ]
  return (
    <>
      <List
        name={name}
        pageKey="audit"
        exportOf="audit"
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => String(row.seq)}
        search={[
          { filter: 'actorName', label: t('person'), width: 130 },
          { filter: 'action', label: t('action'), width: 130 },
          { filter: 'bizType', label: t('record'), width: 130 },
          { filter: 'bizId_equal', label: t('recordId'), width: 180 },
          { filter: 'traceId_equal', label: t('trace'), width: 150 },
          { filter: 'createTime_datege', label: t('from'), date: true, width: 140 },
          { filter: 'createTime_datele', label: t('to'), date: true, width: 140 },
        ]}
        empty={{ says: t('noOperation') }}
        onOpen={setOpen}
        {...(open && { selected: String(open.seq) })}
        dense
      />
      {open && (
        <EntryDrawer title={t('entry', { seq: open.seq })} onClose={() => setOpen(undefined)}>
          <AuditChanges of={open} />
        </EntryDrawer>
      )}
    </>
  )
}
