import { describe, expect, test } from 'vitest'
import { mappingFacts } from '#facts/facts.ts'
import { fixtureNames, readFixture } from '#facts/testing/fixture-ledger.ts'
import { proposeRelation } from './propose-relation.ts'
import { acceptAll } from './relation.ts'
import { relationProblems } from './relation-problems.ts'

describe.each(fixtureNames)('%s', (name) => {
  const { ledger, expected } = readFixture(name)
  const relation = proposeRelation(ledger, mappingFacts)
  const mapped = new Map(relation.accounts.map((account) => [account.code, account]))

  test('the books are recognised as 企业会计准则', () => {
    expect(relation).toMatchObject({ standard: 'cas', standardConfidence: 1 })
  })

  test('every account, parents too, finds its standard account without a person', () => {
    const found = Object.fromEntries(
      relation.accounts.map(({ code, standard, status }) => [code, `${standard} ${status}`]),
    )
    expect(found).toEqual(
      Object.fromEntries(
        [...expected.rollups, ...expected.accounts].map(({ code, std_key }) => [code, `${std_key} auto`]),
      ),
    )
  })

  test('accounts carry the tags that statement lines ask for', () => {
    const lacking = expected.accounts.filter(({ code, tags }) =>
      tags.some((tag) => !mapped.get(code)?.tags.includes(tag)),
    )
    expect(lacking.map(({ code, full_name, tags }) => ({ code, full_name, tags }))).toEqual([])
  })

  test('nothing is unmapped, doubly mapped or unsure', () => {
    expect(relationProblems(acceptAll(relation), ledger)).toEqual([])
  })
})
