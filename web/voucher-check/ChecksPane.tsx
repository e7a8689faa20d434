import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type CheckOutcome, type Hit, hitStates, voucherCheck, type VoucherRun } from '#contract/voucher-check.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Money } from '#web/kit/Money.tsx'
import { moneyText } from '#web/kit/money-text.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { VoucherDrawer } from '#web/ledger/VoucherDrawer.tsx'
import { DecideDialog, type ToDecide } from './DecideDialog.tsx'
import { texts } from './texts.ts'

const tones: Readonly<Record<Hit['state'], Tone>> = {
  open: 'waiting', proposed: 'active', normal: 'good', adjust: 'bad', pending: 'waiting', whitelist: 'good',
} // prettier-ignore
const months = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))

/** The checks on the left, the hits of the chosen one (or of all) on the right. */
export function ChecksPane({ projectId, run }: { projectId: string; run: VoucherRun }) {
  const view = useListView({ size: 20 })
  const chosen = view.filters['checkId_equal'] ?? ''
  const { checkId_equal: _, ...others } = view.filters
  const choose = (id: string) => view.filter(id === '' ? others : { ...others, checkId_equal: id })
  return (
    <div className="check-desk">
      <CheckList of={run} chosen={chosen} onChoose={choose} />
      <Hits
        key={run.id}
        projectId={projectId}
        run={run}
        view={view}
        chosen={run.checks.find(({ id }) => id === chosen)}
      />
    </div>
  )
}

function CheckList({ of, chosen, onChoose }: { of: VoucherRun; chosen: string; onChoose: (id: string) => void }) {
  const t = useTexts(texts)
  const say = useSay()
  const groups = Map.groupBy(of.checks, ({ group }) => say(group))
  return (
    <nav className="check-list" aria-label={t('checkList')}>
      <button type="button" className="check-row" aria-pressed={chosen === ''} onClick={() => onChoose('')}>
        <span>{t('allChecks')}</span>
      </button>
      {[...groups].map(([group, checks]) => (
        <section key={group}>
          <h3 className="third">{group}</h3>
          {checks.map((one) => (
            <button
              key={one.id}
              type="button"
              className="check-row"
              aria-pressed={chosen === one.id}
              title={say(one.note ?? one.says)}
              onClick={() => onChoose(chosen === one.id ? '' : one.id)}
            >
              <span>
                <span className="third number">{one.id}</span> {say(one.name)}
              </span>
              <Standing of={one} />
            </button>
          ))}
        </section>
      ))}
    </nav>
  )
}

function Standing({ of }: { of: CheckOutcome }) {
  const t = useTexts(texts)
  const { state, total, open, proposed, signal } = of
  if (state === 'not_applicable') return <StatusTag tone="plain">{t('notApplicable')}</StatusTag>
  if (state === 'off') return <StatusTag tone="plain">{t('off')}</StatusTag>
  if (total === 0) return <StatusTag tone="good">{t('clean')}</StatusTag>
  if (signal) return <StatusTag tone="plain">{t('signal')}</StatusTag>
  if (open + proposed === 0) return <StatusTag tone="good">{t('allDecided', { total })}</StatusTag>
  return <StatusTag tone="waiting">{t('openOf', { open: open + proposed, total })}</StatusTag>
}

type HitsProps = {
  projectId: string
  run: VoucherRun
  view: ReturnType<typeof useListView>
  chosen: CheckOutcome | undefined
}

function Hits({ projectId, run, view, chosen }: HitsProps) {
  const t = useTexts(texts)
  const say = useSay()
  const may = useMay()
  const [voucher, openVoucher] = useState<string | null>(null)
  const [deciding, decide] = useState<(ToDecide & { clear?: () => void }) | null>(null)
  const rows = useQuery(pageQuery(voucherCheck.hits, { ...view.input, projectId }))
  const mayDecide = may('paper.generate')
  const decideButton = (picked: Hit[], clear: () => void) => {
    const keys = picked.map(({ key }) => key)
    return (
      <Button size="small" onClick={() => decide({ count: keys.length, allOf: '', keys, clear })}>
        {t('decide')}
      </Button>
    )
  }
  const left = chosen ? chosen.open + chosen.proposed : 0
  return (
    <div className="check-hits">
      {chosen && (
        <header className="check-about">
          <h2>
            {chosen.id} {say(chosen.name)}
          </h2>
          <p className="second">{say(chosen.says)}</p>
          {chosen.note && <p className="third">{say(chosen.note)}</p>}
          {chosen.total > chosen.kept && (
            <p className="third">{t('kept', { total: chosen.total, kept: chosen.kept })}</p>
          )}
          {mayDecide && left > 1 && (
            <Button size="small" onClick={() => decide({ count: left, allOf: chosen.id, keys: [] })}>
              {t('decideAll')}
            </Button>
          )}
        </header>
      )}
      <p className="third">
        {run.materiality === null ? t('noMateriality') : t('materiality', { amount: moneyText(run.materiality).text })}
      </p>
      <List<Hit>
        name={t('hits')}
        view={{ ...view, input: { ...view.input, projectId } }}
        rows={rows}
        rowKey={({ key }) => key}
        pageKey="voucherHit"
        exportOf="voucherHit"
        dense
        empty={{ says: t('noHits') }}
        onOpen={({ voucherKey }) => openVoucher(voucherKey === '' ? null : voucherKey)}
        search={[
          { filter: 'voucherKey', label: t('voucher'), width: 110 },
          { filter: 'account_likeright', label: t('account'), width: 110 },
          {
            filter: 'period_equal',
            label: t('month'),
            options: months.map((value) => ({ value, label: value })),
            width: 90,
          },
          { filter: 'amount_ge', label: t('amountFrom'), width: 110 },
          {
            filter: 'state_equal',
            label: t('decision'),
            options: hitStates.map((value) => ({ value, label: t(value) })),
            width: 130,
          },
          { filter: 'checkId_equal', label: t('check'), chipOnly: true },
        ]}
        {...(mayDecide && { withChecked: decideButton })}
        columns={[
          {
            key: 'checkId',
            title: t('check'),
            width: 130,
            sortable: true,
            render: ({ checkId, checkName, measure }) => (
              <>
                <span className="third number">{checkId}</span> {say(checkName)}
                <div className="third">{say(measure)}</div>
              </>
            ),
          },
          {
            key: 'voucherKey',
            title: t('voucher'),
            width: 110,
            sortable: true,
            render: ({ voucherKey, date }) => (
              <>
                <span className="link number">{voucherKey === '' ? '—' : voucherKey}</span>
                <div className="third number">{date}</div>
              </>
            ),
          },
          {
            key: 'why',
            title: t('why'),
            render: ({ why, summary, party }) => (
              <>
                {say(why)}
                <div className="third">{[summary, party].filter(Boolean).join(' · ')}</div>
              </>
            ),
          },
          {
            key: 'account',
            title: t('account'),
            width: 160,
            sortable: true,
            render: ({ account, accountName }) => (
              <>
                <span className="number">{account}</span>
                <div className="third">{accountName}</div>
              </>
            ),
          },
          {
            key: 'amount',
            title: t('amount'),
            width: 120,
            amount: true,
            sortable: true,
            render: ({ amount }) => <Money value={amount} />,
          },
          {
            key: 'state',
            title: t('decision'),
            width: 130,
            sortable: true,
            render: ({ state, reason, userName, paper }) => (
              <>
                <StatusTag tone={tones[state]}>{t(state)}</StatusTag>
                {reason && <div className="third">{[reason, paper, userName].filter(Boolean).join(' · ')}</div>}
              </>
            ),
          },
        ]}
      />
      <DecideDialog
        projectId={projectId}
        of={deciding}
        onClose={() => decide(null)}
        onDone={() => deciding?.clear?.()}
      />
      <VoucherDrawer datasetId={run.datasetId} voucher={voucher} onClose={() => openVoucher(null)} />
    </div>
  )
}
