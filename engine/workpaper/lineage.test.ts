import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mappingFacts, taxFacts } from '#facts/facts.ts'
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import { describeFault } from '../binding/fault.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import { acceptAll } from '../mapping/relation.ts'
import { generate, type GenerationInput, textOf } from './generate.ts'
import {
  cellsAbove,
  cellsAsking,
  cellsBelow,
  cellsUsing,
  changesBetween,
  regenerate,
  rowsBelow,
  wantedParams,
} from './lineage.ts'
import { explainCell } from './names.ts'
import { suggestParams } from './suggest.ts'

const { ledger } = readFixture('yonyou-u8')
const proposed = proposeRelation(ledger, mappingFacts)
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const input: GenerationInput = { ledger, relation: acceptAll(proposed), facts: taxFacts, params: {}, hash }
const bare = generate(input)
const suggested = Object.fromEntries(suggestParams(input, bare).map(({ id, param }) => [id, param]))
const fairValues = {
  'deemed_fair_value/06-记-6': { value: '36265.14' },
  'deemed_fair_value/10-记-13': { value: '40440.54' },
}
const params = {
  ...suggested,
  ...fairValues,
  assets_q: { value: ['30000000', '30000000', '30000000', '30000000'] },
  staff_q: { value: ['73', '73', '73', '73'] },
}
const result = generate({ ...input, params })
const advisory = new Set(taxFacts.papers.papers.filter((paper) => paper.advisory === true).map(({ id }) => id))

const optional = (id: string) => wantedParams(bare, taxFacts).find((one) => one.id === id)?.optional

describe('facts that nobody entered', () => {
  test('leave their cells missing, with the parameter named', () => {
    const cell = bare.cells.get('C14.tax@wage')
    expect(cell).toMatchObject({ status: 'missing', value: null })
    expect(cell?.faults.map((fault) => describeFault(fault, 'en'))).toEqual([
      'Project parameter "Paid after year end and before the filing date" (paid_after_year_end/wage) is not entered yet.',
    ])
    expect(cell?.faults.map((fault) => describeFault(fault, 'zh'))).toEqual([
      '尚未填写项目参数「次年汇算清缴前支付的本年应付额」(paid_after_year_end/wage)。',
    ])
  })

  test('are listed with the papers that ask for them', () => {
    expect(wantedParams(bare, taxFacts).find(({ id }) => id === 'union_receipt')).toMatchObject({
      papers: ['C14'],
      optional: false,
    })
  })

  test('are optional only where the formula says so around them', () => {
    // counts as zero until entered
    expect(optional('a105000_adjust/45')).toBe(true)
    // an indicator does without
    expect(optional('vat_payable')).toBe(true)
    // another part of their formula has an or0, they have none
    expect(optional('donation_qualified')).toBe(false)
    expect(optional('loss_available')).toBe(false)
  })

  test('are proposed from the books where the books can tell', () => {
    expect(suggested['paid_after_year_end/wage']).toEqual({ value: '302493.92' })
    expect(suggested['prepaid_tax']).toEqual({ value: '1434726.72' })
    expect(suggested).not.toHaveProperty('assets_q')
  })

  test('once confirmed, complete every paper, though nobody opened the papers that the books do not call for', () => {
    expect(result.papers.filter(({ called }) => called === false).map(({ id }) => id)).toContain('E20')
    const open = [...result.cells.values()].filter(({ status, paper }) => status !== 'ok' && !advisory.has(paper))
    expect(open.map(({ key }) => key)).toEqual([])
  })

  test('leave indicators without a figure, and no figure of the return rests on an indicator', () => {
    const without = [...result.cells.values()].filter(({ status }) => status === 'missing')
    expect(without.map(({ key }) => key)).toContain('F04.value@K18')
    expect(
      cellsAbove(
        result,
        without.map(({ key }) => key),
      ).flatMap((key) => result.cells.get(key)?.feeds ?? []),
    ).toEqual([])
  })

  test('are told once somebody says that there is nothing of the kind', () => {
    const none = { vat_returns: [], invoices: [], related_deals: [] }
    const told = generate({ ...input, params: { ...params, vat_payable: { value: '1' } }, entries: none })
    expect(result.cells.get('F04.now@related')?.status).toBe('missing')
    expect(told.cells.get('F04.now@related')).toMatchObject({ status: 'ok', value: { fen: 0n } })
    expect(told.cells.get('F04.K32')).toMatchObject({ status: 'ok', value: { decimal: '0' } })
  })
})

describe('from a cell to the vouchers and back', () => {
  const cell = result.cells.get('C15.actual')

  test('a cell names its rows, their number, their sum and their digest', () => {
    const [atom] = cell?.trace.atoms ?? []
    expect(atom).toMatchObject({ fn: 'pl', tag: 'entertainment', rows: 9, sum: 35551219n })
    expect(atom?.hash).toMatch(/^[0-9a-f]{64}$/)
    const { lines } = atom ? rowsBelow(result, atom) : { lines: [] }
    const net = lines.map((line) => (ledger.journal.debit[line] ?? 0n) - (ledger.journal.credit[line] ?? 0n))
    expect(net.reduce((sum, amount) => sum + amount, 0n)).toBe(35551219n)
    expect(lines.map((line) => ledger.journal.summary[line])).toContain('客户招待用礼品')
  })

  test('every atom of every cell finds again as many rows as it counted', () => {
    const wrong = [...result.cells.values()].flatMap(({ key, trace }) =>
      trace.atoms
        .filter((atom) => {
          const rows = rowsBelow(result, atom)
          const counted =
            atom.fn === 'bal' || (atom.fn === 'line' && atom.at !== null) ? rows.accounts.length : rows.lines.length
          return atom.fn !== 'je_count' && counted !== atom.rows
        })
        .map((atom) => ({ key, atom })),
    )
    expect(wrong).toEqual([])
  })

  test('a voucher line leads up to the main form', () => {
    const ordinal = ledger.journal.summary.indexOf('客户招待用礼品')
    const uses = cellsUsing(result, ordinal)
    const cells = uses.map((use) => use.cell)
    expect(cells).toEqual(
      expect.arrayContaining([
        'C15.actual',
        'C15.add',
        'C01.plus@15',
        'E60.amount@taxable',
        'E60.amount@tax',
        'B04.m@4',
      ]),
    )
    expect(cells).not.toContain('C19.penalty')
    expect(cells).not.toContain('B04.m@9')
    expect(uses.find((use) => use.cell === 'C15.actual')).toMatchObject({ direct: true })
    expect(uses.find((use) => use.cell === 'C01.plus@15')).toMatchObject({
      direct: false,
      through: 'C15.add',
      returnLines: ['A105000.15.3'],
    })
  })

  test('a return line leads down to the cells that read the books', () => {
    const below = cellsBelow(result, result.returnLines.get('A105000.15.3') ?? '').map(({ key }) => key)
    expect(below).toEqual(
      expect.arrayContaining(['C15.add', 'C15.actual', 'C15.allowed', 'B01.main', 'C02.income@06-记-6']),
    )
  })

  test('a cell carries the law it applied', () => {
    const rates = result.cells.get('C15.allowed')?.trace.rates
    expect(rates?.map(({ rule, field, value, basis }) => [rule, field, value, basis[0]?.article])).toEqual([
      ['ENTERTAIN', 'actual_rate', '0.60', '第四十三条'],
      ['ENTERTAIN', 'revenue_rate', '0.005', '第四十三条'],
    ])
  })
})

describe('formulas in words', () => {
  test.each([
    [
      'C15.allowed',
      '取小:发生额 × 60 %,计算基数(营业收入+视同销售收入) × 5 ‰',
      'lower of: Incurred × 60 %, Base (revenue and deemed sales) × 5 ‰',
    ],
    ['C17.limit', '取大(E60 三、利润总额 金额,0) × 12 %', 'higher of (E60 III. Total profit Amount, 0) × 12 %'],
    [
      'B01.main',
      '主营业务收入本年发生额(不含结转凭证) − 主营业务收入审计调整',
      '主营业务收入 for the year, closing vouchers excluded − adjusting entries of 主营业务收入',
    ],
    [
      'C19.penalty',
      '「行政罚款等」本年发生额(不含结转凭证)',
      '“Administrative fines” for the year, closing vouchers excluded',
    ],
    [
      'A02.diff@BS.AR',
      '应收账款 重算(期末) − 应收账款 企业报数(期末)',
      '应收账款 Recomputed, closing − 应收账款 Client, closing',
    ],
    ['B04.s_total', '合计:销售费用', 'sum: Selling'],
  ])('%s', (cell, zh, en) => {
    expect(explainCell(result, taxFacts, cell, 'zh')).toBe(zh)
    expect(explainCell(result, taxFacts, cell, 'en')).toBe(en)
  })
})

describe('change', () => {
  test('the same inputs give the same hash, another parameter another', () => {
    expect(generate(input).hash).toBe(bare.hash)
    expect(result.hash).not.toBe(bare.hash)
  })

  test('an override counts, keeps what the formula gave, and changes only the cells above it', () => {
    const override = { value: '0', reason: '复核后确认', evidence: 'E-1', who: '张三', when: '2026-03-01' }
    const changed = generate({ ...input, params, overrides: { 'C19.late': override } })
    expect(changed.cells.get('C19.late')).toMatchObject({
      status: 'overridden',
      value: { fen: 0n },
      calculated: { fen: 724111n },
      override,
    })
    const changes = changesBetween(result, changed)
    expect(changes.map(({ cell }) => cell)).toContain('E60.amount@tax')
    expect(changes.map(({ cell }) => cell)).not.toContain('C15.add')
    expect(changes.find(({ cell }) => cell === 'C19.late')).toMatchObject({
      before: '724111',
      after: 'overridden 0',
      cause: 'override',
    })
  })

  test('a parameter makes stale exactly the cells that depend on it', () => {
    const stale = new Set(cellsAsking(result, 'union_receipt'))
    const { changes } = regenerate(result, { ...input, params: { ...params, union_receipt: { value: false } } })
    expect(changes.length).toBeGreaterThan(5)
    expect(changes.filter(({ cell }) => !stale.has(cell))).toEqual([])
    expect(changes.find(({ cell }) => cell === 'C14.tax@union')).toMatchObject({ before: '6873036', after: '0' })
    expect(stale.has('C15.add')).toBe(false)
  })

  test('without the disguised items accepted, entertainment is what its accounts show', () => {
    const strict = generate({ ...input, relation: proposed })
    expect(textOf(strict.cells.get('C15.actual')?.value ?? null)).toBe(String(35551219 - 943331 - 885285))
  })
})
