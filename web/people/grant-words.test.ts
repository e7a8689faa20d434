import { expect, test } from 'vitest'
import { grantNames } from '#contract/grants.ts'
import { grantWords } from './grant-words.ts'

test('every grant has words that a person understands', () => {
  const wordless = grantNames.filter((grant) => {
    const { area, act } = grantWords(grant)
    return /^[a-z]/.test(area.zh) || /^[a-z]/.test(act.zh)
  })
  expect(wordless).toEqual([])
})
