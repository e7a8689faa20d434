import { expect, test } from 'vitest'
import { maskedName } from './own-firm.ts'

test.each([
  ['杭州恒信贸易有限公司', '杭********司'],
  ['恒信', '恒*'],
  ['恒', '恒'],
  ['𠮷野家', '𠮷*家'],
])('%s is shown as %s when names are masked', (name, shown) => {
  expect(maskedName(name)).toBe(shown)
})
