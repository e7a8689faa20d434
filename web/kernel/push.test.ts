import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventReader } from './event-stream.ts'
import { dispatch, onPush, understand } from './push.ts'
import { keepTrying, MAX_ATTEMPTS, reconnectDelay } from './reconnect.ts'

describe('the push connection', () => {
  test('waits longer each time, never over half a minute, ten times', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, at) => reconnectDelay(at + 1))
    expect(delays.map(Math.round)).toEqual([1000, 1500, 2250, 3375, 5063, 7594, 11391, 17086, 25629, 30000])
  })
  test('reads events however the bytes are cut', () => {
    const stream = ': hello\nid: 7\ndata: {"messageType":"JOB",\ndata: "data":{}}\n\r\nid:8\ndata:second\r\n\r\n'
    for (let size = 1; size < stream.length; size++) {
      const read = eventReader()
      const events = []
      for (let at = 0; at < stream.length; at += size) events.push(...read(stream.slice(at, at + size)))
      expect(events.filter((event) => event.data)).toEqual([
        { id: '7', data: '{"messageType":"JOB",\n"data":{}}' },
        { id: '8', data: 'second' },
      ])
    }
  })
  test('an event without data says nothing', () => {
    expect(eventReader()('id: 3\n\n: keep-alive\n\n')).toEqual([])
  })
})

const failing = () => Promise.reject(new Error('no network'))

describe('connecting again', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(console, 'warn').mockReturnValue()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test('is tried ten times after the first failure, then given up', async () => {
    const at: number[] = []
    const began = Date.now()
    const given = keepTrying(() => (at.push(Date.now() - began), failing()), new AbortController().signal)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await given).toBe(true)
    expect(at).toHaveLength(1 + MAX_ATTEMPTS)
    expect(at.slice(0, 4)).toEqual([0, 1000, 2500, 4750])
  })

  test('begins its count anew with every connection that opened', async () => {
    let tries = 0
    const stop = new AbortController()
    const opensSometimes = () => (++tries % 8 === 0 ? Promise.resolve({ listen: failing }) : failing())
    const given = keepTrying(opensSometimes, stop.signal)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(tries).toBeGreaterThan(2 * MAX_ATTEMPTS)
    stop.abort()
    await vi.advanceTimersByTimeAsync(1)
    expect(await given).toBe(false)
  })
})

describe('a push message', () => {
  afterEach(() => void vi.restoreAllMocks())

  test('reaches who hears its kind; without anybody it is a warning, unless it only keeps the line open', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const heard: unknown[] = []
    const stop = onPush('JOB', (data) => heard.push(data))
    dispatch({ messageType: 'JOB', data: 1 })
    stop()
    dispatch({ messageType: 'KEEP_ALIVE', data: {} })
    expect(warned).not.toHaveBeenCalled()
    dispatch({ messageType: 'JOB', data: 2 })
    expect(heard).toEqual([1])
    expect(warned).toHaveBeenCalledExactlyOnceWith('push message without a handler: JOB')
  })

  test('that cannot be read is logged as an error and passed over', () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    expect(understand('{"messageType":"JOB","data":{"id":"7"}}')).toEqual({ messageType: 'JOB', data: { id: '7' } })
    expect(logged).not.toHaveBeenCalled()
    for (const text of ['{', '[]', '{"data":1}', '7']) expect(understand(text)).toBeUndefined()
    expect(logged).toHaveBeenCalledTimes(4)
  })
})
