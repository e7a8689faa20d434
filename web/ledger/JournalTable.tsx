import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { type Line, ledger } from '#contract/ledger.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { Money } from '#web/kit/Money.tsx'
import { Pages } from './Pages.tsx'
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
  const columns = useLineColumns()
  const rows = useQuery(
    pageQuery(ledger.lines, {
      datasetId,
      current: page,
      size: PAGE,
      ...(summary && { summary }),
      ...(account && { account_likeright: account }),
    }),
  )
  const search = (put: (text: string) => void) => (text: string) => {
    put(text.trim())
    turn(1)
  }
  return (
    <>
      <div className="list-search" style={{ marginBlockEnd: 8 }}>
        <Input.Search style={{ width: 200 }} placeholder={t('findAccount')} allowClear onSearch={search(setAccount)} />
        <Input.Search style={{ width: 260 }} placeholder={t('findSummary')} allowClear onSearch={search(setSummary)} />
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
    </>
  )
}
