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
  meta: {},
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

test('a page shows for the roles it names, hides for those it excludes, and when it is no menu', () => {
  const tree = [
    node('forAdmins', { meta: { role: ['admin'] } }),
    node('notPersonal', { meta: { excludeRole: 'personal,student' } }),
    node('hidden', { meta: { isMenu: 'false' } }),
    node('all', { meta: { isMenu: 'true' } }),
  ]
  expect(seen(tree, 'zxs')).toEqual([['', ['notPersonal', 'all']]])
  expect(seen(tree, 'admin,personal')).toEqual([['', ['forAdmins', 'all']]])
})
