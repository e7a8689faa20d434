import { expect, test } from 'vitest'
import { mappingFacts, statementSets } from '#facts/facts.ts'
import { fixtureNames, readFixture } from '#facts/testing/fixture-ledger.ts'
import { conservation } from './conservation.ts'
import { proposeRelation } from './propose-relation.ts'

test.each(fixtureNames)('every leaf of the %s books belongs to exactly one statement line', (name) => {
  const { ledger } = readFixture(name)
  const { accounts, standard } = proposeRelation(ledger, mappingFacts)
  expect(conservation(ledger.accounts, accounts, statementSets[standard], mappingFacts.charts)).toEqual([])
})

test('no account of either chart is taken by two lines, and those without official code all have one', () => {
  for (const standard of ['cas', 'small'] as const) {
    const accounts = mappingFacts.charts[standard].map(({ key, side }) => {
      const closing = side === 'dr' ? 1n : -1n
      return { code: key, leaf: true, parent: null, opening: 0n, closing, debit: 0n, credit: 0n }
    })
    const ties = accounts.map(({ code }) => ({ code, standard: code, tags: [] }))
    const gaps = conservation(accounts, ties, statementSets[standard], mappingFacts.charts)
    expect(gaps.filter(({ kind }) => kind === 'twice')).toEqual([])
    expect(gaps.filter(({ code }) => code.startsWith('N_')).map(({ code }) => code)).toEqual([])
  }
})

test('a leaf tied to nothing, one without a line and one that leaves its parent are named', () => {
  const { ledger } = readFixture('yonyou-u8')
  const { accounts } = proposeRelation(ledger, mappingFacts)
  const wrong: Record<string, string | null> = { '100201': null, '660202': '6601', '1001': '1003' }
  const ties = accounts.map(({ code, standard, tags }) => ({
    code,
    standard: code in wrong ? (wrong[code] ?? null) : standard,
    tags,
  }))
  const gaps = conservation(ledger.accounts, ties, statementSets.cas, mappingFacts.charts).map(
    ({ kind, code }) => `${kind} ${code}`,
  )
  expect(gaps).toEqual(['nowhere 1001', 'unmapped 100201', 'strays 660202'])
})
