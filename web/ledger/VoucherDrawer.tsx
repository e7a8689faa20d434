import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import type { z } from 'zod'
import { type Line, ledger } from '#contract/ledger.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { Money } from '#web/kit/Money.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { VoucherAttachments } from '#web/voucher/VoucherAttachments.tsx'
import { AccountLink } from './AccountLink.tsx'
import { useProjectId } from './project-place.tsx'
import { texts } from './texts.ts'
import './ledger.css'
import './voucher.css'

type VoucherProps = {
  datasetId: string
  /** The voucher's key; null shows nothing. */
  voucher: string | null
  /** A line to mark: the one a person came from. */
  line?: number | undefined
  onClose: () => void
}

/** One voucher as it was booked, every line, with the rows of the client's file it was read from. */
export function VoucherDrawer({ datasetId, voucher, line, onClose }: VoucherProps) {
  const t = useTexts(texts)
  const projectId = useProjectId()
  const found = useQuery({
    ...query(ledger.voucher, { datasetId, key: voucher ?? '' }),
    enabled: voucher !== null && datasetId !== '',
  })
  return (
    <Drawer
      title={t('voucherTitle', { key: voucher ?? '' })}
      open={voucher !== null}
      onClose={onClose}
      size={Math.min(720, window.innerWidth)}
      mask={false}
    >
      <StateView of={found} shape={<Bones lines={6} />}>
        {(one) => (
          <>
            <VoucherTable of={one} line={line} datasetId={datasetId} />
            {projectId !== '' && <VoucherAttachments projectId={projectId} voucherKey={one.key} />}
          </>
        )}
      </StateView>
    </Drawer>
  )
}

type Voucher = z.output<typeof ledger.voucher.output>

/** A voucher as it was booked: every line, both sides, and where each was read. */
export function VoucherTable({
  of: one,
  line,
  datasetId,
}: {
  of: Voucher
  line?: number | undefined
  datasetId: string
}) {
  const t = useTexts(texts)
  return (
    <article className="voucher">
      <header>
        <span>{one.date}</span>
        <strong>{`${one.word}-${String(one.number).padStart(4, '0')}`}</strong>
        {one.closing && <StatusTag tone="waiting">{t('voucherIsClosing')}</StatusTag>}
      </header>
      <table>
        <thead>
          <tr>
            <th>{t('summary')}</th>
            <th>{t('account')}</th>
            <th className="amount">{t('debit') + t('yuan')}</th>
            <th className="amount">{t('credit') + t('yuan')}</th>
          </tr>
        </thead>
        <tbody>
          {one.lines.map((each) => (
            <VoucherLine key={each.line} of={each} marked={each.line === line} datasetId={datasetId} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th colSpan={2}>{t('total')}</th>
            <td className="amount">
              <Money value={one.debit} strong />
            </td>
            <td className="amount">
              <Money value={one.credit} strong />
            </td>
          </tr>
        </tfoot>
      </table>
    </article>
  )
}

function VoucherLine({
  of: { summary, account, accountName, dimension, debit, credit, origin },
  marked,
  datasetId,
}: {
  of: Line
  marked: boolean
  datasetId: string
}) {
  const t = useTexts(texts)
  return (
    <tr data-marked={marked || undefined}>
      <td>
        {summary}
        <div className="third">{t('place', origin)}</div>
      </td>
      <td>
        <AccountLink datasetId={datasetId} account={account}>
          <span className="number">{account}</span> {accountName}
        </AccountLink>
        {dimension && <div className="third">{dimension}</div>}
      </td>
      <td className="amount" data-side={t('debitSide')}>
        <Money value={debit} />
      </td>
      <td className="amount" data-side={t('creditSide')}>
        <Money value={credit} />
      </td>
    </tr>
  )
}
