import type { StatementFigure } from '../ledger/model.ts'
import type { Fen } from '../money.ts'
import type { StatementSet } from '../taxlaw/statement.ts'

/** The name of a statement line without what vendors print differently: 减:, 其中:, numbering, remarks in parentheses. */
export function lineNameKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\(.*?\)/g, '')
    .replace(/^(?:[一二三四五六七八九十]+[、.]|\(?\d+\)?[、.])/, '')
    .replace(/[\s“”"'‘’]/g, '')
    .replace(/^(?:减|加|其中)[::]/, '')
    .replace(/[、,,::]/g, '')
}

/**
 * The client's own figures by statement line. Repeated names (利息收入 under 财务费用 and elsewhere) are matched in
 * printed order. A line printed without an amount is zero: the client stated that there was none.
 */
export function clientLines(
  figures: readonly StatementFigure[],
  set: StatementSet,
): Map<string, { current: Fen; prior: Fen | null }> {
  const found = new Map<string, { current: Fen; prior: Fen | null }>()
  for (const [kind, lines] of [
    ['balance_sheet', set.balanceSheet],
    ['income_statement', set.incomeStatement],
  ] as const) {
    const printed = Map.groupBy(
      figures.filter((figure) => figure.kind === kind),
      ({ name }) => lineNameKey(name),
    )
    for (const line of lines) {
      const figure = printed.get(lineNameKey(line.name))?.shift()
      if (figure)
        found.set(line.id, {
          current: figure.current ?? 0n,
          prior: figure.prior ?? (kind === 'balance_sheet' ? 0n : null),
        })
    }
  }
  return found
}
