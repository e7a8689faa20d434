import { Alert, Button, Form, Input, type InputRef, Modal } from 'antd'
import { useState } from 'react'
import { humanCheck, preference } from '#contract/preference.ts'
import { useCommand } from '#web/kernel/api.ts'
import { signOut } from '#web/kernel/gateway.ts'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { texts } from './texts.ts'

/** Whoever is asked can type at once. */
const focused = (input: InputRef | null) => input?.focus()

/** The dialog 人机识别: nothing else can be reached before the code is right; that is remembered. */
export function HumanCheck() {
  const t = useTexts(texts)
  const [form] = Form.useForm<{ code: string }>()
  const [refusal, setRefusal] = useState('')
  const submit = useCommand(humanCheck.submit, { quiet: true, also: [preference.detail] })
  const check = async ({ code }: { code: string }) => {
    setRefusal('')
    try {
      await submit.mutateAsync({ code: code.trim() })
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      setRefusal(fault.message)
    }
  }
  return (
    <Modal
      open
      title={t('human')}
      width={400}
      closable={false}
      keyboard={false}
      mask={{ closable: false, blur: true }}
      footer={
        <div className="dialog-buttons">
          <Button onClick={() => void signOut()}>{t('signOut')}</Button>
          <Button type="primary" loading={submit.isPending} onClick={() => form.submit()}>
            {t('confirm')}
          </Button>
        </div>
      }
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void check(values)}>
        {refusal && <Alert type="error" title={refusal} showIcon style={{ marginBlockEnd: 16 }} />}
        <Form.Item
          name="code"
          label={t('code')}
          rules={[{ required: true, whitespace: true, message: t('codeEmpty') }]}
          extra={t('humanHint')}
        >
          <Input placeholder={t('codePlease')} maxLength={64} autoComplete="off" ref={focused} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
