import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { itemKey, keptItem } from './local-item.ts'
import { dropEntries, keepLocalLog, logCall, logFault, logLocally, MOST_ENTRIES, useLocalLog } from './local-log.ts'
import { windowOf } from './testing-window.ts'

const win = windowOf()
let stop: () => void = () => undefined
beforeEach(() => {
  vi.useFakeTimers()
  win.storage.clear()
  stop = keepLocalLog('li')
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const entries = () => {
  vi.runAllTimers()
  return useLocalLog.getState().entries
}

test('an error of the window is put down with its address, time, type, message and stack', () => {
  const error = new Error('x is not a function')
  win.raise('error', { error, message: error.message })
  expect(entries()).toEqual([
    {
      url: '/firm/index',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      type: 'error',
      message: 'x is not a function',
      stack: expect.stringContaining('local-log.test.ts') as string,
      info: '',
    },
  ])
})
test('a promise nobody waited for is put down, whatever it was rejected with', () => {
  win.raise('unhandledrejection', { reason: 'gone' })
  expect(entries()).toMatchObject([{ type: 'promise', message: 'gone' }])
})
test('a failed call is put down with its address, code, message and trace, without its query', () => {
  logCall('/sc-llm/firm/list?firmName=甲', { code: 500, message: '服务器异常', trace: 'T1' })
  expect(entries()).toMatchObject([
    { type: 'call', url: '/sc-llm/firm/list', message: '服务器异常', info: 'code 500, trace T1' },
  ])
})
test('calls that were cut off because the page is left are no faults', () => {
  win.raise('beforeunload', {})
  logCall('/sc-llm/firm/list', { code: 0, message: '网络连接失败', trace: '' })
  expect(entries()).toEqual([])
  vi.setSystemTime(Date.now() + 5000)
  logCall('/sc-llm/firm/list', { code: 0, message: '网络连接失败', trace: '' })
  expect(entries()).toMatchObject([{ message: '网络连接失败', info: 'code 0' }])
})
test('no token, password or code stands in it', () => {
  const secret = 'eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl'
  logFault('page', new Error(`bearer ${secret} at /login?code=4711&state=abc {"password":"geheim"}`))
  const text = JSON.stringify(entries())
  for (const hidden of [secret, '4711', 'abc', 'geheim']) expect(text).not.toContain(hidden)
})
test('long entries are cut, and the oldest go first', () => {
  for (let at = 0; at < MOST_ENTRIES + 5; at++) logLocally({ type: 'error', message: `${at} ${'x'.repeat(10_000)}` })
  const kept = entries()
  expect(kept).toHaveLength(MOST_ENTRIES)
  expect(kept[0]?.message).toMatch(/^5 /)
  expect(JSON.stringify(kept).length).toBeLessThan(400_000)
})
test('it is kept under the product and the person, with what it is', () => {
  logLocally({ type: 'error', message: 'a' })
  entries()
  expect(JSON.parse(win.storage.getItem(itemKey('log.li')) ?? '')).toMatchObject({
    dataType: 'array',
    type: 'persistent',
    content: [{ message: 'a' }],
  })
})
test('another person of this browser sees nothing of it, and it is there when the first comes back', () => {
  logLocally({ type: 'error', message: 'of li' })
  stop()
  stop = keepLocalLog('chen')
  expect(entries()).toEqual([])
  stop()
  stop = keepLocalLog('li')
  expect(entries()).toMatchObject([{ message: 'of li' }])
})
test('nothing is collected while nobody is signed in', () => {
  stop()
  logLocally({ type: 'error', message: 'a' })
  win.raise('error', { message: 'b' })
  expect(entries()).toEqual([])
  expect(keptItem('log.')).toBeUndefined()
})
test('what another window wrote meanwhile stays', () => {
  logLocally({ type: 'error', message: 'here' })
  const [first] = entries()
  win.storage.setItem(
    itemKey('log.li'),
    JSON.stringify({
      dataType: 'array',
      type: 'persistent',
      datetime: '',
      content: [first, { ...first, message: 'there' }],
    }),
  )
  logLocally({ type: 'error', message: 'again' })
  expect(entries().map(({ message }) => message)).toEqual(['here', 'there', 'again'])
})
test('what was sent goes, what came since stays', () => {
  logLocally({ type: 'error', message: 'sent' })
  const sent = entries()
  logLocally({ type: 'error', message: 'since' })
  dropEntries(sent)
  expect(entries()).toMatchObject([{ message: 'since' }])
})
