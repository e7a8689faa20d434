import { Form, Input, Switch } from 'antd'
import { creditCodeProblem } from '#contract/credit-code.ts'
import { type Firm, firm } from '#contract/firm.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { manageTexts } from './manage-texts.ts'
import { isOn } from './own-firm.ts'

const MASK = 'firmProjectEnterpriseEncrypt'
type Values = Pick<Firm, 'firmName' | 'creditCode' | 'contact' | 'phone' | 'address' | 'tenantId'> & { masked: boolean }

/** Changes a firm, or, for who runs the platform, gives a tenant one. */
export function FirmForm({ of, onClose }: { of?: Firm | undefined; onClose: () => void }) {
  const t = useTexts(manageTexts)
  const update = useCommand(firm.update, { quiet: true })
  const save = useCommand(firm.save, { quiet: true })
  const submit = async ({ masked, tenantId, ...fields }: Values) => {
    if (of) await update.mutateAsync({ ...fields, id: of.id, website: { ...of.website, [MASK]: masked } })
    else await save.mutateAsync({ ...fields, tenantId })
    say(t('saved'))
  }
  return (
    <FormDialog<Values>
      open
      place="drawer"
      title={t(of ? 'editFirm' : 'newFirm')}
      initial={of ? { ...of, masked: isOn(of.website[MASK]) } : {}}
      onSubmit={submit}
      onClose={onClose}
    >
      {of ? null : (
        <Form.Item<Values>
          name="tenantId"
          label={t('tenantId')}
          rules={[{ required: true, pattern: /^[0-9A-Za-z]{6,12}$/, message: t('tenantIdPlease') }]}
        >
          <Input maxLength={12} spellCheck={false} />
        </Form.Item>
      )}
      <Form.Item<Values>
        name="firmName"
        label={t('firmName')}
        rules={[{ required: true, whitespace: true, message: t('firmNamePlease') }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item<Values>
        name="creditCode"
        label={t('creditCode')}
        normalize={(typed: string) => typed.trim().toUpperCase()}
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_, code: string | undefined) =>
              !code || creditCodeProblem(code) === undefined
                ? Promise.resolve()
                : Promise.reject(new Error(t('creditCodeWrong'))),
          },
        ]}
      >
        <Input maxLength={18} className="number" spellCheck={false} />
      </Form.Item>
      <Form.Item<Values> name="contact" label={t('contact')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item<Values> name="phone" label={t('phone')}>
        <Input maxLength={100} inputMode="tel" />
      </Form.Item>
      <Form.Item<Values> name="address" label={t('address')}>
        <Input maxLength={300} />
      </Form.Item>
      {of && (
        <Form.Item<Values> name="masked" label={t('masked')} extra={t('maskedHint')} valuePropName="checked">
          <Switch />
        </Form.Item>
      )}
    </FormDialog>
  )
}
