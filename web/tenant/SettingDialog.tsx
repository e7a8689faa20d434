import { Checkbox, Form, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { type Tenant, tenant } from '#contract/tenant.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { ExpiryField } from './ExpiryField.tsx'
import { texts } from './texts.ts'

type Values = { accountNumber: number | null; expireTime: string; setsSeats: boolean; setsDate: boolean }

/** Seats and date, for one tenant or for several at once; of several only what is checked is set. */
export function SettingDialog({ of, onClose }: { of: Tenant[]; onClose: (saved: boolean) => void }) {
  const t = useTexts(texts)
  const set = useCommand(tenant.setting, { quiet: true })
  const one = of.length === 1 ? of[0] : undefined
  const initial = one
    ? { accountNumber: one.accountNumber < 0 ? null : one.accountNumber, expireTime: one.expireTime.slice(0, 10) }
    : { accountNumber: null, expireTime: '', setsSeats: false, setsDate: false }
  const submit = async ({ accountNumber, expireTime, setsSeats, setsDate }: Values) => {
    await set.mutateAsync({
      ids: of.map(({ id }) => id).join(','),
      ...((one || setsSeats) && { accountNumber: accountNumber ?? -1 }),
      ...((one || setsDate) && { expireTime }),
    })
    say(t('saved'))
    onClose(true)
  }
  return (
    <FormDialog<Values>
      open
      title={one ? `${t('setting')} · ${one.tenantName}` : t('settingOf', { count: of.length })}
      width={440}
      initial={initial}
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      <Choosable by="setsSeats" label={t('setSeats')} always={one !== undefined}>
        <Form.Item<Values> name="accountNumber" label={t('accountNumber')} extra={t('accountNumberHint')}>
          <InputNumber min={0} max={1_000_000} precision={0} placeholder={t('byPackage')} style={{ width: '100%' }} />
        </Form.Item>
      </Choosable>
      <Choosable by="setsDate" label={t('setDate')} always={one !== undefined}>
        <ExpiryField />
      </Choosable>
    </FormDialog>
  )
}

type ChoosableProps = { by: 'setsSeats' | 'setsDate'; label: string; always: boolean; children: ReactNode }

/** A field that is only set once its box is checked. */
function Choosable({ by, label, always, children }: ChoosableProps) {
  const chosen = Form.useWatch<boolean | undefined>(by)
  if (always) return children
  return (
    <>
      <Form.Item<Values> name={by} valuePropName="checked" style={{ marginBlockEnd: 8 }}>
        <Checkbox>{label}</Checkbox>
      </Form.Item>
      {chosen && children}
    </>
  )
}
