import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { type Override, workbook } from '#contract/workbook.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useListExport } from '#web/kit/use-list-export.ts'
import { Pages } from '#web/ledger/Pages.tsx'
import { EvidenceFile } from './EvidenceFile.tsx'
import { texts } from './texts.ts'
import { valueText } from './value-text.ts'

type DrawerProps = {
  projectId: string
  open: boolean
  onClose: () => void
  onGo: (to: { paperId: string; cell: string }) => void
}

/** What the exported file holds, in this order. */
const exported = [
  'paperId', 'paperName', 'cell', 'label', 'calculated', 'calculatedNow', 'value', 'reason', 'evidence', 'fileName', 'state',
  'createUserName', 'createTime', 'withdrawnUserName', 'withdrawnTime', 'withdrawnReason',
] // prettier-ignore

/** The project's report of decisions against formulas. */
export function OverridesDrawer({ projectId, open, onClose, onGo }: DrawerProps) {
  const t = useTexts(texts)
  const [page, turn] = useState(1)
  const rows = useQuery({ ...pageQuery(workbook.overrides, { projectId, current: page, size: 20 }), enabled: open })
  const { start, busy } = useListExport()
  const words = { yes: t('yes'), no: t('no') }
  const said = ({ unit }: Override, value: string | null) => valueText({ unit, value }, words) || '—'
  return (
    <Drawer
      open={open}
      title={t('overrides')}
      size={980}
      onClose={onClose}
      destroyOnHidden
      extra={
        <Button
          loading={busy}
          disabled={!rows.data?.total}
          onClick={() =>
            void start({
              name: 'paperOverride',
              input: { current: '1', size: '20', projectId },
              columns: exported,
            })
          }
        >
          {t('export')}
        </Button>
      }
    >
      <DataTable<Override>
        name={t('overrides')}
        rows={rows.data?.records}
        rowKey={({ id }) => id}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noOverrides') }}
        onOpen={({ paperId, cell }) => onGo({ paperId, cell })}
        dense
        columns={[
          {
            key: 'cell',
            title: t('overrideCell'),
            render: ({ cell, label }) => (
              <>
                <span className="link">{label}</span>
                <div className="third">{cell}</div>
              </>
            ),
          },
          {
            key: 'calculated',
            title: t('overrideCalculated'),
            width: 130,
            align: 'right',
            render: (row) => <span className="number">{said(row, row.calculatedNow ?? row.calculated)}</span>,
          },
          {
            key: 'value',
            title: t('overrideValue'),
            width: 130,
            align: 'right',
            render: (row) => <b className="number">{said(row, row.value)}</b>,
          },
          {
            key: 'reason',
            title: t('reason'),
            render: (row) => (
              <>
                {row.reason}
                <div className="third">
                  {row.evidence}
                  {row.fileId && <EvidenceFile id={row.fileId} name={row.fileName} />}
                </div>
                {row.withdrawnReason && <div className="third">{`${t('withdraw')}：${row.withdrawnReason}`}</div>}
              </>
            ),
          },
          {
            key: 'createUserName',
            title: t('overrideWho'),
            width: 150,
            render: ({ createUserName, createTime }) => (
              <>
                {createUserName}
                <div className="third">{createTime}</div>
              </>
            ),
          },
          {
            key: 'state',
            title: t('overrideState'),
            width: 100,
            render: ({ state }) => <StatusTag tone={state === 'stands' ? 'waiting' : 'plain'}>{t(state)}</StatusTag>,
          },
        ]}
      />
      {rows.data && <Pages of={rows.data} onTurn={turn} />}
    </Drawer>
  )
}
