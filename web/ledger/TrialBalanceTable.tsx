import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { ledger } from '#contract/ledger.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { Money } from '#web/kit/Money.tsx'
import { Balance } from './Balance.tsx'
import { Pages } from './Pages.tsx'
import { texts } from './texts.ts'

const PAGE = 100
const INDENT = 14

/** The trial balance as read, parents and leaves. */
export function TrialBalanceTable({ datasetId }: { datasetId: string }) {
  const t = useTexts(texts)
  const [page, turn] = useState(1)
  const [code, setCode] = useState('')
  const rows = useQuery(
    pageQuery(ledger.accounts, {
      datasetId,
      current: page,
      size: PAGE,
      ascs: 'code',
      ...(code && { code_likeright: code }),
    }),
  )
  const find = (text: string) => {
    setCode(text.trim())
    turn(1)
  }
  const measures = ['opening', 'debit', 'credit', 'closing'] as const
  return (
    <>
      <Input.Search
        style={{ maxWidth: 240, marginBlockEnd: 8 }}
        placeholder={t('findAccount')}
        aria-label={t('findAccount')}
        allowClear
        onSearch={find}
      />
      <DataTable
        name={t('trialBalance')}
        rows={rows.data?.records}
        rowKey={({ code }) => code}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noLines') }}
        dense
        columns={[
          { key: 'code', title: t('code'), width: 130 },
          {
            key: 'name',
            title: t('name'),
            render: ({ name, fullName, level, leaf }) => (
              <span style={{ paddingInlineStart: (level - 1) * INDENT, fontWeight: leaf ? 400 : 600 }} title={fullName}>
                {name}
              </span>
            ),
          },
          ...measures.map((measure) => ({
            key: measure,
            title: t(measure) + t('yuan'),
            amount: true,
            width: 150,
            render: (row: Record<typeof measure, string>) =>
              measure === 'opening' || measure === 'closing' ? (
                <Balance value={row[measure]} />
              ) : (
                <Money value={row[measure]} />
              ),
          })),
        ]}
      />
      <Pages of={rows.data} onTurn={turn} />
    </>
  )
}
