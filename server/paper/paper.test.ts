import { beforeAll, describe, expect, test } from 'vitest'
import { paper } from '#contract/paper.ts'
import { fenOf } from '#engine/money.ts'
import { fixtureNames, readExpected } from '#facts/testing/fixture-ledger.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { answered, readyProject } from './testing-papers.ts'

let server: TestServer
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
})

const fen = (yuan: string | null | undefined) => (yuan == null ? null : Number(fenOf(yuan)))

describe.each(fixtureNames)('the papers of the %s ledger', (set) => {
  const expected = readExpected(set)
  let projectId: string
  let values: Map<string, string | null>
  const amount = (cell: string) => fen(values.get(cell))
  beforeAll(async () => {
    projectId = await readyProject(server, zxs, set)
    await answered(zxs, projectId, expected)
    const { cells } = await zxs(paper.workbook, { projectId })
    values = new Map(cells.map(({ cell, value }) => [cell, value]))
  })

  test('hold the adjustments, the taxable income and the tax that are right, to the fen', () => {
    const byLine = Map.groupBy(expected.tax.adjustments, (adjustment) => adjustment.a105000_line)
    for (const [line, adjustments] of byLine) {
      const right = adjustments.reduce((sum, { adjustment }) => sum + adjustment, 0)
      expect({ line, adjusted: (amount(`C01.plus@${line}`) ?? 0) - (amount(`C01.minus@${line}`) ?? 0) }).toEqual({
        line,
        adjusted: right,
      })
    }
    expect(amount('E60.amount@profit')).toBe(expected.tax.total_profit)
    expect(amount('E60.amount@taxable')).toBe(expected.tax.simple_case.taxable_income)
    expect(amount('E60.amount@tax')).toBe(expected.tax.simple_case.tax)
  })

  test('hold every line of both statements as recomputed, to the fen', async () => {
    for (const [id, { closing }] of Object.entries(expected.statements.balance_sheet)) {
      const { node } = await zxs(paper.trace, { projectId, kind: 'statement', ref: id })
      expect({ id, amount: fen(node?.amount) }).toEqual({ id, amount: closing })
    }
    for (const [id, { amount: right }] of Object.entries(expected.statements.income_statement)) {
      const { node } = await zxs(paper.trace, { projectId, kind: 'statement', ref: id })
      expect({ id, amount: fen(node?.amount) }).toEqual({ id, amount: right })
    }
  })

  test('are at least fifteen, each a sheet whose bound cells are its cells', async () => {
    const papers = await zxs(paper.list, { projectId })
    expect(papers.length).toBeGreaterThanOrEqual(15)
    for (const { paperId, missing, errors } of papers) {
      expect({ paperId, missing, errors }).toEqual({ paperId, missing: 0, errors: 0 })
      const { sheet, cells } = await zxs(paper.sheet, { projectId, paperId })
      const bound = sheet.rows.flatMap(({ cells }) => cells).flatMap(({ binding }) => binding ?? [])
      expect(new Set(bound)).toEqual(new Set(cells.map(({ cell }) => cell)))
    }
  })

  test('prove every figure by rows that add up to it', async () => {
    // all papers of one ledger; of the others one of each kind of reading
    const proven =
      set === 'yonyou-u8'
        ? /^(?:B0[1-5]|C1[4-9]|C33)\.|^A0[23]\.calc@/
        : /^(?:B02|C02|C15|C30)\.|^A0[23]\.calc@(?:BS\.AR|IS\.ADMIN)/
    const wanted = [...values.keys()].filter((cell) => proven.test(cell))
    let readings = 0
    for (const cell of wanted) {
      const { atoms } = await zxs(paper.provenance, { projectId, cell })
      for (const { index, rows, sum, balance } of atoms) {
        const behind = await zxs(paper.rows, { projectId, cell, atom: index, size: 1 })
        const proof = balance ? behind.accounts.length : behind.lines.total
        expect({ cell, index, rows: proof, sum: behind.sum }).toEqual({ cell, index, rows, sum })
        readings += 1
      }
    }
    expect(readings).toBeGreaterThan(10)
  })
})
