import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { job } from '#contract/system.ts'
import { confidenceLevels, sampleMethods, voucherCheck } from '#contract/voucher-check.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { moneyText } from '#web/kit/money-text.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = {
  name: string
  method: (typeof sampleMethods)[number]
  accounts: string[]
  months: string[]
  side: 'debit' | 'credit' | 'both'
  least?: string
  most?: string
  confidence: number
  size?: number | null
  seed?: string
}
const initial: Values = { name: '', method: 'mus', accounts: [], months: [], side: 'debit', confidence: 95 }
const allMonths = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))
const amountRule = /^(?:\d{1,13}(?:\.\d{1,2})?)?$/

/** Population, method and size of a sample; what the formula gives is shown while they are chosen. */
export function DrawDialog({ projectId, open, onClose }: { projectId: string; open: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  const draw = useCommand(voucherCheck.draw, { quiet: true, also: [job.list] })
  const send = async ({
    least = '',
    most = '',
    accounts,
    months: wanted,
    side,
    size = null,
    seed = '',
    ...plan
  }: Values) =>
    draw.mutateAsync({ projectId, ...plan, frame: { accounts, months: wanted, least, most, side }, size, seed })
  return (
    <FormDialog<Values>
      open={open}
      title={t('draw')}
      place="drawer"
      initial={initial}
      submit={t('draw')}
      onSubmit={send}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="name"
        label={t('sampleName')}
        rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item<Values> name="method" label={t('method')}>
        <Select options={sampleMethods.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item<Values> name="accounts" label={t('accounts')}>
        <Select mode="tags" tokenSeparators={[',', '，', ' ']} open={false} suffixIcon={null} />
      </Form.Item>
      <Form.Item<Values> name="months" label={t('months')}>
        <Select mode="multiple" options={allMonths.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item<Values> name="side" label={t('side')}>
        <Select options={(['debit', 'credit', 'both'] as const).map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <div className="draw-pair">
        <Form.Item<Values> name="least" label={t('least')} rules={[{ pattern: amountRule, message: t('yuanOnly') }]}>
          <Input inputMode="decimal" />
        </Form.Item>
        <Form.Item<Values> name="most" label={t('most')} rules={[{ pattern: amountRule, message: t('yuanOnly') }]}>
          <Input inputMode="decimal" />
        </Form.Item>
      </div>
      <Form.Item<Values> name="confidence" label={t('confidence')}>
        <Select options={confidenceLevels.map((value) => ({ value, label: `${value}%` }))} />
      </Form.Item>
      <FormulaSays projectId={projectId} />
      <div className="draw-pair">
        <Form.Item<Values> name="size" label={t('size')}>
          <InputNumber min={1} max={500} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item<Values> name="seed" label={t('seed')} rules={[{ pattern: /^\d{0,9}$/ }]}>
          <Input inputMode="numeric" maxLength={9} />
        </Form.Item>
      </div>
    </FormDialog>
  )
}

/** What the formula gives for the population chosen so far; the amount range is applied when the sample is drawn. */
function FormulaSays({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const form = Form.useFormInstance<Values>()
  const accounts = Form.useWatch('accounts', form) ?? initial.accounts
  const months = Form.useWatch('months', form) ?? initial.months
  const side = Form.useWatch('side', form) ?? initial.side
  const confidence = Form.useWatch('confidence', form) ?? initial.confidence
  const frame = { accounts, months, least: '', most: '', side }
  const { data: of } = useQuery({
    ...query(voucherCheck.frame, { projectId, frame, confidence }),
    placeholderData: keepPreviousData,
  })
  if (!of) return null
  const size =
    of.size === null || of.materiality === null
      ? t('sizeUnknown')
      : t('sizeSays', { pm: moneyText(of.materiality).text, size: of.size })
  return (
    <p className="second draw-says" aria-live="polite">
      {t('frameSays', { amount: moneyText(of.amount).text })} {size}
    </p>
  )
}
