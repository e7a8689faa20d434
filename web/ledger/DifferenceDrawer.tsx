import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { type Line, ledger } from '#contract/ledger.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { Money } from '#web/kit/Money.tsx'
import { Facts } from '#web/kit/RecordDrawer.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { AccountLink } from './AccountLink.tsx'
import { bookTexts } from './book-texts.ts'
import type { Check } from './check-groups.ts'
import { useLineColumns } from './JournalTable.tsx'
import { Pages } from './Pages.tsx'
import { texts } from './texts.ts'
import './ledger.css'

export type Difference = Check['differences'][number]

const PAGE = 20

type DifferenceDrawerProps = {
  datasetId: string
  of: Difference | null
  onVoucher: (key: string) => void
  onClose: () => void
}

/** One difference beside the report: what was compared, why it differs, every row it names, and the account's lines. */
export function DifferenceDrawer({ datasetId, of: one, onVoucher, onClose }: DifferenceDrawerProps) {
  const t = useTexts(texts)
  return (
    <Drawer
      title={one ? [one.at, one.atName].filter(Boolean).join(' ') || one.kindName : ''}
      open={one !== null}
      onClose={onClose}
      size={Math.min(880, window.innerWidth)}
      mask={false}
      destroyOnHidden
    >
      {one && (
        <div className="difference">
          <p>
            <StatusTag tone={one.follows ? 'plain' : 'bad'}>{one.kindName}</StatusTag> {one.text}
          </p>
          {one.difference !== null && (
            <Facts
              of={{
                [t('expected')]: <Money value={one.expected} />,
                [t('actual')]: <Money value={one.actual} />,
                [t('difference') + t('yuan')]: <Money value={one.difference} strong />,
              }}
            />
          )}
          <h3 className="pane-head">{t('namedRows', { count: one.rows.length })}</h3>
          {one.rows.length === 0 ? (
            <p className="second">{t('noNamedRows')}</p>
          ) : (
            <ul className="named-rows">
              {one.rows.map((row) => (
                <li key={`${row.file}|${row.sheet}|${row.row}`} className="number">
                  {[row.file, row.sheet, row.row > 0 ? t('rowNumbers', { rows: row.row }) : '']
                    .filter(Boolean)
                    .join(' · ')}
                </li>
              ))}
            </ul>
          )}
          {one.atKind === 'account' && <AccountLines datasetId={datasetId} account={one.at} onVoucher={onVoucher} />}
        </div>
      )}
    </Drawer>
  )
}

/** The account as the table has it, and its journal lines; a line opens its voucher. */
function AccountLines({
  datasetId,
  account,
  onVoucher,
}: Pick<DifferenceDrawerProps, 'datasetId' | 'onVoucher'> & { account: string }) {
  const t = useTexts(texts)
  const b = useTexts(bookTexts)
  const [page, turn] = useState(1)
  const columns = useLineColumns(datasetId).filter(({ key }) => key !== 'account' && key !== 'dimension')
  const table = useQuery(pageQuery(ledger.accounts, { datasetId, current: 1, size: 1, code: account }))
  const lines = useQuery(pageQuery(ledger.lines, { datasetId, current: page, size: PAGE, account }))
  const row = table.data?.records[0]
  return (
    <>
      {row?.code === account && (
        <>
          <h3 className="pane-head">
            {t('inTable')}{' '}
            <AccountLink datasetId={datasetId} account={account}>
              {b('detail')}
            </AccountLink>
          </h3>
          <Facts
            of={{
              [t('opening')]: <Money value={row.opening} />,
              [t('debit')]: <Money value={row.debit} />,
              [t('credit')]: <Money value={row.credit} />,
              [t('closing')]: <Money value={row.closing} />,
            }}
          />
        </>
      )}
      <h3 className="pane-head">{t('accountLines', { count: lines.data?.total ?? 0 })}</h3>
      <DataTable<Line>
        name={t('journal')}
        rows={lines.data?.records}
        rowKey={({ ordinal }) => String(ordinal)}
        columns={columns}
        fault={lines.error}
        retry={lines.refetch}
        empty={{ says: t('noAccountLines') }}
        onOpen={({ voucherKey }) => onVoucher(voucherKey)}
        dense
      />
      <Pages of={lines.data} onTurn={turn} />
    </>
  )
}
