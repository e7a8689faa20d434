import { useCallback, useEffect, useState } from 'react'
import { CallError } from '#web/kernel/transport.ts'
import { tokenHere } from './guest-call.ts'

const GONE = 404

/** How far a visitor has come with a link. */
export type Opening<T> =
  | { at: 'loading' }
  | { at: 'gone' }
  | { at: 'failed'; fault: string }
  | { at: 'password'; firm: string; fault: string; busy: boolean }
  | { at: 'open'; shown: T }

type Answer = { firmName: string; needsPassword: boolean; ticket: string }

/** What became of a try to open; with a firm a password was sent. */
async function tried<T extends Answer>(answer: Promise<T>, firm: string): Promise<Opening<T>> {
  try {
    const shown = await answer
    return shown.ticket === ''
      ? { at: 'password', firm: shown.firmName, fault: '', busy: false }
      : { at: 'open', shown }
  } catch (fault) {
    if (!(fault instanceof CallError)) throw fault
    if (fault.code === GONE) return { at: 'gone' }
    return firm ? { at: 'password', firm, fault: fault.message, busy: false } : { at: 'failed', fault: fault.message }
  }
}

/** Opens the link of this address; `enter` sends the password that it asks for, `again` tries once more. */
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
  return { state, enter, again }
}
