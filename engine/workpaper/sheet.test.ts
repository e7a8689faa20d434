import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mappingFacts, taxFacts } from '#facts/facts.ts'
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import { acceptAll } from '../mapping/relation.ts'
import { generate } from './generate.ts'
import { paperSheet, type SheetCell } from './sheet.ts'
import { columnLetter } from './spreadsheet-formula.ts'

const { ledger, expected } = readFixture('yonyou-u8')
const relation = acceptAll(proposeRelation(ledger, mappingFacts))
const result = generate({
  ledger,
  relation,
  facts: taxFacts,
  params: {},
  hash: (text) => createHash('sha256').update(text).digest('hex'),
})
const header = { client: expected.profile.company, year: 2025, preparer: '甲', reviewer: '乙' }
const sheets = new Map(
  result.papers.map(({ id }) => [id, paperSheet(result, taxFacts, id, { language: 'zh', header })]),
)
const sheetOf = (id: string) => sheets.get(id)

/** The cell at an A1 address. */
const at = (id: string, address: string): SheetCell | null | undefined => {
  const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(address) ?? []
  const cells = sheetOf(id)?.rows[Number(row) - 1]?.cells ?? []
  let column = 0
  for (const cell of cells) {
    if (columnLetter(column) === letters) return cell
    // a cell that spans moves its neighbours on
    column += cell?.span ?? 1
  }
  return undefined
}

const fenAt = (id: string, address: string): bigint => {
  const value = at(id, address)?.value
  return value?.kind === 'money' ? value.fen : 0n
}

describe('the printed paper', () => {
  test.each(taxFacts.papers.papers.map(({ id, name }) => [id, name.zh]))(
    '%s %s says whose it is, its index, its procedures and its conclusion',
    (id, name) => {
      const sheet = sheetOf(id)
      const texts = sheet?.rows.flatMap(({ cells }) => cells.map((cell) => cell?.text ?? '')) ?? []
      for (const text of [
        name,
        `被鉴证单位：${header.client}`,
        '所属年度：2025',
        `索引号：${id}`,
        '编制人/日期：甲',
        '复核人/日期：乙',
        '审核程序',
        '审核说明',
        '审核结论',
      ])
        expect(texts).toContain(text)
      expect(sheet?.rows.every(({ cells }) => cells.length <= (sheet.widths.length ?? 0))).toBe(true)
    },
  )

  test('every formula of the papers stands in a cell of its sheet', () => {
    const shown = new Set(
      result.papers.flatMap(
        ({ id }) => sheetOf(id)?.rows.flatMap(({ cells }) => cells.map((cell) => cell?.binding ?? '')) ?? [],
      ),
    )
    expect([...result.cells.keys()].filter((key) => !shown.has(key))).toEqual([])
  })

  test('spreadsheet formulas give the same figures as the engine', () => {
    const wrong: string[] = []
    let checked = 0
    for (const { id } of result.papers) {
      for (const cell of sheetOf(id)?.rows.flatMap(({ cells }) => cells) ?? []) {
        if (!cell?.formula || cell.value?.kind !== 'money') continue
        checked += 1
        if (calculated(id, cell.formula) !== cell.value.fen) wrong.push(`${cell.binding}: ${cell.formula}`)
      }
    }
    expect(wrong).toEqual([])
    expect(checked).toBeGreaterThan(100)
  })
})

/** Adds up `SUM(B8:B20)`, `B8-B9-(B10+B11)` by hand. */
function calculated(id: string, formula: string): bigint {
  const range = /^SUM\(([A-Z]+)(\d+):[A-Z]+(\d+)\)$/.exec(formula)
  if (range) {
    const [, letter = '', from = '0', to = '0'] = range
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, row) =>
      fenAt(id, `${letter}${Number(from) + row}`),
    ).reduce((sum, fen) => sum + fen, 0n)
  }
  let sum = 0n
  let sign = 1n
  const outer: bigint[] = [1n]
  for (const [part] of formula.matchAll(/[A-Z]+\d+|[-+()]/g)) {
    const around = outer.at(-1) ?? 1n
    if (part === '+' || part === '-') sign = part === '+' ? 1n : -1n
    else if (part === '(') {
      outer.push(around * sign)
      sign = 1n
    } else if (part === ')') outer.pop()
    else sum += around * sign * fenAt(id, part)
  }
  return sum
}
