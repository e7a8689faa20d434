import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { user } from '#contract/user.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { AccessTokens } from '../access-token/AccessTokens.tsx'
import { AppPasswords } from '../dav/AppPasswords.tsx'
import { Devices } from './Devices.tsx'
import { LinkedAccounts } from './LinkedAccounts.tsx'
import { Part } from './Part.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PhoneForm } from './PhoneForm.tsx'
import { texts } from './texts.ts'

const masked = (phone: string) => phone.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2')

/** The ways this person has to sign in, and where he is signed in. */
export function SecurityCentre() {
  const t = useTexts(texts)
  const phone = useQuery(query(user.info, {})).data?.phone ?? ''
  const [open, setOpen] = useState<'password' | 'phone'>()
  const close = () => setOpen(undefined)
  const phoneTitle = t(phone ? 'changePhone' : 'bindPhone')
  return (
    <div className="person">
      <Part
        title={t('password')}
        says={t('passwordText')}
        action={<Button onClick={() => setOpen('password')}>{t('changePassword')}</Button>}
      />
      <Part
        title={t('phone')}
        says={phone ? masked(phone) : t('phoneNone')}
        action={<Button onClick={() => setOpen('phone')}>{phoneTitle}</Button>}
      />
      <Passkeys />
      <LinkedAccounts />
      <Devices />
      <AccessTokens />
      <AppPasswords />
      <Modal
        title={t('changePassword')}
        open={open === 'password'}
        onCancel={close}
        footer={null}
        width={420}
        destroyOnHidden
      >
        <PasswordForm
          onDone={() => {
            close()
            say(t('passwordChanged'))
          }}
        />
      </Modal>
      <PhoneForm open={open === 'phone'} title={phoneTitle} onClose={close} />
    </div>
  )
}
