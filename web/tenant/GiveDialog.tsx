import { Form, Input, InputNumber, Select } from 'antd'
import { allowance, type Metric, metrics, usage } from '#contract/entitlement.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { ExpiryField } from './ExpiryField.tsx'
import { amountTyped, unitOf } from './metric-amount.ts'
import { texts } from './texts.ts'

type Values = { metric: Metric; amount: number; expireTime: string; remark: string }

/** The platform gives a tenant more of something. */
export function GiveDialog({ tenantId, onClose }: { tenantId: string; onClose: () => void }) {
  const t = useTexts(texts)
  const give = useCommand(allowance.submit, { quiet: true, also: [usage.summary] })
  const submit = async ({ metric, amount, expireTime, remark }: Values) => {
    await give.mutateAsync({ tenantId, metric, amount: amountTyped(metric, amount), expireTime, remark })
    say(t('saved'))
  }
  return (
    <FormDialog<Values>
      open
      title={t('giveAllowance')}
      width={440}
      initial={{ metric: 'seat', expireTime: '', remark: '' }}
      submit={t('giveAllowance')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values> name="metric" label={t('metric')}>
        <Select options={metrics.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <AmountField />
      <ExpiryField />
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}

function AmountField() {
  const t = useTexts(texts)
  const metric = Form.useWatch<Metric | undefined>('metric') ?? 'seat'
  const whole = unitOf(metric) === 1
  return (
    <Form.Item<Values> name="amount" label={t('amount')} rules={[{ required: true, message: t('amountPlease') }]}>
      <InputNumber
        min={whole ? 1 : 0.01}
        max={Math.floor(Number.MAX_SAFE_INTEGER / unitOf(metric))}
        precision={whole ? 0 : 2}
        style={{ width: '100%' }}
      />
    </Form.Item>
  )
}
