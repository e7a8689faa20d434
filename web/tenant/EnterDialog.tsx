import { Form, Input } from 'antd'
import type { Tenant } from '#contract/tenant.ts'
import { useTexts } from '#web/kernel/language.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { enterTenant } from './acting.ts'
import { texts } from './texts.ts'

type Values = { reason: string }

/** Asks why, then enters the tenant. */
export function EnterDialog({ of, onClose }: { of: Tenant; onClose: () => void }) {
  const t = useTexts(texts)
  return (
    <FormDialog<Values>
      open
      title={t('enterTitle', { name: of.tenantName })}
      initial={{ reason: '' }}
      submit={t('enter')}
      onSubmit={({ reason }) => enterTenant(of.tenantId, reason)}
      onClose={onClose}
    >
      <p className="second" style={{ marginBlockEnd: 16 }}>
        {t('enterHint')}
      </p>
      <Form.Item<Values>
        name="reason"
        label={t('reason')}
        rules={[{ required: true, whitespace: true, min: 2, message: t('reasonPlease') }]}
      >
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}
