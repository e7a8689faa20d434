import { parse } from '../binding/parse.ts'
import { nodes } from '../binding/syntax.ts'
import type { StatementSets } from '../taxlaw/statement.ts'
import { readsOf } from './cell-reads.ts'
import type { GivenChanges } from './given-facts.ts'
import { isAmong } from './input-changes.ts'

/** What a stored cell remembers of how it was computed; in the order of computing, cells below first. */
export type CellMemory = {
  cell: string
  paper: string
  expression: string
  children: readonly string[]
  params: readonly string[]
  /** Entered rows and adjusted accounts by name; null where that was not kept. */
  inputs: readonly string[] | null
  overridden: boolean
}
export type InputChanges = GivenChanges & {
  /** Standard accounts whose client accounts are mapped otherwise; `all`: another ledger, or other tags of lines. */
  accounts: ReadonlySet<string>
  /** Those client accounts: rows that are made of them say how they are mapped. */
  clientAccounts: ReadonlySet<string>
  books: boolean
}

/** Functions that read the client's books without naming an account. */
const BOOKS = new Set(['vsum', 'je', 'je_others', 'je_count', 'client_line', 'ret', 'asset', 'line'])
type Books = { keys: ReadonlySet<string>; all: boolean; any: boolean }

const known = new Map<string, Books>()
const MOST_KNOWN = 30_000

/** What an expression reads of the books: standard accounts, whether any account, whether anything at all. */
function booksOf(expression: string, sets: StatementSets): Books {
  const found = known.get(expression)
  if (found) return found
  if (known.size >= MOST_KNOWN) known.clear()
  const made = readBooks(expression, sets)
  known.set(expression, made)
  return made
}

function readBooks(expression: string, sets: StatementSets): Books {
  try {
    const tree = parse(expression)
    const { keys, all } = readsOf(tree, sets)
    let any = all || keys.size > 0
    for (const node of nodes(tree))
      if (
        (node.kind === 'call' && BOOKS.has(node.name)) ||
        (node.kind === 'aggregate' && node.register.from === 'asset')
      )
        any = true
    return { keys, all, any }
  } catch {
    // what cannot be read now could have read anything
    return { keys: new Set(), all: true, any: true }
  }
}

const rowOf = (cell: string) => cell.slice(cell.indexOf('@') + 1 || cell.length)
const registerOf = (input: string) => /^entry:([^/]+)\//.exec(input)?.[1]

/**
 * The cells whose figure may be another once the papers are computed anew: those that read what changed, and those above them. What
 * a person decided stands, whatever is below it.
 */
export function staleCells(cells: Iterable<CellMemory>, changes: InputChanges, sets: StatementSets): Set<string> {
  const { names, registers, accounts, clientAccounts, books } = changes
  const stale = new Set<string>()
  /** The registers that cells of a row show. */
  const shows = new Map<string, Set<string>>()
  for (const one of cells) {
    const { cell, paper, children, params, inputs, overridden } = one
    const own = new Set((inputs ?? []).flatMap((input) => registerOf(input) ?? []))
    if (registers.size > 0 && own.size > 0) shows.set(cell, own)
    if (names.has(`override:${cell}`) || names.has(`paper:${paper}`)) {
      stale.add(cell)
      continue
    }
    if (overridden) continue
    const reads = booksOf(one.expression, sets)
    const touched =
      clientAccounts.has(rowOf(cell)) ||
      (books && reads.any) ||
      (accounts.size > 0 && (reads.all || [...reads.keys].some((key) => accounts.has(key)))) ||
      params.some((id) => names.has(`param:${id}`)) ||
      (inputs ? inputs.some((name) => isAmong(names, name)) : unkept(names)) ||
      children.some((child) => stale.has(child)) ||
      sumsRows(one, registers, shows)
    if (touched) stale.add(cell)
  }
  return stale
}

/** Whether anything changed that the cell's memory would have told of. */
const unkept = (names: ReadonlySet<string>) => [...names].some((name) => /^(?:entry|adj):/.test(name))

/** A figure over the rows of a register: a row more or less changes it, though no row below it changed. */
const sumsRows = (
  { cell, children }: CellMemory,
  registers: ReadonlySet<string>,
  shows: ReadonlyMap<string, ReadonlySet<string>>,
): boolean =>
  registers.size > 0 &&
  children.some(
    (child) =>
      rowOf(child) !== rowOf(cell) && [...(shows.get(child) ?? [])].some((register) => registers.has(register)),
  )
