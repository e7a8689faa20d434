import { useEffect, useRef, useState } from 'react'
import type { AssistAsk } from '#contract/writing.ts'
import { CallError } from '#web/kernel/transport.ts'
import { type Answer, askAssist, begun, heardEvent } from './assist-stream.ts'

/** One question to the model at a time, its answer as it comes, and the way to stop it. */
export function useAssist() {
  const [answer, setAnswer] = useState<Answer>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = async (ask: AssistAsk) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    let now = begun
    const put = (next: Answer) => {
      now = next
      if (running.current === mine) setAnswer(next)
    }
    put(begun)
    try {
      await askAssist(ask, (event) => put(heardEvent(now, event)), mine.signal)
      // a line that ended without a word has cut the answer off
      if (now.state === 'running') put({ ...now, state: 'stopped' })
    } catch (fault) {
      if (mine.signal.aborted) return put({ ...now, state: 'stopped' })
      put({ ...now, state: 'failed', fault: fault instanceof CallError ? fault.message : String(fault) })
      if (!(fault instanceof CallError)) console.error(fault)
    }
  }
  const stop = () => running.current?.abort()
  const drop = () => {
    stop()
    setAnswer(undefined)
  }
  return { answer, run, stop, drop }
}
