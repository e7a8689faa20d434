import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { ledger } from '#contract/ledger.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { VoucherTable } from '#web/ledger/VoucherDrawer.tsx'
import { Confidence, TieStatus, Why } from './bill-parts.tsx'
import type { LineDecision } from './LineBill.tsx'
import { texts } from './texts.ts'
import type { LineTag } from './whole-bill.ts'

type EvidenceProps = {
  of: LineTag
  datasetId: string
  tags: { id: string; name: string }[]
  mayEdit: boolean
  onDecide: (decision: Pick<LineDecision, 'decision' | 'tag'>) => void
}

/** Why a line carries another tag than its account, and the whole voucher it stands in. */
export function LineEvidence({ of: one, datasetId, tags, mayEdit, onDecide }: EvidenceProps) {
  const t = useTexts(texts)
  const voucher = useQuery(query(ledger.voucher, { datasetId, key: one.voucherKey }))
  return (
    <div className="evidence-pane">
      <header>
        <h2>{one.summary}</h2>
        <p className="second">
          <span className="number">{one.account}</span> {one.accountName} · <Money value={one.amount} />
        </p>
      </header>
      <section className="decide">
        <TieStatus of={one.status} />
        <strong>{one.tagName}</strong>
        <Confidence of={one.confidence} />
        <span className="third">{t('accountTag', { tag: one.accountTagName || t('noTag') })}</span>
        {one.decidedBy && <span className="third">{t('decidedBy', { name: one.decidedBy })}</span>}
      </section>
      {mayEdit && (
        <section className="decide">
          <Button type="primary" size="small" onClick={() => onDecide({ decision: 'accept' })}>
            {t('acceptKey')}
          </Button>
          <Button size="small" title={t('rejectHint')} onClick={() => onDecide({ decision: 'reject' })}>
            {t('reject')}
          </Button>
          <Select
            size="small"
            style={{ minWidth: 160, flex: 1 }}
            aria-label={t('changeTag')}
            placeholder={t('changeTag')}
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
            value={null}
            options={tags.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(tag: string | null) => tag && onDecide({ decision: 'change', tag })}
          />
        </section>
      )}
      <Why evidence={one.evidence} />
      <section>
        <h3 className="pane-head">{t('voucher')}</h3>
        <StateView of={voucher}>
          {(whole) => <VoucherTable of={whole} line={one.line} datasetId={datasetId} />}
        </StateView>
      </section>
    </div>
  )
}
