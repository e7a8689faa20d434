import { Form, Input, Select } from 'antd'
import { phoneProblem } from '#contract/phone.ts'
import { phoneTexts } from '#contract/phone-texts.ts'
import { sms, type SmsScene, smsScenes } from '#contract/sms.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = { phone: string; scene: SmsScene }

/** Sends a message with an invented code, to see that a channel works. */
export function TestDialog({ open, onClose, onSent }: { open: boolean; onClose: () => void; onSent: () => void }) {
  const t = useTexts(texts)
  const said = useTexts(phoneTexts)
  const test = useCommand(sms.test, { quiet: true })
  const submit = async (values: Values) => {
    await test.mutateAsync(values)
    say(t('testSent'))
    onSent()
  }
  return (
    <FormDialog<Values>
      open={open}
      title={t('test')}
      width={440}
      submit={t('send')}
      initial={{ scene: 'login' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second sms-hint">{t('testText')}</p>
      <Form.Item<Values> name="scene" label={t('scene')}>
        <Select options={smsScenes.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item<Values>
        name="phone"
        label={t('phone')}
        required
        validateTrigger="onBlur"
        normalize={(typed: string) => typed.trim()}
        rules={[
          {
            validator: (_, phone: string | undefined) => {
              const problem = phoneProblem(phone)
              return problem ? Promise.reject(new Error(said(problem))) : Promise.resolve()
            },
          },
        ]}
      >
        <Input maxLength={11} inputMode="numeric" className="number" />
      </Form.Item>
    </FormDialog>
  )
}
