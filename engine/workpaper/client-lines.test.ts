import { describe, expect, test } from 'vitest'
import { statementSets } from '#facts/facts.ts'
import type { StatementFigure } from '../ledger/model.ts'
import { clientLines, lineNameKey } from './client-lines.ts'

const figure = (
  kind: StatementFigure['kind'],
  name: string,
  current: bigint | null,
  prior: bigint | null = null,
): StatementFigure => ({ kind, name, current, prior, origin: { file: 0, sheet: '', row: 0 } })

describe('lines of the client’s own statements', () => {
  test.each([
    ['减:营业成本', '营业成本'],
    ['  减: 营业成本', '营业成本'],
    ['一、营业收入', '营业收入'],
    ['三、利润总额(亏损总额以“-”号填列)', '利润总额'],
    ['其中:利息费用', '利息费用'],
    ['实收资本(或股本)', '实收资本'],
  ])('%s is known as %s', (printed, known) => {
    expect(lineNameKey(printed)).toBe(lineNameKey(known))
  })

  test('a line printed without an amount is zero, a line not printed is absent', () => {
    const lines = clientLines(
      [figure('balance_sheet', '货币资金', 12n, 5n), figure('balance_sheet', '存货', null)],
      statementSets.cas,
    )
    expect(lines.get('BS.CASH')).toEqual({ current: 12n, prior: 5n })
    expect(lines.get('BS.INVENTORY')).toEqual({ current: 0n, prior: 0n })
    expect(lines.has('BS.AR')).toBe(false)
  })

  test('a statement does not answer for the other', () => {
    expect(clientLines([figure('balance_sheet', '营业收入', 1n)], statementSets.cas).size).toBe(0)
  })
})
