import { describe, expect, test } from 'vitest'
import { eventReader } from './event-stream.ts'
import { MAX_ATTEMPTS, reconnectDelay } from './reconnect.ts'

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
