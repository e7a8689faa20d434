import { expect, test } from 'vitest'
import type { FigureNow } from '#contract/writing.ts'
import { lookOf } from './figure-marks.ts'

const attrs = { projectId: 'p', paperId: 'E60', cell: 'c', label: '收入', value: '1.00', unit: 'money', at: '' }
const now = (more: Partial<FigureNow>): FigureNow => ({
  projectId: 'p',
  cell: 'c',
  paperId: 'E60',
  paperName: '',
  label: '收入',
  value: '1.00',
  unit: 'money',
  state: 'same',
  stale: false,
  says: '',
  at: '',
  place: '/wps/index',
  ...more,
})

test('a figure is as its source, changed, gone, or waits with its source; unasked it claims nothing', () => {
  expect(lookOf(attrs, now({}))).toBe('same')
  expect(lookOf(attrs, now({ value: '2.00', state: 'changed' }))).toBe('changed')
  // taken over here before the server is asked again
  expect(lookOf({ ...attrs, value: '2.00' }, now({ value: '2.00', state: 'changed' }))).toBe('same')
  expect(lookOf(attrs, now({ stale: true }))).toBe('stale')
  expect(lookOf(attrs, now({ state: 'noProject', value: '' }))).toBe('missing')
  expect(lookOf(attrs, undefined)).toBeUndefined()
})
