import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { user } from '#contract/user.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { md5 } from '#web/kernel/md5.ts'
import { useSession } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { strengthOf } from '../portal/password-strength.ts'
import { texts } from './texts.ts'

const LEAST = 8
const words = ['strength0', 'strength1', 'strength2', 'strength3', 'strength4'] as const
type Values = { old: string; fresh: string; repeat: string }

/** The present password, and a new one twice with how hard it is to guess. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const t = useTexts(texts)
  const { account, realName } = useSession()
  const [form] = Form.useForm<Values>()
  const [refusal, setRefusal] = useState('')
  const change = useCommand(user.updatePassword, { quiet: true })
  const typed = Form.useWatch('fresh', form) ?? ''
  const strength = strengthOf(typed, { least: LEAST, names: [account, realName] })
  const finish = async ({ old, fresh }: Values) => {
    setRefusal('')
    try {
      await change.mutateAsync({ oldPassword: md5(old), newPassword: md5(fresh) })
      onDone()
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      setRefusal(fault.message)
    }
  }
  const needed = (label: string) => ({ required: true, message: t('required', { field: label }) })
  return (
    <Form<Values> form={form} layout="vertical" requiredMark={false} onFinish={(values) => void finish(values)}>
      {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBlockEnd: 16 }} />}
      <Form.Item<Values> name="old" label={t('oldPassword')} rules={[needed(t('oldPassword'))]}>
        <Input.Password autoComplete="current-password" maxLength={128} />
      </Form.Item>
      <Form.Item<Values>
        name="fresh"
        label={t('newPassword')}
        rules={[
          needed(t('newPassword')),
          {
            validator: (_, value: string) => {
              const now = value ? strengthOf(value, { least: LEAST, names: [account, realName] }) : 4
              if (now > 1) return Promise.resolve()
              return Promise.reject(new Error(now === 0 ? t('tooShort', { least: LEAST }) : t('tooWeak')))
            },
          },
        ]}
        validateTrigger="onBlur"
        extra={
          <output className="person-strength">
            {typed !== '' && [1, 2, 3, 4].map((step) => <i key={step} data-on={step <= strength || undefined} />)}
            {typed === '' ? t('tooShort', { least: LEAST }) : t(words[strength])}
          </output>
        }
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item<Values>
        name="repeat"
        label={t('repeat')}
        dependencies={['fresh']}
        validateTrigger="onBlur"
        rules={[
          needed(t('repeat')),
          ({ getFieldValue }) => ({
            validator: (_, value: string) =>
              !value || value === getFieldValue('fresh')
                ? Promise.resolve()
                : Promise.reject(new Error(t('different'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        {t('changePassword')}
      </Button>
    </Form>
  )
}
