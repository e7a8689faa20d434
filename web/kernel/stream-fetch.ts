import { fill, type Text } from '#contract/texts.ts'
import { askRaw, heard } from './gateway.ts'
import { nowLanguage } from './language.ts'
import { pause } from './reconnect.ts'
import { type Ask, CallError, TIMEOUT_MS } from './transport.ts'

/** Specification, section 9. */
const RETRIES = 3
const RETRY_MS = 5000

const texts = {
  timeout: { zh: '请求超时，请稍后重试', en: 'The request timed out; please try again shortly' },
  lost: { zh: '多次重连失败，无法获取数据流', en: 'The stream could not be reached again after several tries' },
} as const satisfies Record<string, Text>
const text = (key: keyof typeof texts) => fill(texts[key][nowLanguage() === 'en' ? 'en' : 'zh'])

type Piece = (text: string) => void
type Reading = {
  /** Hears each piece of text as it comes. */
  onPiece: Piece
  /** Takes the question back: the stream rejects with the signal's reason. */
  signal?: AbortSignal
  /** How long the whole stream may take. */
  timeoutMs?: number
}
/** Asks the server; for tests of what a network can do. */
type Fetch = (what: Ask) => Promise<Response>

/** Reads an answer as it arrives, within the time-out; a refusal and a time-out throw CallError. */
export async function streamFetch(what: Ask, reading: Reading, ask: Fetch = askRaw): Promise<void> {
  const { onPiece, signal, timeoutMs = TIMEOUT_MS } = reading
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), timeoutMs)
  const both = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
  try {
    const reply = await ask({ ...what, signal: both, stream: true })
    if (!reply.ok || !reply.body) {
      await heard(reply)
      throw new CallError(text('lost'), 0)
    }
    const reader = reply.body.getReader()
    const decoder = new TextDecoder()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onPiece(decoder.decode(value, { stream: true }))
    }
  } catch (fault) {
    throw limit.signal.aborted && !signal?.aborted ? new CallError(text('timeout'), 0) : fault
  } finally {
    clearTimeout(timer)
  }
}

type Lasting = Reading & {
  /** A connection was lost; the nth of three tries to get it back begins after the pause. */
  onRetry?: (attempt: number) => void
}

/**
 * The same over a line that breaks: three tries to connect again, five seconds apart, then 多次重连失败，无法获取数据流.
 * A refusal is an answer and is not asked for again, nor is a time-out. The server begins the stream anew: `onRetry` is where
 * the reader forgets what it has.
 */
export async function lastingStream(what: Ask, reading: Lasting, ask: Fetch = askRaw): Promise<void> {
  const never = new AbortController().signal
  const { signal = never, onRetry } = reading
  for (let attempt = 1; ; attempt++) {
    try {
      return await streamFetch(what, reading, ask)
    } catch (fault) {
      signal.throwIfAborted()
      const answered = fault instanceof CallError && (fault.code !== 0 || fault.message === text('timeout'))
      if (answered) throw fault
      if (attempt > RETRIES) throw new CallError(text('lost'), 0)
      console.warn('stream lost', fault)
      onRetry?.(attempt)
      await pause(RETRY_MS, signal)
      signal.throwIfAborted()
    }
  }
}
