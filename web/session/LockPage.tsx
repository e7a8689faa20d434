import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lock, preference } from '#contract/preference.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { signOut } from '#web/kernel/gateway.ts'
import { useTexts } from '#web/kernel/language.ts'
import { md5 } from '#web/kernel/md5.ts'
import { useSession } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { addressLocked, lockedFrom, unlockHere } from './lock.ts'
import { LockGround } from './LockGround.tsx'
import { texts } from './texts.ts'

type Way = 'lock' | 'account'
const words = {
  lock: { label: 'password', please: 'passwordPlease', empty: 'passwordEmpty' },
  account: { label: 'accountPassword', please: 'accountPlease', empty: 'accountEmpty' },
} as const

/**
 * A locked window puts /lock in its address, wherever it is, and its place back when it is unlocked. The frame under it must
 * not see /lock, so the router goes back first. Answers how to unlock.
 */
function useLockAddress() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const place = pathname + search
    if (pathname === '/lock') {
      const from = lockedFrom()
      if (opened) void navigate(from === '/lock' ? '/' : from, { replace: true })
    } else if (opened) unlockHere(place)
    else addressLocked(place)
  }, [pathname, search, opened, navigate])
  return () => setOpened(true)
}

/** /lock of a locked window: who, what time it is, and the password that opens it again. */
export function LockPage() {
  const t = useTexts(texts)
  const { firmName, realName, account } = useSession()
  const unlocked = useLockAddress()
  const [way, setWay] = useState<Way>('lock')
  const [refusal, setRefusal] = useState('')
  const [leaving, setLeaving] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const open = useCommand(lock.open, { quiet: true })
  const remove = useCommand(lock.remove, { quiet: true, also: [preference.detail] })
  const { data } = useQuery(query(preference.detail, {}))
  // it was taken away in another window: only who knows the account's password could do that
  const needless = data?.hasLock === false
  const busy = open.isPending || remove.isPending

  useEffect(() => {
    // the field of the way that is shown
    if (way) field.current?.focus()
    document.title = t('locked')
  }, [way, t])

  const change = (to: Way) => {
    setWay(to)
    setRefusal('')
    if (field.current) field.current.value = ''
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (needless) return unlocked()
    const typed = field.current?.value ?? ''
    if (typed === '') return setRefusal(t(words[way].empty))
    setRefusal('')
    try {
      const sent = { password: md5(typed) }
      await (way === 'lock' ? open.mutateAsync(sent) : remove.mutateAsync(sent))
      unlocked()
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      setRefusal(fault.message)
      field.current?.select()
    }
  }
  const { label, please } = words[way]
  return (
    <LockGround title={t('locked')} name={realName || account} second={firmName}>
      <form className="lock-form" onSubmit={(event) => void submit(event)} noValidate>
        {!needless && (
          <input
            ref={field}
            key={way}
            type="password"
            name={label}
            aria-label={t(label)}
            placeholder={t(please)}
            maxLength={64}
            autoComplete="off"
            aria-invalid={refusal !== ''}
            aria-describedby="lock-refusal"
          />
        )}
        <button type="submit" className="lock-button" disabled={busy}>
          {t('unlock')}
        </button>
      </form>
      <p id="lock-refusal" className="lock-refusal" role="alert">
        {refusal}
      </p>
      {way === 'account' && !refusal && <p className="lock-note">{t('accountHint')}</p>}
      {leaving && <p className="lock-note">{t('signOutSure')}</p>}
      <div className="lock-ways">
        {!needless && (
          <button type="button" className="plain-button" onClick={() => change(way === 'lock' ? 'account' : 'lock')}>
            {way === 'lock' ? t('forgotten') : t('withLock')}
          </button>
        )}
        <button type="button" className="plain-button" onClick={() => (leaving ? void signOut() : setLeaving(true))}>
          {t('signOut')}
        </button>
      </div>
    </LockGround>
  )
}
