import { Select, Tabs } from 'antd'
import type { Dataset } from '#contract/ledger.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useView } from '#web/kernel/tab.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useShownVoucher } from './book-place.ts'
import { bookTexts } from './book-texts.ts'
import { tones } from './dataset-tone.ts'
import { DetailLedger } from './DetailLedger.tsx'
import { JournalTable } from './JournalTable.tsx'
import { texts } from './texts.ts'
import { TrialBalanceTable } from './TrialBalanceTable.tsx'
import { VoucherDrawer } from './VoucherDrawer.tsx'
import { VoucherList } from './VoucherList.tsx'
import './books.css'

/** The books of a version, as the part `show` of the view names them. */
export const books = ['balance', 'detail', 'vouchers', 'journal'] as const

/** 账簿: trial balance, detail ledger, vouchers and journal of one version; a voucher opens beside them. */
export function Books({ versions }: { versions: readonly [Dataset, ...Dataset[]] }) {
  const t = useTexts(texts)
  const b = useTexts(bookTexts)
  const [chosen, choose] = useView('dataset')
  const [shown, show] = useView('show', 'balance')
  const voucher = useShownVoucher()
  const one =
    versions.find(({ id }) => id === chosen) ?? versions.find(({ state }) => state === 'active') ?? versions[0]
  const { id: datasetId } = one
  return (
    <>
      <div className="book-version">
        <Select
          aria-label={t('chooseVersion')}
          variant="borderless"
          value={datasetId}
          onChange={choose}
          popupMatchSelectWidth={false}
          options={versions.map(({ id, version, createTime }) => ({
            value: id,
            label: `${t('version', { version })} · ${createTime}`,
          }))}
        />
        <StatusTag tone={tones[one.state]}>{t(one.state)}</StatusTag>
      </div>
      <Tabs
        activeKey={shown}
        onChange={show}
        destroyOnHidden
        items={[
          { key: 'balance', label: t('trialBalance'), children: <TrialBalanceTable datasetId={datasetId} /> },
          { key: 'detail', label: b('detail'), children: <DetailLedger datasetId={datasetId} /> },
          { key: 'vouchers', label: b('vouchers'), children: <VoucherList datasetId={datasetId} /> },
          { key: 'journal', label: t('journal'), children: <JournalTable datasetId={datasetId} /> },
        ]}
      />
      <VoucherDrawer datasetId={datasetId} voucher={voucher.voucher} line={voucher.line} onClose={voucher.close} />
    </>
  )
}
