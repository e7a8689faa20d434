import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { type Line, ledger } from '#contract/ledger.ts'
import { voucherAttachment } from '#contract/voucher-attachment.ts'
import { pageQuery, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { Money } from '#web/kit/Money.tsx'
import { BatchAttach } from '#web/voucher/BatchAttach.tsx'
import { texts as attachmentTexts } from '#web/voucher/texts.ts'
import { Pages } from './Pages.tsx'
import { useProjectId } from './project-place.tsx'
import { texts } from './texts.ts'
import { VoucherDrawer } from './VoucherDrawer.tsx'

const PAGE = 50

/** Columns of journal lines, the same wherever lines are listed. */
export function useLineColumns(): Column<Line>[] {
  const t = useTexts(texts)
  return [
    { key: 'date', title: t('date'), width: 100 },
    {
      key: 'voucherKey',
      title: t('voucher'),
      width: 130,
      render: ({ voucherKey, line, closing }) => (
        <span>
          {voucherKey} <span className="third">{closing ? t('closingVoucher') : `#${line}`}</span>
        </span>
      ),
    },
    { key: 'summary', title: t('summary') },
    {
      key: 'account',
      title: t('account'),
      render: ({ account, accountName }) => `${account} ${accountName}`,
    },
    {
      key: 'debit',
      title: t('debit') + t('yuan'),
      amount: true,
      width: 140,
      render: ({ debit }) => <Money value={debit} />,
    },
    {
      key: 'credit',
      title: t('credit') + t('yuan'),
      amount: true,
      width: 140,
      render: ({ credit }) => <Money value={credit} />,
    },
    { key: 'dimension', title: t('dimension') },
    { key: 'origin', title: t('origin'), render: ({ origin }) => <span className="third">{t('place', origin)}</span> },
  ]
}

/** The journal as read; a line opens its voucher. */
export function JournalTable({ datasetId }: { datasetId: string }) {
  const t = useTexts(texts)
  const [page, turn] = useState(1)
  const [summary, setSummary] = useState('')
  const [account, setAccount] = useState('')
  const [opened, open] = useState<Line | null>(null)
  const [batch, setBatch] = useState(false)
  const projectId = useProjectId()
  const may = useMay()
  const ta = useTexts(attachmentTexts)
  const rows = useQuery(
    pageQuery(ledger.lines, {
      datasetId,
      current: page,
      size: PAGE,
      ...(summary && { summary }),
      ...(account && { account_likeright: account }),
    }),
  )
  const keys = [...new Set(rows.data?.records.map(({ voucherKey }) => voucherKey))]
  const counts = useQuery({
    ...query(voucherAttachment.counts, { projectId, keys }),
    enabled: keys.length > 0 && projectId !== '',
  })
  const columns: Column<Line>[] = [
    ...useLineColumns(),
    {
      key: 'attachments',
      title: ta('attachments'),
      width: 80,
      align: 'right',
      render: ({ voucherKey }) => counts.data?.[voucherKey] ?? '',
    },
  ]
  const search = (put: (text: string) => void) => (text: string) => {
    put(text.trim())
    turn(1)
  }
  return (
    <>
      <div className="list-search" style={{ marginBlockEnd: 8 }}>
        <Input.Search style={{ width: 200 }} placeholder={t('findAccount')} allowClear onSearch={search(setAccount)} />
        <Input.Search style={{ width: 260 }} placeholder={t('findSummary')} allowClear onSearch={search(setSummary)} />
        {projectId !== '' && may('ledger.import') && <Button onClick={() => setBatch(true)}>{ta('batch')}</Button>}
      </div>
      <DataTable<Line>
        name={t('journal')}
        rows={rows.data?.records}
        rowKey={({ ordinal }) => String(ordinal)}
        columns={columns}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noLines') }}
        onOpen={open}
        selected={opened ? String(opened.ordinal) : ''}
        dense
      />
      <Pages of={rows.data} onTurn={turn} />
      <VoucherDrawer
        datasetId={datasetId}
        voucher={opened?.voucherKey ?? null}
        line={opened?.line}
        onClose={() => open(null)}
      />
      {batch && <BatchAttach projectId={projectId} open onClose={() => setBatch(false)} />}
    </>
  )
}
