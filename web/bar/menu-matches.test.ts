import { expect, test } from 'vitest'
import { menuMatches } from './menu-matches.ts'

const menu = ['企业管理', '企业项目', '管理', 'Enterprises', 'Projects'].map((name) => ({ name }))
const found = (typed: string) => menuMatches(menu, typed).map(({ name }) => name)

test('the search finds what begins with the words, in the order of the menu', () => {
  expect(found('企业')).toEqual(['企业管理', '企业项目'])
})
test('it does not find what only contains them', () => {
  expect(found('管理')).toEqual(['管理'])
})
test('it passes over case and spaces around', () => {
  expect(found(' ENT ')).toEqual(['Enterprises'])
})
test('without words the whole menu is there', () => {
  expect(found('')).toHaveLength(menu.length)
})
