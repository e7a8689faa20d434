import { expect, test } from 'vitest'
import type { DiskUpload } from './upload-store.ts'
import { pace, sumsOf, trayLines, withSample } from './upload-sums.ts'

const upload = (state: DiskUpload['state'], size = 100, sent = 0): DiskUpload => ({
  id: `${state}-${size}`,
  name: 'a.xlsx',
  relPath: '',
  size,
  lastModified: 0,
  parentId: 'p',
  folderName: '资料',
  conflict: 'ask',
  node: '',
  sent,
  state,
  error: '',
  instant: false,
  begun: 0,
})

test('sums count what is behind, what moves, and what waits for a person; bytes of a hash are not sent', () => {
  const all = [
    upload('done'),
    upload('skipped'),
    upload('sending', 100, 40),
    upload('hashing', 100, 90),
    upload('taken'),
  ]
  expect(sumsOf([...all, upload('paused', 50, 10), upload('lost')])).toEqual({
    count: 7,
    done: 2,
    underWay: 2,
    paused: 1,
    waits: 2,
    bytes: 650,
    sent: 250,
  })
})
test('the speed looks at the last seconds, and says how long the rest takes', () => {
  const samples = [0, 1000, 2000].reduce<{ at: number; sent: number }[]>(
    (list, at) => withSample(list, { at, sent: at * 2 }),
    [],
  )
  expect(pace(samples, 10_000)).toEqual({ speed: 2000, seconds: 5 })
  expect(pace(samples.slice(0, 1), 10_000)).toBeUndefined()
  expect(withSample(samples, { at: 9000, sent: 5000 }).map(({ at }) => at)).toEqual([9000])
  expect(withSample(samples, { at: 2500, sent: 10 })).toEqual([{ at: 2500, sent: 10 }])
})
test('the tray shows first what needs a person, then what moves, and of thousands only some', () => {
  const lines = trayLines([upload('done'), upload('waiting'), upload('sending'), upload('failed')], 3)
  expect(lines.map(({ state }) => state)).toEqual(['failed', 'sending', 'waiting'])
})
