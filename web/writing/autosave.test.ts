import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#web/kernel/transport.ts'
import { openAutosave, type SaveState } from './autosave.ts'
import { type Draft, memoryDrafts } from './draft-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Sent = Pick<Draft<string>, 'id' | 'baseRev' | 'content'>
function opened(answers: (() => { rev: number })[]) {
  const held = new Map<string, Draft<string>>()
  const sent: Sent[] = []
  const states: SaveState[] = []
  const save = openAutosave<string>({
    key: 'u:d',
    rev: 1,
    store: memoryDrafts(held),
    isStale: (fault) => fault instanceof CallError && fault.code === 409,
    send: async (draft) => {
      sent.push(draft)
      return (answers.shift() ?? (() => ({ rev: draft.baseRev + 1 })))()
    },
    onState: (state) => states.push(state),
  })
  return { save, sent, held, states }
}
const refuse = (code: number) => () => {
  throw new CallError('no', code)
}

test('writing waits for more of it, goes once with its newest form, and is forgotten here once the server has it', async () => {
  const { save, sent, held } = opened([])
  save.changed(() => 'a')
  save.changed(() => 'ab')
  expect(save.state()).toBe('saving')
  await vi.advanceTimersByTimeAsync(1300)
  expect(sent).toMatchObject([{ baseRev: 1, content: 'ab' }])
  expect([save.state(), save.rev(), save.waiting(), held.size]).toEqual(['saved', 2, false, 0])
})
test('without a line it stays in this browser and goes again under its id', async () => {
  const { save, sent, held } = opened([refuse(0)])
  save.changed(() => 'a')
  await vi.advanceTimersByTimeAsync(1300)
  expect([save.state(), held.get('u:d')?.content]).toEqual(['offline', 'a'])
  await vi.advanceTimersByTimeAsync(4100)
  expect(save.state()).toBe('saved')
  expect(sent[1]?.id).toBe(sent[0]?.id)
})
test('what is written while a sending runs follows it on the revision that made', async () => {
  const { save, sent } = opened([])
  save.changed(() => 'a')
  const going = save.flush()
  save.changed(() => 'b')
  await going
  expect(sent).toMatchObject([
    { baseRev: 1, content: 'a' },
    { baseRev: 2, content: 'b' },
  ])
})
test('overtaken by somebody it stops, keeps what is written, and goes on where a person decided', async () => {
  const { save, sent, held } = opened([refuse(409)])
  save.changed(() => 'mine')
  await vi.advanceTimersByTimeAsync(1300)
  expect(save.state()).toBe('stale')
  save.changed(() => 'mine, longer')
  await vi.advanceTimersByTimeAsync(5000)
  expect([sent.length, held.get('u:d')?.content]).toEqual([1, 'mine, longer'])
  await save.rebase(7, 'joined')
  expect(sent[1]).toMatchObject({ baseRev: 7, content: 'joined' })
  expect([save.state(), save.rev(), held.size]).toEqual(['saved', 8, 0])
})
test('refused it says so until the person may again; a page that goes leaves its draft', async () => {
  const { save, held } = opened([refuse(403)])
  save.changed(() => 'a')
  await vi.advanceTimersByTimeAsync(1300)
  expect(save.state()).toBe('refused')
  await save.resume()
  expect(save.state()).toBe('saved')
  save.changed(() => 'last words')
  save.stash()
  await vi.advanceTimersByTimeAsync(0)
  expect(held.get('u:d')?.content).toBe('last words')
  // a page that comes back after all goes on
  await save.flush()
  expect([save.state(), held.size]).toEqual(['saved', 0])
  save.changed(() => 'the end')
  save.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(held.get('u:d')?.content).toBe('the end')
})
