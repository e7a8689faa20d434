import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { ownPhone } from '#contract/identity.ts'
import { phoneProblem } from '#contract/phone.ts'
import { phoneTexts } from '#contract/phone-texts.ts'
import { smsCode } from '#contract/sms.ts'
import { user } from '#contract/user.ts'
import { useCommand } from '#web/kernel/api.ts'
import { sayIn, useLanguage, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useCaptcha } from '../portal/CaptchaField.tsx'
import { useCountdown } from '../portal/use-countdown.ts'
import { texts } from './texts.ts'

type Values = { phone: string; captcha?: string; code: string }
const asksCaptcha = (data: unknown) => typeof data === 'object' && data !== null && 'captcha' in data

/** Makes a number one's own by the code that is sent to it. */
export function PhoneForm({ open, title, onClose }: { open: boolean; title: string; onClose: () => void }) {
  const t = useTexts(texts)
  const language = useLanguage((state) => state.language)
  const bind = useCommand(ownPhone.bind, { quiet: true, also: [user.info] })
  const [smsId, setSmsId] = useState('')
  const submit = async ({ phone, code }: Values) => {
    await bind.mutateAsync({ phone: phone.trim(), smsId, smsCode: code.trim() })
    say(t('phoneBound'))
  }
  const checked = (_: unknown, phone: string | undefined) => {
    const problem = phoneProblem((phone ?? '').trim())
    return problem ? Promise.reject(new Error(sayIn(phoneTexts, problem, language))) : Promise.resolve()
  }
  return (
    <FormDialog<Values> open={open} title={title} initial={{}} onSubmit={submit} onClose={onClose} width={420}>
      <Form.Item<Values> name="phone" label={t('phone')} validateTrigger="onBlur" rules={[{ validator: checked }]}>
        <Input inputMode="numeric" autoComplete="tel-national" maxLength={11} />
      </Form.Item>
      <CodeInput onSent={setSmsId} />
    </FormDialog>
  )
}

/** The code and what sends it; a captcha before it, where one is asked for. */
function CodeInput({ onSent }: { onSent: (smsId: string) => void }) {
  const t = useTexts(texts)
  const form = Form.useFormInstance<Values>()
  const { left, start } = useCountdown()
  const { captcha, renew } = useCaptcha()
  const [needed, setNeeded] = useState(false)
  const send = useCommand(smsCode.sendBindValidate, { quiet: true })
  const order = async () => {
    const { phone } = await form.validateFields(['phone'])
    const solved = needed && captcha ? { key: captcha.key, code: form.getFieldValue('captcha') as string } : {}
    try {
      const { smsId, seconds } = await send.mutateAsync({ phone: phone.trim(), ...solved })
      onSent(smsId)
      start(seconds)
      setNeeded(false)
      say(t('codeSent'))
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      form.setFields([{ name: 'code', errors: [fault.message] }])
      if (needed || asksCaptcha(fault.data)) {
        setNeeded(true)
        await renew().catch(() => undefined)
      }
    }
  }
  return (
    <>
      {needed && (
        <Form.Item label={t('captcha')} required>
          <div className="person-code">
            <Form.Item<Values> name="captcha" noStyle>
              <Input maxLength={8} autoComplete="off" />
            </Form.Item>
            <Button style={{ padding: 0 }} onClick={() => void renew().catch(() => undefined)}>
              {captcha && <img src={captcha.image} alt={t('captcha')} height={30} />}
            </Button>
          </div>
        </Form.Item>
      )}
      <Form.Item label={t('code')} required>
        <div className="person-code">
          <Form.Item<Values>
            name="code"
            noStyle
            rules={[{ required: true, message: t('required', { field: t('code') }) }]}
          >
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
          <Button disabled={left > 0} loading={send.isPending} onClick={() => void order().catch(() => undefined)}>
            {left > 0 ? `${left}s` : t('sendCode')}
          </Button>
        </div>
      </Form.Item>
    </>
  )
}
