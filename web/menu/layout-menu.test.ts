import { expect, test } from 'vitest'
import { firstFilled, scopesOf } from './layout-menu.ts'

test('the firm’s layout shows the firm’s menus at firms and the course’s at schools', () => {
  expect(scopesOf('firm', 'firm')).toBe('firm,system')
  expect(scopesOf('firm', 'platform')).toBe('firm,system')
  expect(scopesOf('firm', 'school')).toBe('edu,system')
  expect(scopesOf('firm', 'person')).toBe('personal,system')
})

test('the other layouts show their own scope, wherever one works', () => {
  for (const tenantType of ['firm', 'school', 'person', 'platform', '']) {
    expect(scopesOf('personal', tenantType)).toBe('personal,system')
    expect(scopesOf('edu', tenantType)).toBe('edu')
    expect(scopesOf('enterprise', tenantType)).toBe('ai')
    expect(scopesOf('project', tenantType)).toBe('project')
  }
})

const answer = (name: string, data: readonly unknown[] | undefined) => ({ name, data })

test('the education menu becomes what the chosen scope answers, unless that is empty', () => {
  const edu = answer('edu', [1])
  const firm = answer('firm', [2])
  expect(firstFilled([answer('chosen', [3]), edu, firm])?.name).toBe('chosen')
  expect(firstFilled([answer('chosen', []), edu, firm])?.name).toBe('edu')
  expect(firstFilled([answer('chosen', []), answer('edu', []), firm])?.name).toBe('firm')
  // still on its way: nothing jumps
  expect(firstFilled([answer('chosen', undefined), edu, firm])?.name).toBe('chosen')
  expect(firstFilled([answer('chosen', []), answer('edu', []), answer('firm', [])])?.name).toBe('firm')
})
