import { expect, test } from 'vitest'
import type { AssistEvent } from '#contract/writing.ts'
import { begun, heardEvent } from './assist-stream.ts'

const after = (...events: AssistEvent[]) => events.reduce(heardEvent, begun)
const text = (words: string): AssistEvent => ({ kind: 'text', text: words })

test('an answer grows piece by piece and says how it ended', () => {
  expect(after(text('本年'), text('收入'))).toMatchObject({ state: 'running', text: '本年收入' })
  expect(after(text('甲'), { kind: 'end', reason: 'length', model: 'm' })).toMatchObject({
    state: 'done',
    reason: 'length',
  })
  expect(after({ kind: 'end', reason: 'stopped', model: '' })).toMatchObject({ state: 'stopped' })
})
test('a fault keeps what came before it; numbers nobody gave are told', () => {
  expect(after(text('甲'), { kind: 'fault', message: '服务繁忙' })).toMatchObject({
    state: 'failed',
    text: '甲',
    fault: '服务繁忙',
  })
  expect(after({ kind: 'unverified', numbers: ['12%'] }).unverified).toEqual(['12%'])
})
