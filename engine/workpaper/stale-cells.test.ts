import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { mappingFacts, taxFacts } from '#facts/facts.ts'
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import { acceptAll } from '../mapping/relation.ts'
import { touchedAccounts } from './input-changes.ts'
import { generate, type Generation, type GenerationInput } from './generate.ts'
import { changedFacts, givenFacts } from './given-facts.ts'
import { renew } from './renew.ts'
import { type CellMemory, staleCells } from './stale-cells.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
let base: GenerationInput
let first: Generation
beforeAll(() => {
  const { ledger } = readFixture('yonyou-u8')
  const relation = acceptAll(proposeRelation(ledger, mappingFacts))
  base = { ledger, relation, facts: taxFacts, params: {}, hash }
  first = generate(base)
})

const memoryOf = ({ cells }: Generation): CellMemory[] =>
  [...cells.values()].map(({ key, paper, expression, status, trace }) => ({
    cell: key,
    paper,
    expression,
    children: trace.children,
    params: trace.params,
    inputs: trace.inputs,
    overridden: status === 'overridden',
  }))
const said = ({ cells }: Generation, key: string) => {
  const cell = cells.get(key)
  return (
    cell &&
    JSON.stringify([cell.status, cell.value], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  )
}

/** What is marked when one generation shows and the inputs are others, and what computing then changes. */
function marked(before: Generation, input: GenerationInput) {
  const now = renew(before, input).generation
  const changes = changedFacts(givenFacts({ ...before.input, papers: [] }), givenFacts({ ...input, papers: [] }))
  const accounts = touchedAccounts(before.index, now.index)
  const mapped = new Map(before.input.relation.accounts.map(({ code, standard }) => [code, standard]))
  const moved = input.relation.accounts.filter(({ code, standard }) => mapped.get(code) !== standard)
  const clientAccounts = new Set(moved.map(({ code }) => code))
  const stale = staleCells(
    memoryOf(before),
    { ...changes, accounts, clientAccounts, books: false },
    taxFacts.statements,
  )
  const changed = [...before.cells.keys()].filter((key) => now.cells.has(key) && said(before, key) !== said(now, key))
  return { stale, changed, now }
}

const set = (value: string) => ({ value, reason: 'r', evidence: '', who: 'w', when: '' })
const row = (key: string, amount: string) => ({ key, values: { name: key, amount } })

describe('what is out of date before the papers are computed anew', () => {
  test('after an answer, an override, an adjusting entry or rows entered: every figure that changes, and few others', () => {
    const [register] = taxFacts.papers.registers ?? []
    const changes: Record<string, Partial<GenerationInput>> = {
      answer: { params: { prepaid_tax: { value: '1000.00' } } },
      override: { overrides: { 'C15.actual': set('5') } },
      adjustment: { adjustments: [{ kind: 'aje', account: '6602', debit: 900n, credit: 0n }] },
      rows: { entries: { [register?.id ?? '']: [row('a', '12.00')] } },
    }
    for (const [what, change] of Object.entries(changes)) {
      const { stale, changed } = marked(first, { ...base, ...change })
      const missed = changed.filter((key) => !stale.has(key))
      const few = stale.size < first.cells.size / 5
      expect({ what, changes: changed.length > 0, missed, few }).toEqual({ what, changes: true, missed: [], few: true })
    }
  })

  test('after another mapping of one account: every figure that changes', () => {
    const at = base.relation.accounts.findIndex(({ leaf, standard }) => leaf && standard === '6602')
    const accounts = base.relation.accounts.map((one, place) => (place === at ? { ...one, standard: '6601' } : one))
    const { stale, changed } = marked(first, { ...base, relation: { ...base.relation, accounts } })
    expect(changed.length).toBeGreaterThan(0)
    expect(changed.filter((key) => !stale.has(key))).toEqual([])
    expect(stale.size).toBeLessThan(first.cells.size)
  })

  test('a figure a person decided stands, and so does what is above it; one withdrawn does not', () => {
    const decided = marked(first, { ...base, overrides: { 'E60.amount@prepaid': set('5.00') } }).now
    const answer = { params: { prepaid_tax: { value: '77.00' } } }
    const { stale } = marked(decided, { ...decided.input, ...answer })
    expect(stale.has('E60.amount@prepaid')).toBe(false)
    expect(marked(decided, base).stale.has('E60.amount@prepaid')).toBe(true)
  })

  test('a row more in a register makes its total stale, though the rows that stand do not change', () => {
    const entries = { donations: [row('a', '10.00')] }
    const one = marked(first, { ...base, entries }).now
    const { stale, changed } = marked(one, { ...base, entries: { donations: [row('a', '10.00'), row('b', '5.00')] } })
    expect(changed.length).toBeGreaterThan(0)
    expect(changed.filter((key) => !stale.has(key))).toEqual([])
    const rowsOfA = [...stale].filter((key) => key.endsWith('@a'))
    expect(rowsOfA).toEqual([])
  })

  test('another ledger reaches every figure read from the books, and nothing that was only answered', () => {
    const nothing = {
      names: new Set<string>(),
      registers: new Set<string>(),
      accounts: new Set<string>(),
      clientAccounts: new Set<string>(),
    }
    const stale = staleCells(memoryOf(first), { ...nothing, books: true }, taxFacts.statements)
    expect([...first.cells.values()].filter(({ key, trace }) => trace.atoms.length > 0 && !stale.has(key))).toEqual([])
    expect(stale.has('E60.amount@prepaid')).toBe(false)
    expect(staleCells(memoryOf(first), { ...nothing, books: false }, taxFacts.statements).size).toBe(0)
  })
})
