import { beforeEach, expect, test, vi } from 'vitest'
import { itemKey } from '#web/kernel/local-item.ts'
import type { DiskUpload } from './upload-store.ts'

const kept = new Map<string, string>()
const HOUR_MS = 3_600_000
const now = Date.parse('2026-03-02T10:00:00Z')

const nameOf = (window: string) => itemKey(`diskUploads..${window}`)
/** What a window has left in the browser. */
const left = (window: string, beat: number, ...uploads: unknown[]) =>
  kept.set(nameOf(window), JSON.stringify({ content: { beat, uploads } }))
const upload = (id: string, change: Partial<DiskUpload> = {}): DiskUpload => ({
  id,
  name: `${id}.xlsx`,
  relPath: '2025/账套',
  size: 100,
  lastModified: 1,
  parentId: 'p',
  folderName: '资料',
  conflict: 'ask',
  node: '',
  sent: 40,
  state: 'sending',
  error: '',
  instant: false,
  begun: now - HOUR_MS,
  ...change,
})
/** The store as a page that was opened anew finds it. */
async function opened() {
  vi.resetModules()
  return import('./upload-store.ts')
}

beforeEach(() => {
  kept.clear()
  // what is to be written later would else be written when the browser's store is gone again
  vi.useFakeTimers()
  const store = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
  vi.stubGlobal('localStorage', store)
  vi.stubGlobal('sessionStorage', { ...store, getItem: () => 'here' })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('after a reload what had not arrived asks for its file again, from where it stopped', async () => {
  left('here', now - 1000, upload('a'), upload('b', { state: 'paused', sent: 10 }))
  const store = await opened()
  store.recallUploads(now)
  expect(store.allUploads().map(({ id, state, sent }) => [id, state, sent])).toEqual([
    ['a', 'lost', 40],
    ['b', 'lost', 10],
  ])
})
test('what another window is busy with stays there, what a closed one has left is taken up', async () => {
  left('busy', now - 4000, upload('busy'))
  left('closed', now - 60_000, upload('closed'))
  const store = await opened()
  store.recallUploads(now)
  expect(store.allUploads().map(({ id }) => id)).toEqual(['closed'])
  expect([...kept.keys()]).toEqual([nameOf('busy')])
})
test('what was begun more than a day ago is gone at the server, and is not asked for', async () => {
  left('here', now, upload('old', { begun: now - 25 * HOUR_MS }), upload('young'))
  const store = await opened()
  store.recallUploads(now)
  expect(store.allUploads().map(({ id }) => id)).toEqual(['young'])
})
test('what the browser keeps is not believed: other shapes are passed over', async () => {
  left('here', now, null, 7, { id: 3 }, upload('good'))
  kept.set(nameOf('broken'), '[{')
  const store = await opened()
  store.recallUploads(now)
  expect(store.allUploads().map(({ id }) => id)).toEqual(['good'])
})
test('what has arrived is not kept, and gives its file back', async () => {
  const store = await opened()
  store.putUpload(upload('a'), new File(['x'], 'a.xlsx'))
  store.putUpload(upload('b'), new File(['x'], 'b.xlsx'))
  store.patchUpload('a', { state: 'done', sent: 100 })
  vi.advanceTimersByTime(1000)
  expect(store.fileOf('a')).toBeUndefined()
  expect(store.fileOf('b')?.name).toBe('b.xlsx')
  const { content } = JSON.parse(kept.get(nameOf('here')) ?? '{}')
  expect(content.uploads.map(({ id }: DiskUpload) => id)).toEqual(['b'])
  store.forgetUpload('b')
  vi.advanceTimersByTime(1000)
  expect(kept.size).toBe(0)
})
