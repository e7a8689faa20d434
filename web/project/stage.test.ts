import { expect, test } from 'vitest'
import { nextStep, projectHref, stepState, steps } from './stage.ts'

const states = (stage: Parameters<typeof nextStep>[0]) => steps.map((_, at) => stepState(at, stage))

test('one step is next until the papers are there', () => {
  expect(states('empty')).toEqual(['next', 'later', 'later', 'later', 'later', 'later'])
  expect(states('verified')).toEqual(['done', 'done', 'next', 'later', 'later', 'later'])
  expect(states('generated')).toEqual(['done', 'done', 'done', 'done', 'open', 'open'])
})

test('the next action leads to the step that is next', () => {
  expect(nextStep('empty').id).toBe('financialInfo')
  expect(nextStep('mapped').id).toBe('genbillvalue')
  expect(nextStep('generated').id).toBe('wps')
})

test('a project opens with enterprise, project and name in the query', () => {
  expect(projectHref('/projectApp/index', { id: 'p1', enterpriseId: 'e1', projectName: '甲 & 乙' })).toBe(
    '/projectApp/index?enterpriseId=e1&projectId=p1&projectName=%E7%94%B2+%26+%E4%B9%99',
  )
})
