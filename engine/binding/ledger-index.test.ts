import { describe, expect, test } from 'vitest'
import { mappingFacts } from '#facts/facts.ts'
import { fixtureNames, readFixture } from '#facts/testing/fixture-ledger.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import { acceptAll } from '../mapping/relation.ts'
import { indexLedger, natureTotals } from './ledger-index.ts'

describe.each(fixtureNames)('%s', (name) => {
  const { ledger, expected } = readFixture(name)
  const relation = acceptAll(proposeRelation(ledger, mappingFacts))

  test('the sums by tax nature equal the right answers, account by account', () => {
    const found = [...natureTotals(indexLedger(ledger, relation, mappingFacts))].map(
      ([tag, { amount, lines, byAccount }]) => [
        tag,
        {
          amount: Number(amount),
          lines,
          by_account: Object.fromEntries([...byAccount].map(([code, sum]) => [code, Number(sum)])),
        },
      ],
    )
    expect(Object.fromEntries(found)).toEqual(expected.tax_tags)
  })
})
