import { Form, Input, type InputRef } from 'antd'
import { lock, preference } from '#contract/preference.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { md5 } from '#web/kernel/md5.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { dropQuestion, lockNow, useLock } from './lock.ts'
import { texts } from './texts.ts'

/** Whoever is asked can type at once. */
const focused = (input: InputRef | null) => input?.focus()

type Values = { password: string; oldPassword?: string }

/** Asks for the lock password: a first one, with which the window is then locked, or another one. */
export function LockDialog() {
  const t = useTexts(texts)
  const asking = useLock((state) => state.asking)
  const set = useCommand(lock.set, { quiet: true, also: [preference.detail] })
  const other = asking === 'other'
  const save = async ({ password, oldPassword }: Values) => {
    await set.mutateAsync({ password: md5(password), ...(oldPassword && { oldPassword: md5(oldPassword) }) })
    if (other) say(t('saved'))
    else lockNow()
  }
  return (
    <FormDialog<Values>
      open={asking !== ''}
      title={other ? t('changeTitle') : t('setTitle')}
      width={400}
      initial={{}}
      {...(!other && { submit: t('setAndLock') })}
      onSubmit={save}
      onClose={dropQuestion}
    >
      {other && (
        <Form.Item<Values>
          name="oldPassword"
          label={t('oldPassword')}
          rules={[{ required: true, message: t('passwordEmpty') }]}
        >
          <Input.Password maxLength={64} autoComplete="off" ref={focused} />
        </Form.Item>
      )}
      <Form.Item<Values>
        name="password"
        label={other ? t('newPassword') : t('password')}
        rules={[{ required: true, message: t('passwordEmpty') }]}
        extra={t('setHint')}
      >
        <Input.Password
          placeholder={t('passwordPlease')}
          maxLength={64}
          autoComplete="new-password"
          {...(!other && { ref: focused })}
        />
      </Form.Item>
    </FormDialog>
  )
}
