import { sql } from 'kysely'
import type { TraceNode } from '#contract/paper.ts'
import { standardAccount } from '#server/relation/relation-words.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { cellNodes, nodeOfCell, returnNode, returnsAbove, returnsOf, statementNode } from './chain-nodes.ts'
import { accountsUnder } from './ledger-places.ts'
import { type Chain, type ChainCell, closure } from './lineage.ts'

type Standing = { node: TraceNode; above: TraceNode[]; below: TraceNode[] }

/** A return line: the cell that fills it, and the lines that are computed from it. */
export function returnPlace(chain: Chain, ref: string): Standing {
  // a form of one column is often named without it
  const line = chain.feeds.has(ref) ? ref : `${ref}.1`
  const key = chain.feeds.get(line)
  const cell = chain.cells.get(key ?? '')
  if (!cell) throw notFound()
  const above = returnsAbove(chain, cell.usedBy).filter((node) => node.ref !== line)
  return { node: returnNode(chain, line, cell), above, below: [nodeOfCell(chain, cell)] }
}

/** The same with the statement lines and accounts that its cell stands on, so that an account is one click from the line. */
export async function returnPlaces(chain: Chain, ref: string): Promise<Standing> {
  const place = returnPlace(chain, ref)
  const books = await Promise.all(place.below.map((cell) => cellBelow(chain, cell.ref)))
  return { ...place, below: [...place.below, ...books.flat().filter(({ kind }) => kind !== 'paper')] }
}

const cellAt = (chain: Chain, key: string): ChainCell => {
  const cell = chain.cells.get(key)
  if (!cell) throw new Refusal('paperNoCell', { cell: key })
  return cell
}
export const cellNode = (chain: Chain, key: string): TraceNode => nodeOfCell(chain, cellAt(chain, key))

/** What uses a cell: the return lines it fills, then the cells that read it. */
export function cellAbove(chain: Chain, key: string): TraceNode[] {
  return [...returnsOf(chain, [key]), ...cellNodes(chain, cellAt(chain, key).usedBy)]
}

/** What a cell is made of: cells, statement lines, and the client accounts that it and all cells below it read. */
export async function cellBelow(chain: Chain, key: string): Promise<TraceNode[]> {
  const { children } = cellAt(chain, key)
  const all = closure([key], (next) => chain.cells.get(next)?.children ?? [])
  const statement = await statementsRead(chain, key)
  return [...cellNodes(chain, children), ...statement, ...(await accountsUnder(chain, all))]
}

/** The statement lines that a cell's own formula reads. */
export async function statementsRead(chain: Chain, key: string): Promise<TraceNode[]> {
  const { rows } = await sql<{ id: string }>`select distinct split_part(atom->>'of', ' ', 1) as id from paper_atom
    where generation_id = ${chain.generationId} and cell = ${key} and atom->>'fn' = 'line'`.execute(chain.db)
  return rows.flatMap(({ id }) => statementNode(chain, id))
}

/** A statement line: standard accounts and lines below; above, the lines that sum it and the cells that read it. */
export async function statementPlaces(chain: Chain, id: string): Promise<Standing> {
  const line = chain.statement[id]
  const [node] = statementNode(chain, id)
  if (!line || !node) throw notFound()
  const { rows } = await sql<{ cell: string }>`select distinct cell from paper_atom
    where generation_id = ${chain.generationId} and atom->>'fn' = 'line' and split_part(atom->>'of', ' ', 1) = ${id}`.execute(
    chain.db,
  )
  const sums = Object.entries(chain.statement).filter(([, { lines }]) => lines.includes(id))
  const standards = line.standards.map((key): TraceNode => {
    const name = standardAccount(key)?.name ?? ''
    return { kind: 'standard', ref: key, title: `${key} ${name}`, note: '', amount: null }
  })
  return {
    node,
    above: [
      ...cellNodes(
        chain,
        rows.map(({ cell }) => cell),
      ),
      ...sums.flatMap(([sum]) => statementNode(chain, sum)),
    ],
    below: [...line.lines.flatMap((part) => statementNode(chain, part)), ...standards],
  }
}
