import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mappingFacts, taxFacts } from '#facts/facts.ts'
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import type { Adjustment } from '../binding/ledger-access.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import { acceptAll, type Relation } from '../mapping/relation.ts'
import type { Entry, Register } from './entry.ts'
import { generate, type Generation, type GenerationInput } from './generate.ts'
import type { Paper } from './paper.ts'
import { renew } from './renew.ts'

const { ledger } = readFixture('yonyou-u8')
const relation = acceptAll(proposeRelation(ledger, mappingFacts))
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const gifts: Register = {
  id: 'gifts',
  label: { zh: '礼品明细', en: 'Gifts' },
  columns: [
    { key: 'amount', label: { zh: '金额', en: 'Amount' }, unit: 'money' },
    { key: 'kind', label: { zh: '类别', en: 'Kind' }, unit: 'text' },
  ],
}
const words = (text: string) => ({ zh: text, en: text })
const item = (key: string, expr: string, unit: 'money' | 'count' = 'money') => ({
  key,
  label: words(key),
  expr,
  unit,
  feeds: [],
  rule: null,
  note: null,
})
/** A paper that reads everything people enter. */
const own: Paper = {
  id: 'X01',
  name: words('礼品'),
  purpose: '',
  forms: [],
  rules: [],
  blocks: [
    {
      kind: 'items',
      title: null,
      items: [
        item('all', 'sum(entry.gifts.amount)'),
        item('cards', 'sum(entry.gifts.amount where kind = "卡" and amount > 100)'),
        item('lines', 'count(entry.gifts)', 'count'),
        item('first', 'entered(gifts.amount, "a")'),
        item('books', '[X01.all] + bal(#1122, close) + adj(#1122, all)'),
        item('posted', 'adj(all, aje)'),
      ],
    },
  ],
  procedures: [],
  conclusion: words(''),
}
const facts = {
  ...taxFacts,
  papers: {
    ...taxFacts.papers,
    papers: [...taxFacts.papers.papers, own],
    registers: [...(taxFacts.papers.registers ?? []), { ...gifts, paper: 'X01', evidence: null, proposal: null }],
  },
}

/** The same with a few papers only: many generations in little time. */
const few = new Set(['A01', 'A02', 'B04', 'C01', 'C15', 'C16', 'E60', 'X01'])
const someFacts = { ...facts, papers: { ...facts.papers, papers: facts.papers.papers.filter(({ id }) => few.has(id)) } }

/** A generator of numbers that is the same on every run. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}
const pick = <T>(list: readonly T[], random: (below: number) => number): T | undefined => list[random(list.length)]

/** Nothing but what two generations show and prove; objects of the engine left out. */
const shown = ({ cells, hash, faults }: Generation) =>
  JSON.stringify([[...cells], hash, faults], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))

function changed(input: GenerationInput, random: (below: number) => number): [string, GenerationInput] {
  const names = [
    'advert_not_allowed',
    'prepaid_tax',
    'loss_available',
    'paid_after_year_end/wage',
    'union_receipt',
    'staff_q',
  ]
  switch (random(6)) {
    case 0: {
      const name = pick(names, random) ?? ''
      const { [name]: _, ...others } = input.params
      const value =
        name === 'union_receipt'
          ? random(2) === 0
          : name === 'staff_q'
            ? ['10', '20', '30', '40']
            : String(random(9000))
      return [`param ${name}`, { ...input, params: random(4) === 0 ? others : { ...others, [name]: { value } } }]
    }
    case 1: {
      const cell =
        pick(['C15.actual', 'C01.book@7', 'E60.amount@adjusted', 'X01.all', 'A02.calc@BS.CASH'], random) ?? ''
      const { [cell]: was, ...others } = input.overrides ?? {}
      const set = { value: String(random(500)), reason: 'r', evidence: '', who: 'w', when: '' }
      return [`override ${cell}`, { ...input, overrides: was ? others : { ...others, [cell]: set } }]
    }
    case 2: {
      const rows = Array.from({ length: random(4) }, (_, at): Entry => ({
        key: 'abcd'.charAt(at),
        values: { amount: random(5) === 0 ? '' : String(random(300)), kind: random(2) === 0 ? '卡' : '酒' },
      }))
      const { gifts: _, ...others } = input.entries ?? {}
      return ['entries', { ...input, entries: random(5) === 0 ? others : { ...others, gifts: rows } }]
    }
    case 3: {
      const account = pick(['1122', '6601', '2202'], random) ?? ''
      const entry: Adjustment = {
        kind: random(2) === 0 ? 'aje' : 'rje',
        account,
        debit: BigInt(random(1000)),
        credit: 0n,
      }
      return ['adjustment', { ...input, adjustments: random(3) === 0 ? [] : [...(input.adjustments ?? []), entry] }]
    }
    case 4:
      return ['relation row', { ...input, relation: remapped(input.relation, random) }]
    default:
      return ['relation line', { ...input, relation: retagged(input.relation, random) }]
  }
}

function remapped(relation: Relation, random: (below: number) => number): Relation {
  const at = random(relation.accounts.length)
  const standard = pick(['6602', '6601', '1122', '2241', '6051', '1002'], random) ?? null
  return { ...relation, accounts: relation.accounts.map((row, place) => (place === at ? { ...row, standard } : row)) }
}

function retagged(relation: Relation, random: (below: number) => number): Relation {
  if (relation.lines.length === 0) return relation
  const at = random(relation.lines.length)
  const tag = pick(['entertainment', 'advertising', 'penalty', 'payroll'], random) ?? 'payroll'
  return { ...relation, lines: relation.lines.map((line, place) => (place === at ? { ...line, tag } : line)) }
}

describe('a change', () => {
  const base: GenerationInput = { ledger, relation, facts, params: {}, entries: { gifts: [] }, hash }
  const first = generate(base)

  test('of anything, many times over, gives what computing everything anew gives, to the last bit', () => {
    const random = seeded(20_251_121)
    let now = generate({ ...base, facts: someFacts })
    for (let turn = 0; turn < 8; turn += 1) {
      const [what, input] = changed(now.input, random)
      now = renew(now, input).generation
      expect(shown(now), `turn ${turn}: ${what}`).toBe(shown(generate(input)))
    }
  })

  test('of one parameter computes what depends on it and nothing else', () => {
    const { generation, evaluated } = renew(first, { ...base, params: { prepaid_tax: { value: '100' } } })
    expect(evaluated.size).toBeGreaterThan(0)
    expect(evaluated.size).toBeLessThan(30)
    const kept = [...first.cells].filter(([key, cell]) => generation.cells.get(key) === cell).length
    expect(kept).toBeGreaterThan(first.cells.size - 30)
    expect(generation.papers).toBe(first.papers)
  })

  test('of one entered row computes its sums, and the cells above them', () => {
    const entries = { gifts: [{ key: 'a', values: { amount: '12.50', kind: '卡' } }] }
    const { generation, evaluated } = renew(first, { ...base, entries })
    expect([...evaluated].toSorted()).toEqual(['X01.all', 'X01.books', 'X01.cards', 'X01.first', 'X01.lines'])
    expect(generation.cells.get('X01.all')?.value).toEqual({ kind: 'money', fen: 1250n })
  })

  test('that changes nothing keeps every cell', () => {
    const { generation, evaluated } = renew(first, { ...base, params: {} })
    expect(evaluated.size).toBe(0)
    expect(generation.hash).toBe(first.hash)
  })

  test('of a parameter that does not change the value still shows the new parameter as its proof', () => {
    const zero = renew(first, { ...base, params: { loss_available: { value: '0' } } }).generation
    const { generation, evaluated } = renew(zero, { ...base, params: { loss_available: { value: '0.00' } } })
    const reading = [...evaluated].filter((key) => zero.cells.get(key)?.trace.params.includes('loss_available'))
    expect(reading.length).toBeGreaterThan(0)
    expect(reading.filter((key) => generation.cells.get(key) === zero.cells.get(key))).toEqual([])
  })
})
