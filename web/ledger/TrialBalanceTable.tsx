import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ledger } from '#contract/ledger.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSetView } from '#web/kernel/tab.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { Money } from '#web/kit/Money.tsx'
import { useListExport } from '#web/kit/use-list-export.ts'
import { AccountLink } from './AccountLink.tsx'
import { Balance } from './Balance.tsx'
import { WordsField } from './BookFields.tsx'
import { useBookPlace } from './book-place.ts'
import { bookTexts } from './book-texts.ts'
import { Pages } from './Pages.tsx'
import { RowCount } from './RowCount.tsx'
import { texts } from './texts.ts'

const PAGE = 100
const INDENT = 14

/** The trial balance as read, parents and leaves; a row opens its detail ledger. */
export function TrialBalanceTable({ datasetId }: { datasetId: string }) {
  const t = useTexts(texts)
  const b = useTexts(bookTexts)
  const { values, page, set, turn } = useBookPlace('balance', ['code'])
  const { code } = values
  const setView = useSetView()
  const order = useListExport()
  const rows = useQuery(
    pageQuery(ledger.accounts, {
      datasetId,
      current: page,
      size: PAGE,
      ascs: 'code',
      ...(code && { code_likeright: code }),
    }),
  )
  const openDetail = (account: string) => {
    const others = ['month', 'summary', 'from', 'to', 'closing', 'page'].map((name) => [`v.detail.${name}`, undefined])
    setView({ 'v.show': 'detail', 'v.detail.account': account, ...Object.fromEntries(others) })
  }
  const measures = ['opening', 'debit', 'credit', 'closing'] as const
  return (
    <>
      <div className="list-search book-search">
        <WordsField label={t('findAccount')} value={code} width={240} onSet={(text) => set({ code: text })} />
        <Button
          className="book-export"
          loading={order.busy}
          disabled={!rows.data?.total}
          onClick={() =>
            void order.start({
              name: 'trialBalance',
              input: { datasetId, ascs: 'code', ...(code && { code_likeright: code }), current: '1', size: '1' },
              columns: [],
            })
          }
        >
          {b('export')}
        </Button>
      </div>
      <div className="book-facts">
        <RowCount of={rows.data} />
      </div>
      <DataTable
        name={t('trialBalance')}
        rows={rows.data?.records}
        rowKey={({ code }) => code}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noLines') }}
        onOpen={({ code: account }) => openDetail(account)}
        dense
        columns={[
          {
            key: 'code',
            title: t('code'),
            width: 130,
            render: ({ code: account }) => (
              <AccountLink datasetId={datasetId} account={account}>
                {account}
              </AccountLink>
            ),
          },
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
