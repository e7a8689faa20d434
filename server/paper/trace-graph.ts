import { sql } from 'kysely'
import type { z } from 'zod'
import type { TraceNode } from '#contract/paper.ts'
import type { GraphEdge, GraphNode, trace as contract } from '#contract/trace.ts'
import { yuan } from '#engine/money.ts'
import { amountsRead, readersOf } from './account-readers.ts'
import { cellNodes, returnsOf } from './chain-nodes.ts'
import { accountBelow, accountNode, accountsUnder, standardPlaces, voucherLines, voucherNode } from './ledger-places.ts'
import type { Chain } from './lineage.ts'
import { cellNode, returnPlace, statementPlaces, statementsRead } from './paper-places.ts'

type Graph = z.input<typeof contract.graph.output>
type Start = { kind: TraceNode['kind']; ref: string; up: number; down: number }
/** Drawn beside one place on one side; the rest is a number. */
const MOST_BESIDE = 8
const MOST_DRAWN = 80

const idOf = ({ kind, ref }: Pick<TraceNode, 'kind' | 'ref'>) => `${kind}|${ref}`

type Side = 'above' | 'below'
type Drawing = {
  chain: Chain
  /** The voucher one looks up from: then only what its own lines went into is drawn. */
  voucher: string | undefined
  nodes: Map<string, GraphNode>
  edges: Map<string, GraphEdge>
  more: Map<string, { id: string; above: number; below: number }>
}

/** The chain around a place: what it is directly made of on one side, what directly uses it on the other, the largest amounts first. */
export async function traceGraph(chain: Chain, { kind, ref, up, down }: Start): Promise<Graph> {
  const start = await nodeAt(chain, kind, ref)
  const drawing: Drawing = {
    chain,
    voucher: kind === 'voucher' ? ref : undefined,
    nodes: new Map([[idOf(start), { ...start, id: idOf(start), column: 0 }]]),
    edges: new Map(),
    more: new Map(),
  }
  await walk(drawing, 'below', down)
  await walk(drawing, 'above', up)
  return { nodes: [...drawing.nodes.values()], edges: [...drawing.edges.values()], more: [...drawing.more.values()] }
}

/** Draws a side of the start, column by column. */
async function walk(drawing: Drawing, side: Side, depth: number): Promise<void> {
  let rim = [...drawing.nodes.values()].filter(({ column }) => column === 0)
  for (let step = 1; step <= depth; step += 1) {
    const next: GraphNode[] = []
    for (const from of rim)
      next.push(...(await drawBeside(drawing, from, { side, column: side === 'above' ? -step : step })))
    rim = next
  }
}

/** Draws what stands beside one place; answers the places that were not there yet. */
async function drawBeside(
  drawing: Drawing,
  from: GraphNode,
  { side, column }: { side: Side; column: number },
): Promise<GraphNode[]> {
  const { chain, voucher, nodes, edges, more } = drawing
  const beside = side === 'above' ? await above(chain, from, voucher) : await below(chain, from)
  const free = MOST_DRAWN - nodes.size
  // from a voucher up the smallest figures are the closest to it
  const closest = side === 'above' && voucher !== undefined && from.kind === 'account'
  const chosen = closest ? smallest(beside) : largest(beside)
  const fresh = chosen.filter((node) => !nodes.has(idOf(node)))
  const drawn = chosen.filter((node) => nodes.has(idOf(node)) || fresh.indexOf(node) < free)
  const cells = drawn.filter(({ kind }) => kind === 'paper').map(({ ref }) => ref)
  const read =
    side === 'above' && from.kind === 'account'
      ? await amountsRead(chain, cells, { code: from.ref, voucher })
      : undefined
  const added: GraphNode[] = []
  for (const node of drawn) {
    const id = idOf(node)
    if (!nodes.has(id)) {
      const placed = { ...node, id, column }
      nodes.set(id, placed)
      added.push(placed)
    }
    const amount = side === 'below' || from.kind === 'voucher' ? node.amount : from.amount
    const goes = read && node.kind === 'paper' ? (read.get(node.ref) ?? null) : amount
    const ends = side === 'above' ? { from: id, to: from.id } : { from: from.id, to: id }
    edges.set(`${ends.from}>${ends.to}`, { ...ends, amount: goes })
  }
  const left = beside.length - drawn.length
  if (left > 0) more.set(from.id, { ...(more.get(from.id) ?? { id: from.id, above: 0, below: 0 }), [side]: left })
  return added
}

const size = ({ amount }: TraceNode) => (amount === null ? 0n : abs(BigInt(amount.replace('.', ''))))
const abs = (value: bigint) => (value < 0n ? -value : value)

/** The largest, in the order they came. */
function largest(nodes: readonly TraceNode[]): TraceNode[] {
  const kept = new Set(
    nodes.toSorted((a, b) => (size(b) > size(a) ? 1 : size(b) < size(a) ? -1 : 0)).slice(0, MOST_BESIDE),
  )
  return nodes.filter((node) => kept.has(node))
}

/** The smallest that are something, in the order they came. */
function smallest(nodes: readonly TraceNode[]): TraceNode[] {
  const filled = nodes.filter((node) => size(node) !== 0n)
  const kept = new Set(
    filled.toSorted((a, b) => (size(a) > size(b) ? 1 : size(a) < size(b) ? -1 : 0)).slice(0, MOST_BESIDE),
  )
  return nodes.filter((node) => kept.has(node))
}

async function nodeAt(chain: Chain, kind: TraceNode['kind'], ref: string): Promise<TraceNode> {
  switch (kind) {
    case 'return':
      return returnPlace(chain, ref).node
    case 'paper':
      return cellNode(chain, ref)
    case 'statement':
      return (await statementPlaces(chain, ref)).node
    case 'standard':
      return (await standardPlaces(chain, ref)).node
    case 'account':
      return accountNode(chain, ref)
    case 'voucher':
      return voucherNode(chain, ref)
  }
}

/** What a place is made of, one step: of a cell only what its own formula reads. */
async function below(chain: Chain, { kind, ref }: TraceNode): Promise<TraceNode[]> {
  switch (kind) {
    case 'return':
      return returnPlace(chain, ref).below
    case 'paper': {
      const cells = cellNodes(chain, chain.cells.get(ref)?.children ?? [])
      return [...cells, ...(await statementsRead(chain, ref)), ...(await accountsUnder(chain, [ref]))]
    }
    case 'statement':
      return (await statementPlaces(chain, ref)).below
    case 'standard':
      return (await standardPlaces(chain, ref)).below
    case 'account':
      return accountBelow(chain, ref)
    case 'voucher':
      return []
  }
}

/** What uses a place, one step. */
async function above(chain: Chain, { kind, ref }: TraceNode, voucher: string | undefined): Promise<TraceNode[]> {
  switch (kind) {
    case 'return':
      return []
    case 'paper':
      return [...returnsOf(chain, [ref]), ...cellNodes(chain, chain.cells.get(ref)?.usedBy ?? [])]
    case 'statement':
      return (await statementPlaces(chain, ref)).above
    case 'standard':
      return (await standardPlaces(chain, ref)).above
    case 'account':
      return readersOf(chain, ref, voucher)
    case 'voucher':
      return postedAccounts(chain, ref)
  }
}

/** The accounts a voucher posted, each with what it was posted, debit positive. */
async function postedAccounts(chain: Chain, key: string): Promise<TraceNode[]> {
  const lines = await voucherLines(chain, key)
  const { rows } = await sql<{ code: string; name: string; amount: bigint }>`
    select l.account as code, coalesce(max(a.full_name), '') as name, sum(l.debit - l.credit)::bigint as amount
    from ledger_line l left join ledger_account a
      on a.dataset_id = l.dataset_id and a.period = 'current' and a.code = l.account
    where l.dataset_id = ${chain.datasetId} and l.ordinal = any(${lines.map(({ ordinal }) => ordinal)}::int[])
    group by l.account order by l.account`.execute(chain.db)
  const note = chain.language === 'en' ? 'posted by the voucher' : '凭证记入'
  return rows.map(({ code, name, amount }) => ({
    kind: 'account',
    ref: code,
    title: `${code} ${name}`,
    note,
    amount: yuan(amount),
  }))
}
