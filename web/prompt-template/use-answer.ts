import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { promptTemplate, PromptTryEvent } from '#contract/prompt-template.ts'
import { eventReader } from '#web/kernel/event-stream.ts'
import { streamFetch } from '#web/kernel/stream-fetch.ts'
import { CallError } from '#web/kernel/transport.ts'

type End = Extract<PromptTryEvent, { kind: 'end' }>
type Answer = { text: string; thinking: string; fault: string; end: End | undefined; stopped: boolean }
const nothing: Answer = { text: '', thinking: '', fault: '', end: undefined, stopped: false }

/** What an event adds to an answer. */
function heard(answer: Answer, event: PromptTryEvent): Answer {
  switch (event.kind) {
    case 'text':
      return { ...answer, text: answer.text + event.text }
    case 'thinking':
      return { ...answer, thinking: answer.thinking + event.text }
    case 'fault':
      return { ...answer, fault: event.text }
    case 'end':
      return { ...answer, end: event }
  }
}

/** Asks the model for an answer to a filled template and keeps it as it comes; a new question, and leaving, ends the one before. */
export function useAnswer() {
  const [answer, set] = useState(nothing)
  const [running, run] = useState(false)
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const ask = async (input: z.input<typeof promptTemplate.tryOut.input>) => {
    stopping.current?.abort()
    const stop = new AbortController()
    stopping.current = stop
    set(nothing)
    run(true)
    const read = eventReader()
    try {
      await streamFetch(
        { method: 'POST', path: promptTemplate.tryOut.path, body: input },
        {
          signal: stop.signal,
          onPiece: (piece) => {
            for (const { data } of read(piece)) {
              const event = PromptTryEvent.safeParse(JSON.parse(data))
              if (event.success && !stop.signal.aborted) set((before) => heard(before, event.data))
            }
          },
        },
      )
    } catch (fault) {
      if (stop.signal.aborted) return
      if (!(fault instanceof CallError)) throw fault
      set((before) => ({ ...before, fault: fault.message }))
    } finally {
      if (stopping.current === stop) run(false)
    }
  }
  const stop = () => {
    stopping.current?.abort()
    set((before) => ({ ...before, stopped: true }))
  }
  return { ...answer, running, ask, stop }
}
