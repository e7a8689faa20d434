import type { TraceNode } from '#contract/paper.ts'
import { yuan } from '#engine/money.ts'
import { type Chain, type ChainCell, closure } from './lineage.ts'
import { inLanguage } from './stored-cell.ts'

const amountOf = ({ unit, value }: ChainCell) => (unit === 'money' && value !== null ? yuan(BigInt(value)) : null)

/** `A105000.15.3` apart: form, line, column. */
function returnPlace(line: string): { form: string; row: string; column: string } {
  const [form = '', row = '', ...column] = line.split('.')
  return { form, row, column: column.join('.') }
}

/** By form (the main form comes first by its number), line, column; lines like 22.1 stand between 22 and 23. */
const byPlace = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

export function returnNode(chain: Chain, line: string, cell: ChainCell): TraceNode {
  const { form, row, column } = returnPlace(line)
  const en = chain.language === 'en'
  const place = en ? `${form} line ${row}` : `${form} 第${row}行`
  const title = `${place} ${inLanguage(cell.label, chain.language)}`
  // the main form has one column, so naming it says nothing
  const note = column === '' || form === 'A100000' ? '' : en ? `column ${column}` : `第${column}列`
  return { kind: 'return', ref: line, title, note, amount: amountOf(cell) }
}

/** The return cells that these cells fill. */
export const returnsOf = (chain: Chain, keys: readonly string[]): TraceNode[] =>
  keys
    .flatMap((key) => {
      const cell = chain.cells.get(key)
      return cell ? cell.feeds.map((line) => returnNode(chain, line, cell)) : []
    })
    .toSorted((a, b) => byPlace(a.ref, b.ref))

/** Every return cell that the papers fill: where the chain begins. */
export const returnRoots = (chain: Chain): TraceNode[] => returnsOf(chain, [...new Set(chain.feeds.values())])

/** The return cells that lie above some cells, however many papers away. */
export const returnsAbove = (chain: Chain, keys: readonly string[]): TraceNode[] =>
  returnsOf(
    chain,
    closure(keys, (key) => chain.cells.get(key)?.usedBy ?? []),
  )

export function nodeOfCell({ language }: Pick<Chain, 'language'>, cell: ChainCell, note = ''): TraceNode {
  const title = `${cell.paperId} ${inLanguage(cell.label, language)}`
  const shown = cell.unit === 'money' ? '' : (cell.value ?? '')
  return { kind: 'paper', ref: cell.cell, title, note: note === '' ? shown : note, amount: amountOf(cell) }
}

export const cellNodes = (chain: Chain, keys: readonly string[]): TraceNode[] =>
  keys.flatMap((key) => {
    const cell = chain.cells.get(key)
    return cell ? [nodeOfCell(chain, cell)] : []
  })

export function statementNode({ statement }: Chain, id: string): TraceNode[] {
  const line = statement[id]
  return line ? [{ kind: 'statement', ref: id, title: line.name, note: id, amount: yuan(BigInt(line.amount)) }] : []
}

export const statementsOn = (chain: Chain, standard: string): TraceNode[] =>
  Object.entries(chain.statement)
    .filter(([, { standards }]) => standards.includes(standard))
    .flatMap(([id]) => statementNode(chain, id))
