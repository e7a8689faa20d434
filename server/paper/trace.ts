import type { TraceNode, traceKinds } from '#contract/paper.ts'
import { lineage, type Place } from './lineage.ts'
import { accountAbove, accountBelow, accountNode, standardPlaces, voucherAbove, voucherNode } from './ledger-places.ts'
import { returnRoots } from './chain-nodes.ts'
import { cellAbove, cellBelow, cellNode, returnPlaces, statementPlaces } from './paper-places.ts'

type Step = { node: TraceNode | null; above: TraceNode[]; below: TraceNode[] }

/**
 * One step of the chain 申报表 → 底稿 → 报表 → 标准科目 → 客户科目 → 凭证, both ways, over the generation that shows: what a place is made
 * of, and what uses it. From a return line to a voucher with its attachments are three clicks: the line, an account, the voucher.
 */
export async function trace(place: Place, kind: (typeof traceKinds)[number], ref: string): Promise<Step> {
  const chain = await lineage(place)
  switch (kind) {
    case 'return':
      return ref === '' ? { node: null, above: [], below: returnRoots(chain) } : returnPlaces(chain, ref)
    case 'paper':
      return { node: cellNode(chain, ref), above: cellAbove(chain, ref), below: await cellBelow(chain, ref) }
    case 'statement':
      return statementPlaces(chain, ref)
    case 'standard':
      return standardPlaces(chain, ref)
    case 'account':
      return {
        node: await accountNode(chain, ref),
        above: await accountAbove(chain, ref),
        below: await accountBelow(chain, ref),
      }
    case 'voucher':
      return { node: await voucherNode(chain, ref), above: await voucherAbove(chain, ref), below: [] }
  }
}
