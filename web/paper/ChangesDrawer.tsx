import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { paper } from '#contract/paper.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { Pages } from '#web/ledger/Pages.tsx'
import { texts } from './texts.ts'
import { valueText } from './value-text.ts'

const PAGE = 50

type ChangesProps = { projectId: string; onGo: (to: { paperId: string; cell: string }) => void }
type CellChange = z.output<typeof paper.changes.output>['changes'][number]
type Cause = CellChange['causes'][number]

const kinds = {
  added: 'causeAdded',
  removed: 'causeRemoved',
  formula: 'causeFormula',
  override: 'causeOverride',
  ledger: 'causeLedger',
  relation: 'causeRelation',
  adjustment: 'causeAdjustment',
  entry: 'causeEntry',
  law: 'causeLaw',
  parameter: 'causeParameter',
} as const satisfies Record<Cause['kind'], keyof typeof texts>

/** 本次变化: what the generation that shows changed against the one before it, figure by figure, and why. */
export function ChangesDrawer({ projectId, onGo }: ChangesProps) {
  const t = useTexts(texts)
  const [open, show] = useState(false)
  const [page, turn] = useState(1)
  const found = useQuery({ ...query(paper.changes, { projectId }), enabled: open })
  const words = { yes: t('yes'), no: t('no') }
  const figure = ({ unit }: CellChange, value: string | null, status: CellChange['statusBefore']) => {
    if (status === null) return <span className="third">{t('changeNothing')}</span>
    const said = valueText({ unit, value }, words)
    return said || <span className="third">{t(status === 'error' ? 'error' : 'missing')}</span>
  }
  const why = ({ kind, name }: Cause) =>
    name === '' ? t(kinds[kind]) : t('causeNamed', { kind: t(kinds[kind]), name })
  const { before = null, total = 0, changes = [], since = [], stale = 0 } = found.data ?? {}
  return (
    <>
      <button type="button" className="plain-button link" onClick={() => show(true)}>
        {t('changes')}
      </button>
      <Drawer open={open} title={t('changes')} size={860} onClose={() => show(false)} destroyOnHidden>
        {since.length > 0 && (
          <div className="changes-since">
            <p>{t('sinceSays', { count: stale })}</p>
            <ul>
              {since.map((cause) => (
                <li key={`${cause.kind} ${cause.name}`}>{why(cause)}</li>
              ))}
            </ul>
          </div>
        )}
        {total > 0 && (
          <p className="second">
            {t('changesSay', { total })}
            {total > changes.length && t('changesFirst', { count: changes.length })}
          </p>
        )}
        <DataTable<CellChange>
          name={t('changes')}
          rows={found.data && changes.slice((page - 1) * PAGE, page * PAGE)}
          rowKey={({ cell }) => cell}
          fault={found.error}
          retry={found.refetch}
          empty={{ says: t(before === null ? 'noBefore' : 'noChanges') }}
          onOpen={({ paperId, cell, statusAfter }) => {
            // a cell that is gone has no place to go to
            if (statusAfter === null) return
            show(false)
            onGo({ paperId, cell })
          }}
          dense
          columns={[
            {
              key: 'cell',
              title: t('overrideCell'),
              render: ({ cell, label, statusAfter }) => (
                <>
                  <span className={statusAfter === null ? undefined : 'link'}>{label}</span>
                  <div className="third">{cell}</div>
                </>
              ),
            },
            {
              key: 'before',
              title: t('changeBefore'),
              width: 150,
              align: 'right',
              render: (row) => <span className="number">{figure(row, row.before, row.statusBefore)}</span>,
            },
            {
              key: 'after',
              title: t('changeAfter'),
              width: 150,
              align: 'right',
              render: (row) => <b className="number">{figure(row, row.after, row.statusAfter)}</b>,
            },
            {
              key: 'causes',
              title: t('changeWhy'),
              render: ({ causes }) =>
                causes.map((cause) => <div key={`${cause.kind} ${cause.name}`}>{why(cause)}</div>),
            },
          ]}
        />
        <Pages of={{ current: page, size: PAGE, total: changes.length }} onTurn={turn} />
      </Drawer>
    </>
  )
}
