import { expect, test } from 'vitest'
import type { MenuNode } from '#contract/menu.ts'
import { menuSections } from './menu-entries.ts'

const node = (code: string, more: Partial<MenuNode> = {}): MenuNode => ({
  id: code,
  parentId: '0',
  code,
  name: code,
  label: code,
  alias: '',
  path: more.children ? '' : `/${code}`,
  source: '',
  sort: 1,
  category: 1,
  action: 0,
  isOpen: 2,
  component: '',
  visibilityScope: 'firm',
  query: '',
  href: '',
  meta: { isMenu: 'true' },
  ...more,
})
const seen = (tree: MenuNode[], roleName: string) =>
  menuSections(tree, roleName).map(({ code, entries }) => [code, entries.map((entry) => entry.code)])

test('the first level makes headings, what stands alone comes first, empty headings go', () => {
  const tree = [
    node('firm', { children: [node('home'), node('clients')] }),
    node('alone'),
    node('void', { children: [] }),
  ]
  expect(seen(tree, 'admin')).toEqual([
    ['', ['alone']],
    ['firm', ['home', 'clients']],
  ])
})

test('a page shows for the roles it names, hides for those it excludes, and unless it is marked as a menu', () => {
  const tree = [
    node('forAdmins', { meta: { isMenu: 'true', role: ['admin'] } }),
    node('notPersonal', { meta: { isMenu: 'true', excludeRole: 'personal,student' } }),
    node('hidden', { meta: { isMenu: 'false' } }),
    node('unmarked', { meta: {} }),
    node('all', { meta: { isMenu: 'true' } }),
  ]
  expect(seen(tree, 'zxs')).toEqual([['', ['notPersonal', 'all']]])
  expect(seen(tree, 'admin,personal')).toEqual([['', ['forAdmins', 'all']]])
})

test('a page shows in its scopes only, and with a link elsewhere even without a path of its own', () => {
  const tree = [
    node('both', { visibilityScope: 'firm,personal' }),
    node('school', { visibilityScope: 'edu' }),
    node('outside', { path: '', href: 'https://tax.example.com/' }),
    node('nowhere', { path: '' }),
  ]
  const codes = (scopes: string) =>
    menuSections(tree, 'zxs', scopes).flatMap(({ entries }) => entries.map(({ code }) => code))
  expect(codes('firm,system')).toEqual(['both', 'outside'])
  expect(codes('personal')).toEqual(['both'])
  expect(codes('edu')).toEqual(['school'])
})
