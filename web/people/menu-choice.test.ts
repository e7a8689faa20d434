import { expect, test } from 'vitest'
import type { MenuPick } from '#contract/role.ts'
import { tick } from './menu-choice.ts'

const node = (id: string, parentId: string, children?: MenuPick[]): MenuPick => ({
  id, parentId, title: id, code: id, path: '', category: 1, scope: 'firm', ...(children && { children }),
}) // prettier-ignore
const tree = [
  node('firm', '0', [node('page', 'firm', [node('add', 'page'), node('edit', 'page')]), node('home', 'firm')]),
]
const sorted = (set: ReadonlySet<string>) => [...set].sort()

test('a ticked button brings its page and heading along', () => {
  expect(sorted(tick(tree, new Set(), 'add', true))).toEqual(['add', 'firm', 'page'])
})
test('a ticked page brings its buttons, and taken away takes them along', () => {
  const ticked = tick(tree, new Set(), 'page', true)
  expect(sorted(ticked)).toEqual(['add', 'edit', 'firm', 'page'])
  expect(sorted(tick(tree, ticked, 'page', false))).toEqual(['firm'])
})
test('a page stays without one of its buttons', () => {
  const ticked = tick(tree, new Set(), 'page', true)
  expect(sorted(tick(tree, ticked, 'edit', false))).toEqual(['add', 'firm', 'page'])
})
