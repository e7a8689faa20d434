import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { mappingFacts, taxFacts } from '#facts/facts.ts'
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import type { Ledger } from '../ledger/model.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import { acceptAll } from '../mapping/relation.ts'
import { generate } from '../workpaper/generate.ts'
import { rowsBelow } from '../workpaper/lineage.ts'
import { indexLedger } from './ledger-index.ts'
import { LISTED_LINES, listedAndOthers, taggedLines } from './tagged-lines.ts'

const { ledger } = readFixture('yonyou-u8')
const relation = acceptAll(proposeRelation(ledger, mappingFacts))
const index = indexLedger(ledger, relation, mappingFacts)
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const sum = (of: Ledger, lines: readonly number[]) =>
  lines.reduce((total, line) => total + (of.journal.debit[line] ?? 0n) - (of.journal.credit[line] ?? 0n), 0n)

test('the largest lines are listed, the others left; no line is lost or counted twice', () => {
  const all = taggedLines(index, 'entertainment')
  expect(all.length).toBeGreaterThan(5)
  for (const most of [0, 1, 3, all.length - 1, all.length, all.length + 1]) {
    const { listed, others } = listedAndOthers(index, 'entertainment', most)
    expect(listed.length).toBe(Math.min(most, all.length))
    expect([...listed, ...others].toSorted((a, b) => a - b)).toEqual(all)
    expect(sum(ledger, listed) + sum(ledger, others)).toBe(sum(ledger, all))
    const size = (line: number) => Math.abs(Number(sum(ledger, [line])))
    expect(Math.min(...listed.map(size))).toBeGreaterThanOrEqual(Math.max(0, ...others.map(size)))
    expect(listed).toEqual(listed.toSorted((a, b) => a - b))
  }
})

const amount = (at: number) => BigInt(100_00 + at)

/** The ledger with so many further vouchers: a line of the account, each of other size, against cash. */
function withMore(account: string, cash: string, count: number): Ledger {
  const { journal } = ledger
  const place = (code: string) => journal.accountCodes.indexOf(code)
  const model = journal.vouchers.find(({ closing }) => !closing)
  if (!model || place(account) < 0 || place(cash) < 0) throw new Error('the fixture has no such voucher')
  const added = Array.from({ length: count }, (_, at) => at)
  return {
    ...ledger,
    journal: {
      ...journal,
      size: journal.size + 2 * count,
      account: Uint32Array.from([...journal.account, ...added.flatMap(() => [place(account), place(cash)])]),
      voucher: Uint32Array.from([
        ...journal.voucher,
        ...added.flatMap((at) => [journal.vouchers.length + at, journal.vouchers.length + at]),
      ]),
      vouchers: [...journal.vouchers, ...added.map((at) => ({ ...model, key: `12-补-${at + 1}` }))],
      debit: BigInt64Array.from([...journal.debit, ...added.flatMap((at) => [amount(at), 0n])]),
      credit: BigInt64Array.from([...journal.credit, ...added.flatMap((at) => [0n, amount(at)])]),
      summary: [...journal.summary, ...added.flatMap((at) => [`招待客户 ${at}`, `招待客户 ${at}`])],
    },
  }
}

test('a paper lists the 300 largest lines and one row for the rest, which leads to exactly those lines', () => {
  const own = taggedLines(index, 'entertainment').find((line) => (ledger.journal.debit[line] ?? 0n) > 0n) ?? 0
  const account = ledger.journal.accountCodes[ledger.journal.account[own] ?? 0] ?? ''
  const cash = ledger.journal.accountCodes.find((code) => index.accounts.get(code)?.standard?.key === '1002') ?? ''
  const books = withMore(account, cash, 320)
  const facts = {
    ...taxFacts,
    papers: { ...taxFacts.papers, papers: taxFacts.papers.papers.filter(({ id }) => id === 'C15') },
  }
  const made = generate({ ledger: books, relation, facts, params: {}, hash })
  const table = made.papers[0]?.blocks.find((block) => block.kind === 'table' && block.rows.length > 200)
  const rows = table?.kind === 'table' ? table.rows : []
  expect(rows.length).toBe(LISTED_LINES + 1)
  const all = taggedLines(made.index, 'entertainment')
  const rest = rows.at(-1)
  expect(rest?.label.zh).toBe(`其余 ${all.length - LISTED_LINES} 条`)
  const cells = rows.map(({ key }) => made.cells.get(`C15.amount@${key}`))
  expect(cells.every((cell) => cell?.status === 'ok')).toBe(true)
  const fen = cells.map((cell) => (cell?.value?.kind === 'money' ? cell.value.fen : 0n))
  expect(fen.reduce((total, one) => total + one, 0n)).toBe(sum(books, all))
  // down from the row of the rest: the lines that no other row shows
  const below = (at: number) => cells[at]?.trace.atoms.flatMap((atom) => rowsBelow(made, atom).lines) ?? []
  const others = below(rows.length - 1)
  expect(others.length).toBe(all.length - LISTED_LINES)
  expect(sum(books, others)).toBe(fen.at(-1))
  const listed = rows.slice(0, -1).flatMap((_, at) => below(at))
  expect([...listed, ...others].toSorted((a, b) => a - b)).toEqual(all)
})

const codeOf = (key: string): string =>
  ledger.journal.accountCodes.find((code) => index.accounts.get(code)?.standard?.key === key) ?? ''

test('candidates for deemed sales are the 300 largest vouchers and one row for the rest, which together are all', () => {
  const books = withMore(codeOf('6601'), codeOf('1405'), 340)
  const facts = {
    ...taxFacts,
    papers: { ...taxFacts.papers, papers: taxFacts.papers.papers.filter(({ id }) => id === 'C02') },
  }
  const made = generate({ ledger: books, relation, facts, params: {}, hash })
  const table = made.papers[0]?.blocks.find((block) => block.kind === 'table')
  const rows = table?.kind === 'table' ? table.rows : []
  expect(rows.length).toBe(LISTED_LINES + 1)
  const atoms = rows.map(({ key }) => made.cells.get(`C02.found@${key}`)?.trace.atoms ?? [])
  const lines = atoms.map((own) => own.flatMap((atom) => rowsBelow(made, atom).lines))
  const others = lines.at(-1) ?? []
  const voucherCount = new Set(others.map((line) => books.journal.voucher[line])).size
  expect(rows.at(-1)?.label.zh).toBe(`其余 ${voucherCount} 张凭证`)
  const shown = lines.flat()
  expect(new Set(shown).size).toBe(shown.length)
  const credit = (line: number) => books.journal.credit[line] ?? 0n
  const total = made.cells.get('C02.found_total')
  expect(total?.value?.kind === 'money' ? total.value.fen : null).toBe(
    shown.reduce((sum, line) => sum + credit(line), 0n),
  )
  const least = lines.slice(0, -1).map((own) => own.reduce((sum, line) => sum + credit(line), 0n))
  const most = Math.max(...others.map((line) => Number(credit(line))))
  expect(least.every((sum) => Number(sum) >= most)).toBe(true)
})
