import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lastingStream, streamFetch } from './stream-fetch.ts'
import type { Ask } from './transport.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const what: Ask = { method: 'GET', path: '/stream' }

/** A line that gives these pieces, then ends, breaks, or stays open until it is taken back. */
const line =
  (pieces: string[], then: 'ends' | 'breaks' | 'stays' = 'ends') =>
  ({ signal }: Ask) =>
    Promise.resolve(
      new Response(
        new ReadableStream<Uint8Array>({
          start(out) {
            for (const piece of pieces) out.enqueue(new TextEncoder().encode(piece))
            if (then === 'ends') out.close()
            signal?.addEventListener('abort', () => out.error(signal.reason))
          },
          // what was sent arrives before the line breaks
          pull(out) {
            if (then === 'breaks') out.error(new TypeError('network error'))
          },
        }),
      ),
    )
/** What a stream that should fail says. */
const said = (reading: Promise<void>) =>
  reading.then(
    () => 'nothing',
    (fault: Error) => fault.message,
  )
const heardOf = () => {
  const pieces: string[] = []
  return { pieces, onPiece: (piece: string) => void pieces.push(piece) }
}

const refusal = () => Promise.resolve(Response.json({ code: 403, msg: '请求被拒绝' }, { status: 403 }))

describe('a stream', () => {
  test('is read piece by piece, characters that are cut in two whole', async () => {
    const { pieces, onPiece } = heardOf()
    await streamFetch(what, { onPiece }, line(['底', '稿']))
    expect(pieces.join('')).toBe('底稿')
  })

  test('that takes longer than 120 seconds is 请求超时，请稍后重试', async () => {
    const { pieces, onPiece } = heardOf()
    const reading = streamFetch(what, { onPiece }, line(['a'], 'stays'))
    const refused = said(reading)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(pieces).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(1)
    expect(await refused).toBe('请求超时，请稍后重试')
  })

  test('that is refused says what the server said', async () => {
    await expect(streamFetch(what, { onPiece() {} }, refusal)).rejects.toMatchObject({
      message: '请求被拒绝',
      code: 403,
    })
  })

  test('that is taken back says so by the reason it was given', async () => {
    const stop = new AbortController()
    const reading = streamFetch(what, { onPiece() {}, signal: stop.signal }, line(['a'], 'stays'))
    const refused = said(reading)
    stop.abort(new Error('enough'))
    expect(await refused).toBe('enough')
  })
})

describe('a line that breaks', () => {
  test('is tried three times more, five seconds apart, then 多次重连失败，无法获取数据流', async () => {
    const at: number[] = []
    const began = Date.now()
    const broken = (ask: Ask) => (at.push(Date.now() - began), line(['a'], 'breaks')(ask))
    const { pieces, onPiece } = heardOf()
    const reading = lastingStream(what, { onPiece }, broken)
    const refused = said(reading)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await refused).toBe('多次重连失败，无法获取数据流')
    expect(at).toEqual([0, 5000, 10_000, 15_000])
    expect(pieces).toEqual(['a', 'a', 'a', 'a'])
  })

  test('that is back in time is read to its end, and the reader knows to begin anew', async () => {
    let tries = 0
    const back = (ask: Ask) => line(['all'], ++tries < 3 ? 'breaks' : 'ends')(ask)
    const { pieces, onPiece } = heardOf()
    const retries: number[] = []
    const onRetry = (attempt: number) => (retries.push(attempt), void pieces.splice(0))
    const reading = lastingStream(what, { onPiece, onRetry }, back)
    await vi.advanceTimersByTimeAsync(60_000)
    await reading
    expect(retries).toEqual([1, 2])
    expect(pieces).toEqual(['all'])
  })

  test('is not tried again after a refusal, nor once it was taken back', async () => {
    let tries = 0
    const gone = () => (tries++, Promise.resolve(Response.json({ code: 404, msg: '数据不存在' }, { status: 404 })))
    await expect(lastingStream(what, { onPiece() {} }, gone)).rejects.toThrow('数据不存在')
    expect(tries).toBe(1)

    const stop = new AbortController()
    const broken = (ask: Ask) => (tries++, line([], 'breaks')(ask))
    const reading = lastingStream(what, { onPiece() {}, signal: stop.signal }, broken)
    const refused = said(reading)
    await vi.advanceTimersByTimeAsync(1000)
    stop.abort()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await refused).toMatch(/abort/i)
    expect(tries).toBe(2)
  })
})
