import { createHash } from 'node:crypto'
import { mappingFacts, taxFacts } from '#facts/facts.ts'
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import { proposeRelation } from '#engine/mapping/propose-relation.ts'
import { acceptAll } from '#engine/mapping/relation.ts'
import { generate } from '#engine/workpaper/generate.ts'

// A process of its own for same-everywhere.test.ts: generates from a fixture with inputs inserted in the order it is told.
const backwards = process.argv[2] === 'backwards'
const ordered = <T>(table: Record<string, T>): Record<string, T> =>
  Object.fromEntries(backwards ? Object.entries(table).toReversed() : Object.entries(table))
const { ledger } = readFixture('yonyou-u8')
const relation = acceptAll(proposeRelation(ledger, mappingFacts))
const params = ordered({
  prepaid_tax: { value: '10.00' },
  loss_available: { value: '3' },
  union_receipt: { value: true },
})
const set = { value: '5', reason: 'r', evidence: '', who: 'w', when: '' }
const generation = generate({
  ledger,
  relation,
  facts: taxFacts,
  params,
  overrides: ordered({ 'C15.actual': set, 'C01.book@7': set }),
  hash: (text) => createHash('sha256').update(text).digest('hex'),
})
const proofs = [...generation.cells.values()].map(({ key, trace, faults }) =>
  JSON.stringify([key, trace.atoms.map(({ hash }) => hash), faults]),
)
process.stdout.write(`${generation.hash} ${createHash('sha256').update(proofs.join('\n')).digest('hex')}`)
