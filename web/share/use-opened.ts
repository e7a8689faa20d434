import { useCallback, useEffect, useState } from 'react'
import { GUEST_HOURS } from '#contract/guest-term.ts'
import { CallError } from '#web/kernel/transport.ts'
import { tokenHere } from './guest-call.ts'

const GONE = 404

/** How far a visitor has come with a link. */
export type Opening<T> =
  | { at: 'loading' }
  | { at: 'gone' }
  | { at: 'failed'; fault: string }
  | { at: 'password'; firm: string; fault: string; busy: boolean }
  | { at: 'open'; shown: T; since: number }

type Answer = { firmName: string; needsPassword: boolean; ticket: string }

/** What became of a try to open; with a firm a password was sent. */
async function tried<T extends Answer>(answer: Promise<T>, firm: string): Promise<Opening<T>> {
  try {
    const shown = await answer
    return shown.ticket === ''
      ? { at: 'password', firm: shown.firmName, fault: '', busy: false }
      : { at: 'open', shown, since: Date.now() }
  } catch (fault) {
    if (!(fault instanceof CallError)) throw fault
    if (fault.code === GONE) return { at: 'gone' }
    return firm ? { at: 'password', firm, fault: fault.message, busy: false } : { at: 'failed', fault: fault.message }
  }
}

const LOOK_MS = 30_000

/** Whether what was opened at `since` is over by now; a clock asked again and again survives a computer that slept. */
function useOver(since: number | undefined): boolean {
  const [over, setOver] = useState<number>()
  useEffect(() => {
    if (since === undefined) return undefined
    const look = () => {
      if (Date.now() - since >= GUEST_HOURS * 3_600_000) setOver(since)
    }
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [since])
  return since !== undefined && over === since
}

/**
 * Opens the link of this address; `enter` sends the password that it asks for, `again` tries once more. `over`: what was opened
 * has stood for as long as it works, and is to be opened again.
 */
export function useOpened<T extends Answer>(open: (token: string, password: string) => Promise<T>) {
  const [state, setState] = useState<Opening<T>>({ at: 'loading' })
  const look = useCallback(
    (password: string, firm: string) => void tried(open(tokenHere(), password), firm).then(setState),
    [open],
  )
  useEffect(() => look('', ''), [look])
  const enter = (password: string) => {
    if (state.at !== 'password') return
    setState({ ...state, fault: '', busy: true })
    look(password, state.firm)
  }
  const again = () => {
    setState({ at: 'loading' })
    look('', '')
  }
  const over = useOver(state.at === 'open' ? state.since : undefined)
  return { state, over, enter, again }
}
