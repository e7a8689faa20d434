import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
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
import { AccountLink } from './AccountLink.tsx'
import { WordsField } from './BookFields.tsx'
import { useBookPlace, useShownVoucher } from './book-place.ts'
import { Pages } from './Pages.tsx'
import { useProjectId } from './project-place.tsx'
import { RowCount } from './RowCount.tsx'
import { texts } from './texts.ts'

const PAGE = 50

/** Columns of journal lines, the same wherever lines are listed. */
export function useLineColumns(datasetId: string): Column<Line>[] {
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
      render: ({ account, accountName }) => (
        <AccountLink datasetId={datasetId} account={account}>{`${account} ${accountName}`}</AccountLink>
      ),
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
  const { values, page, set, turn } = useBookPlace('journal', ['account', 'summary'])
  const { account, summary } = values
  const shown = useShownVoucher()
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
    ...useLineColumns(datasetId),
    {
      key: 'attachments',
      title: ta('attachments'),
      width: 80,
      align: 'right',
      render: ({ voucherKey }) => counts.data?.[voucherKey] ?? '',
    },
  ]
  const marked = rows.data?.records.find(({ voucherKey, line }) => voucherKey === shown.voucher && line === shown.line)
  return (
    <>
      <div className="list-search book-search">
        <WordsField label={t('findAccount')} value={account} width={200} onSet={(text) => set({ account: text })} />
        <WordsField label={t('findSummary')} value={summary} width={260} onSet={(text) => set({ summary: text })} />
        {projectId !== '' && may('ledger.import') && <Button onClick={() => setBatch(true)}>{ta('batch')}</Button>}
      </div>
      <div className="book-facts">
        <RowCount of={rows.data} />
      </div>
      <DataTable<Line>
        name={t('journal')}
        rows={rows.data?.records}
        rowKey={({ ordinal }) => String(ordinal)}
        columns={columns}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noLines') }}
        onOpen={({ voucherKey, line }) => shown.show(voucherKey, line)}
        selected={marked ? String(marked.ordinal) : ''}
        dense
      />
      <Pages of={rows.data} onTurn={turn} />
      {batch && <BatchAttach projectId={projectId} open onClose={() => setBatch(false)} />}
    </>
  )
}
