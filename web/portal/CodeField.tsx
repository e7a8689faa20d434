import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { texts } from './texts.ts'
import { useCountdown } from './use-countdown.ts'
import { tell } from './use-tenants.ts'

type CodeFieldProps = {
  /** The call that sends, e.g. /sc-system/user/smsValidate/sendLoginValidate. */
  path: string
  /** What is sent besides; undefined: something is missing, and the page has said so. */
  order: () => { body: object; headers?: Record<string, string> } | undefined
  /** The code is on its way: under this id it will be asked for. */
  onSent: (smsId: string) => void
  /** A refusal; `captcha` when one is needed first. */
  onRefused: (message: string, captcha: boolean) => void
}

const asks = (data: unknown) => typeof data === 'object' && data !== null && 'captcha' in data
/** How long until another can be asked for, when that is why it was refused. */
const wait = (data: unknown) =>
  typeof data === 'object' && data !== null && 'seconds' in data && typeof data.seconds === 'number' ? data.seconds : 0

/** The code of a message and the button that sends it: for sixty seconds it shows those that are left. Named `code` in the form. */
export function CodeField({ path, order, onSent, onRefused }: CodeFieldProps) {
  const t = useTexts(texts)
  const { left, start } = useCountdown()
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    const wanted = order()
    if (!wanted) return
    setBusy(true)
    try {
      const { smsId, seconds } = (await tell(path, wanted.body, wanted.headers)) as { smsId: string; seconds: number }
      start(seconds)
      onSent(smsId)
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      start(wait(fault.data))
      onRefused(fault.message, asks(fault.data))
    } finally {
      setBusy(false)
    }
  }
  return (
    <label>
      <span>{t('smsCode')}</span>
      <span className="login-with">
        <input name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        <button type="button" className="side-button" disabled={busy || left > 0} onClick={() => void ask()}>
          {left > 0 ? `${left}s` : t('sendCode')}
        </button>
      </span>
    </label>
  )
}
