import { type TraceNode, traceKinds } from '#contract/paper.ts'

type Step = { node: TraceNode | null; above: TraceNode[]; below: TraceNode[] }
export type ChainColumn = {
  kind: TraceNode['kind']
  above: TraceNode[]
  here: TraceNode | null
  below: TraceNode[]
}

/** A step of the chain laid out by kind, from the return on the left to the voucher on the right; `needle` narrows what is listed. */
export function chainColumns({ node, above, below }: Step, needle: string): ChainColumn[] {
  const wanted = needle.trim().toLowerCase()
  const found = ({ title, note, ref }: TraceNode) =>
    wanted === '' || `${title} ${note} ${ref}`.toLowerCase().includes(wanted)
  const of = (nodes: TraceNode[], kind: TraceNode['kind']) => nodes.filter((one) => one.kind === kind && found(one))
  return traceKinds.map((kind) => ({
    kind,
    above: of(above, kind),
    here: node?.kind === kind ? node : null,
    below: of(below, kind),
  }))
}

/** The path after a step to a node: going back along it cuts what came after. */
export function stepTo(path: TraceNode[], next: TraceNode): TraceNode[] {
  const at = path.findIndex(({ kind, ref }) => kind === next.kind && ref === next.ref)
  return at >= 0 ? [...path.slice(0, at), next] : [...path, next]
}
