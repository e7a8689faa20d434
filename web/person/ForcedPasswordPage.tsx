import { Button } from 'antd'
import { useEffect } from 'react'
import { signOut } from '#web/kernel/gateway.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { texts } from './texts.ts'
import './person.css'

/** Instead of every page, as long as the password must be changed; the server lets nothing else through either. */
export function ForcedPasswordPage() {
  const t = useTexts(texts)
  useEffect(() => {
    document.title = t('mustChange')
  }, [t])
  return (
    <main className="person-forced">
      <h1>{t('mustChange')}</h1>
      <p className="second">{t('mustChangeText')}</p>
      <PasswordForm onDone={() => useSession.setState({ mustChangePassword: false })} />
      <Button type="link" style={{ justifySelf: 'start', paddingInline: 0 }} onClick={() => void signOut()}>
        {t('signOut')}
      </Button>
    </main>
  )
}
