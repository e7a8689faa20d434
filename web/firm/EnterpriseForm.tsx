import { Form, Input, Select } from 'antd'
import { creditCodeProblem } from '#contract/credit-code.ts'
import { type Enterprise, enterprise } from '#contract/enterprise.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type EnterpriseFormProps = { open: boolean; of?: Enterprise | undefined; onClose: () => void }
type Values = Pick<
  Enterprise,
  'enterpriseName' | 'creditCode' | 'industry' | 'accountingStandard' | 'contact' | 'phone' | 'address' | 'remark'
>

/** Adds or changes a client enterprise, in a drawer beside the list. */
export function EnterpriseForm({ open, of, onClose }: EnterpriseFormProps) {
  const t = useTexts(texts)
  const save = useCommand(enterprise.save, { quiet: true })
  const update = useCommand(enterprise.update, { quiet: true })
  const submit = async (values: Values) => {
    if (of) await update.mutateAsync({ ...values, id: of.id, version: of.version })
    else await save.mutateAsync(values)
    say(t('saved'))
  }
  return (
    <FormDialog<Values>
      open={open}
      place="drawer"
      title={t(of ? 'editEnterprise' : 'newEnterprise')}
      initial={of ?? { accountingStandard: 'cas' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="enterpriseName"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item<Values>
        name="creditCode"
        label={t('creditCode')}
        normalize={(typed: string) => typed.trim().toUpperCase()}
        validateTrigger="onBlur"
        required
        rules={[
          {
            validator: (_, code: string) =>
              creditCodeProblem(code ?? '') === undefined
                ? Promise.resolve()
                : Promise.reject(new Error(t('creditCodeWrong'))),
          },
        ]}
      >
        <Input maxLength={18} className="number" spellCheck={false} />
      </Form.Item>
      <Form.Item<Values> name="accountingStandard" label={t('standard')}>
        <Select options={(['cas', 'small'] as const).map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item<Values> name="industry" label={t('industry')}>
        <Input maxLength={100} />
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
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDialog>
  )
}
