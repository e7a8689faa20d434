import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { exportFormats } from '#contract/list.ts'
import type { TraceNode } from '#contract/paper.ts'
import { trace, type TracePath } from '#contract/trace.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useView } from '#web/kernel/tab.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { Money } from '#web/kit/Money.tsx'
import { useListExport } from '#web/kit/use-list-export.ts'
import { Pages } from '#web/ledger/Pages.tsx'
import { texts } from './texts.ts'

const PAGE = 50
type TableProps = {
  projectId: string
  kind: TraceNode['kind']
  place: string
  onGo: (node: TraceNode) => void
  onVoucher: (key: string) => void
}

/** Every way from the chosen place to the journal as a row: return line, cell, statement line, account, voucher, amount. */
export function PathTable({ projectId, kind, place, onGo, onVoucher }: TableProps) {
  const t = useTexts(texts)
  const [at, turn] = useView('page', '1')
  const whole = { projectId, kind, ref: place }
  const page = { current: Math.max(1, Number(at) || 1), size: PAGE }
  const found = useQuery(pageQuery(trace.paths, { ...whole, ...page }))
  const order = useListExport()
  const write = (format: (typeof exportFormats)[number]) =>
    void order.start({ name: 'tracePath', input: { ...whole, current: '1', size: String(PAGE) }, columns: [], format })
  const columns: Column<TracePath>[] = [
    {
      key: 'returnLine',
      title: t('return'),
      width: 190,
      render: ({ returnRef, returnLine }) =>
        returnRef !== '' && (
          <Go to={{ kind: 'return', ref: returnRef, title: returnLine, note: '', amount: null }} onGo={onGo} />
        ),
    },
    {
      key: 'cell',
      title: t('paper'),
      width: 210,
      render: ({ cell, cellName, through }) => (
        <>
          <Go to={{ kind: 'paper', ref: cell, title: cellName, note: '', amount: null }} onGo={onGo} />
          <div className="third">{through === '' ? cell : `${through} › ${cell}`}</div>
        </>
      ),
    },
    { key: 'statement', title: t('statement'), width: 100 },
    {
      key: 'account',
      title: t('account'),
      width: 180,
      render: ({ account, accountName }) => (
        <Go
          to={{ kind: 'account', ref: account, title: `${account} ${accountName}`, note: '', amount: null }}
          onGo={onGo}
        />
      ),
    },
    {
      key: 'voucher',
      title: t('voucher'),
      width: 110,
      render: ({ voucher, date }) =>
        voucher === '' ? (
          <span className="third">{t('balanceRow')}</span>
        ) : (
          <>
            <button type="button" className="plain-button link" onClick={() => onVoucher(voucher)}>
              {voucher}
            </button>
            <div className="third">{date}</div>
          </>
        ),
    },
    { key: 'summary', title: t('summary') },
    {
      key: 'amount',
      title: t('amountYuan'),
      amount: true,
      width: 130,
      render: ({ amount }) => (amount === null ? <span className="third">—</span> : <Money value={amount} />),
    },
  ]
  return (
    <section className="path-table">
      <div className="path-table-head no-print">
        <span className="second">{found.data && t('pathCount', { count: found.data.total })}</span>
        <span className="path-exports">
          {exportFormats.map((format) => (
            <Button key={format} size="small" disabled={!found.data?.total || order.busy} onClick={() => write(format)}>
              {t(format === 'csv' ? 'exportCsv' : 'exportPaths')}
            </Button>
          ))}
        </span>
      </div>
      <DataTable<TracePath>
        name={t('paths')}
        rows={found.data?.records}
        rowKey={(row) => String(row.at)}
        columns={columns}
        fault={found.error}
        retry={found.refetch}
        empty={{ says: t('noPaths') }}
        dense
      />
      <Pages of={found.data} onTurn={(page) => turn(String(page))} />
    </section>
  )
}

function Go({ to, onGo }: { to: TraceNode; onGo: (node: TraceNode) => void }) {
  return (
    <button type="button" className="plain-button link path-go" onClick={() => onGo(to)}>
      {to.title}
    </button>
  )
}
