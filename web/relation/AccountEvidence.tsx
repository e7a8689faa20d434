import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { type Line, ledger } from '#contract/ledger.ts'
import { query } from '#web/kernel/api.ts'
import { clauseMark, useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { AccountLink } from '#web/ledger/AccountLink.tsx'
import { Balance } from '#web/ledger/Balance.tsx'
import { VoucherDrawer } from '#web/ledger/VoucherDrawer.tsx'
import type { Decision } from './AccountBill.tsx'
import { Confidence, TieStatus, Why } from './bill-parts.tsx'
import { texts } from './texts.ts'
import type { AccountTie } from './whole-bill.ts'

type EvidenceProps = {
  of: AccountTie
  datasetId: string
  tags: { id: string; name: string }[]
  mayEdit: boolean
  onDecide: (decision: Decision) => void
  onAccept: () => void
}

/** Why an account is tied as it is, what else it could be, and what was posted to it. */
export function AccountEvidence({ of: one, datasetId, tags, mayEdit, onDecide, onAccept }: EvidenceProps) {
  const t = useTexts(texts)
  const waits = one.status === 'pending' || one.status === 'auto'
  return (
    <div className="evidence-pane">
      <header>
        <h2>
          <AccountLink datasetId={datasetId} account={one.code}>
            <span className="number">{one.code}</span> {one.name}
          </AccountLink>
        </h2>
        <p className="second">{one.fullName}</p>
      </header>
      <dl className="tie-figures">
        <dt>{t('closingShort')}</dt>
        <dd>
          <Balance value={one.closing} />
        </dd>
        <dt>{t('debit')}</dt>
        <dd>
          <Money value={one.debit} />
        </dd>
        <dt>{t('credit')}</dt>
        <dd>
          <Money value={one.credit} />
        </dd>
      </dl>
      <section className="decide">
        <TieStatus of={one.status} />
        <strong>{one.standard ? `${one.standard} ${one.standardName}` : t('noClass')}</strong>
        <Confidence of={one.confidence} />
        {mayEdit && waits && one.standard !== '' && (
          <Button size="small" type="primary" onClick={onAccept}>
            {t('acceptKey')}
          </Button>
        )}
        {one.statementLine && <span className="third">{t('statementLine', { line: one.statementLine })}</span>}
        {one.decidedBy && <span className="third">{t('decidedBy', { name: one.decidedBy })}</span>}
      </section>
      <Why evidence={one.evidence} />
      {one.candidates.length > 0 && (
        <section>
          <h3 className="pane-head">{t('candidates')}</h3>
          {one.candidates.map(({ standard, standardName, evidence }) => (
            <button
              key={standard}
              type="button"
              className="plain-button candidate"
              disabled={!mayEdit}
              aria-pressed={standard === one.standard}
              title={t('choose')}
              onClick={() => onDecide({ code: one.code, standard })}
            >
              <span>{`${standard} ${standardName}`}</span>
              <span className="third">{evidence.map(({ text }) => text).join(clauseMark())}</span>
            </button>
          ))}
        </section>
      )}
      <section>
        <h3 className="pane-head">{t('tags')}</h3>
        <Select
          mode="multiple"
          style={{ width: '100%' }}
          disabled={!mayEdit}
          aria-label={t('chooseTags')}
          placeholder={t('chooseTags')}
          showSearch={{ optionFilterProp: 'label' }}
          value={one.tags}
          options={[
            ...tags.map(({ id, name }) => ({ value: id, label: name })),
            ...one.tags
              .filter((tag) => !tags.some(({ id }) => id === tag))
              .map((tag) => ({ value: tag, label: one.tagNames[one.tags.indexOf(tag)] ?? tag })),
          ]}
          onChange={(chosen: string[]) => onDecide({ code: one.code, tags: chosen })}
        />
      </section>
      <AccountLines datasetId={datasetId} code={one.code} />
    </div>
  )
}

const SHOWN = 20

function AccountLines({ datasetId, code }: { datasetId: string; code: string }) {
  const t = useTexts(texts)
  const [opened, open] = useState<Line | null>(null)
  const lines = useQuery(query(ledger.lines, { datasetId, current: 1, size: SHOWN, account_likeright: code }))
  return (
    <section>
      <h3 className="pane-head">{t('itsLines')}</h3>
      <StateView of={lines} empty={{ when: ({ total }) => total === 0, says: t('noLines') }}>
        {({ records, total }) => (
          <>
            {records.map((line) => (
              <button key={line.ordinal} type="button" className="plain-button mini-line" onClick={() => open(line)}>
                <span>{line.summary}</span>
                <Money value={/^-?0+(\.0+)?$/.test(line.debit) ? line.credit : line.debit} />
                <span className="third">
                  {line.date} · {line.voucherKey}
                </span>
                <span className="third">{t(/^-?0+(\.0+)?$/.test(line.debit) ? 'credit' : 'debit')}</span>
              </button>
            ))}
            {total > records.length && (
              <p className="third">{t('moreLines', { count: total, shown: records.length })}</p>
            )}
          </>
        )}
      </StateView>
      <VoucherDrawer
        datasetId={datasetId}
        voucher={opened?.voucherKey ?? null}
        line={opened?.line}
        onClose={() => open(null)}
      />
    </section>
  )
}
