import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { attributes, type Sample, type SampleItem, voucherCheck } from '#contract/voucher-check.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { Money } from '#web/kit/Money.tsx'
import { moneyText } from '#web/kit/money-text.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { printOnly } from '#web/ledger/print-only.ts'
import { VoucherDrawer } from '#web/ledger/VoucherDrawer.tsx'
import { TestDialog } from './TestDialog.tsx'
import { texts } from './texts.ts'

type SheetProps = { projectId: string; of: Sample; mayWork: boolean; onWithdraw: () => void }

/** One sample: its plan, the drawn lines with what testing showed, and what its errors say of the whole. */
export function SampleSheet({ projectId, of, mayWork, onWithdraw }: SheetProps) {
  const t = useTexts(texts)
  const sheet = useRef<HTMLElement>(null)
  const [voucher, openVoucher] = useState<string | null>(null)
  const [testing, test] = useState<SampleItem | null>(null)
  const items = useQuery(query(voucherCheck.items, { projectId, sampleId: of.id }))
  const answer = { '': '—', yes: t('yes'), no: t('no'), na: t('na') }
  return (
    <article className="check-hits" ref={sheet}>
      <header className="check-about">
        <h2>{of.name}</h2>
        <p className="second">
          {t('plan', {
            method: t(of.method),
            lines: of.lines,
            population: moneyText(of.population).text,
            size: of.size,
            confidence: of.confidence,
            seed: of.seed,
          })}
        </p>
        <p className="third">
          {[
            of.method === 'mus' ? t('interval', { amount: moneyText(of.interval).text }) : '',
            of.materiality === null ? t('byHand') : t('materiality', { amount: moneyText(of.materiality).text }),
            t('by', { who: of.createUserName, time: of.createTime }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {of.outdated && <p className="stale-banner">{t('outdated')}</p>}
        {of.withdrawn && <p className="third">{`${t('withdrawn')}：${of.withdrawnReason}`}</p>}
        <p className="sample-buttons no-print">
          <Button size="small" onClick={() => printOnly(sheet.current)}>
            {t('print')}
          </Button>
          {mayWork && (
            <Button size="small" onClick={onWithdraw}>
              {t('withdraw')}
            </Button>
          )}
        </p>
      </header>
      <ProjectionOf of={of} />
      <DataTable<SampleItem>
        name={t('items')}
        rows={items.data}
        rowKey={({ line }) => String(line)}
        fault={items.error}
        retry={items.refetch}
        onOpen={(row) => (mayWork ? test(row) : openVoucher(row.voucherKey))}
        dense
        columns={[
          {
            key: 'voucherKey',
            title: t('voucher'),
            width: 110,
            render: ({ voucherKey, date }) => (
              <>
                <button
                  type="button"
                  className="plain-button link number"
                  title={t('openVoucher')}
                  onClick={(event) => {
                    event.stopPropagation()
                    openVoucher(voucherKey)
                  }}
                >
                  {voucherKey}
                </button>
                <div className="third number">{date}</div>
              </>
            ),
          },
          {
            key: 'account',
            title: t('account'),
            render: ({ account, accountName, counter, summary }) => (
              <>
                <span className="number">{account}</span> {accountName}
                <div className="third">
                  {[summary, counter && t('counterOf', { codes: counter })].filter(Boolean).join(' · ')}
                </div>
              </>
            ),
          },
          {
            key: 'amount',
            title: t('amount'),
            width: 120,
            amount: true,
            render: ({ amount }) => <Money value={amount} />,
          },
          ...attributes.map((key) => ({
            key,
            title: t(key),
            width: 76,
            align: 'center' as const,
            render: ({ tests }: SampleItem) => <span data-answer={tests[key]}>{answer[tests[key]]}</span>,
          })),
          {
            key: 'conclusion',
            title: t('conclusion'),
            width: 130,
            render: ({ conclusion, note, misstatement }) => (
              <>
                <StatusTag tone={conclusion === 'ok' ? 'good' : conclusion === 'exception' ? 'bad' : 'waiting'}>
                  {t(conclusion === 'pending' ? 'pendingItem' : conclusion)}
                </StatusTag>
                {(note || misstatement !== '0.00') && (
                  <div className="third">
                    {[misstatement === '0.00' ? '' : misstatement, note].filter(Boolean).join(' · ')}
                  </div>
                )}
              </>
            ),
          },
        ]}
      />
      <TestDialog projectId={projectId} sampleId={of.id} of={testing} onClose={() => test(null)} />
      <VoucherDrawer datasetId={of.datasetId} voucher={voucher} onClose={() => openVoucher(null)} />
    </article>
  )
}

function ProjectionOf({ of: { projection, method, exceptions } }: { of: Sample }) {
  const t = useTexts(texts)
  const { known, projected, precision, allowance, upper } = projection
  const figures = [
    ['known', known],
    ['projected', projected],
    ['precision', precision],
    ['allowance', allowance],
    ['upper', upper],
  ] as const
  return (
    <section className="projection" aria-label={t('projection')}>
      <dl>
        {figures.map(
          ([key, value]) =>
            value !== null && (
              <div key={key}>
                <dt className="third">{t(key)}</dt>
                <dd>
                  <Money value={value} strong={key === 'upper' && exceptions > 0} />
                </dd>
              </div>
            ),
        )}
      </dl>
      <p className="third">
        {t(method === 'mus' ? 'formulaMus' : method === 'targeted' ? 'formulaTargeted' : 'formulaRatio')}
      </p>
    </section>
  )
}
