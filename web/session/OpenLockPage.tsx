import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { preference } from '#contract/preference.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { changeLock, lockScreen } from './lock.ts'
import { LockGround } from './LockGround.tsx'
import { texts } from './texts.ts'

/** /lock of a window that is not locked: locks it, or changes the password. */
export function OpenLockPage() {
  const t = useTexts(texts)
  const { realName, account, firmName } = useSession()
  const { data } = useQuery(query(preference.detail, {}))
  useEffect(() => {
    document.title = t('notLocked')
  }, [t])
  return (
    <LockGround title={t('notLocked')} name={realName || account} second={firmName}>
      <p className="lock-note lock-says">{t('notLockedHint')}</p>
      <div className="lock-form">
        <button type="button" className="lock-button" onClick={() => void lockScreen()}>
          {t('lockNow')}
        </button>
      </div>
      <div className="lock-ways">
        {data?.hasLock && (
          <button type="button" className="plain-button" onClick={changeLock}>
            {t('changeTitle')}
          </button>
        )}
        <Link to="/">{t('back')}</Link>
      </div>
    </LockGround>
  )
}

/** /lock where nobody is signed in: there is nothing to lock. */
export function NobodysLockPage() {
  const t = useTexts(texts)
  useEffect(() => {
    document.title = t('nobody')
  }, [t])
  return (
    <LockGround title={t('nobody')} name="" second={t('nobodyHint')}>
      <div className="lock-form">
        <a className="lock-button" href="/login">
          {t('signIn')}
        </a>
      </div>
    </LockGround>
  )
}
