import type { Ledger } from '../ledger/model.ts'
import { acceptAccountAbove, type Relation } from './relation.ts'

/** Something a person should settle before generation. */
export type RelationProblem =
  | { code: 'unmapped'; account: string; balance: boolean }
  | { code: 'doubly_mapped'; account: string }
  | { code: 'low_confidence'; account: string; confidence: number }
  | { code: 'posted_unknown_account'; account: string; lines: number }
  | { code: 'parent_differs'; account: string; parent: string }
  | { code: 'standard_unsure'; confidence: number }
  | { code: 'line_pending'; voucherKey: string; line: number; tag: string }

/**
 * What is not settled: accounts without a standard account or with two, low confidence, entries on accounts the trial
 * balance does not list, a sub-account mapped away from its parent, and voucher lines waiting for a person.
 */
export function relationProblems(relation: Relation, ledger: Ledger): RelationProblem[] {
  const problems: RelationProblem[] = []
  if (relation.standardConfidence < 0.8)
    problems.push({ code: 'standard_unsure', confidence: relation.standardConfidence })
  const mapped = Map.groupBy(relation.accounts, ({ code }) => code)
  const moved = new Set(ledger.journal.accountCodes)
  for (const account of ledger.accounts) {
    const [first, second] = mapped.get(account.code) ?? []
    const used = account.opening !== 0n || account.closing !== 0n || moved.has(account.code)
    if (second !== undefined) problems.push({ code: 'doubly_mapped', account: account.code })
    if (first?.standard == null) {
      if (account.leaf) problems.push({ code: 'unmapped', account: account.code, balance: used })
      continue
    }
    if (first.status === 'pending' && first.confidence < acceptAccountAbove) {
      problems.push({ code: 'low_confidence', account: account.code, confidence: first.confidence })
    }
    const parent = account.parent === null ? undefined : mapped.get(account.parent)?.[0]
    if (parent?.standard != null && parent.standard !== first.standard) {
      problems.push({ code: 'parent_differs', account: account.code, parent: parent.code })
    }
  }
  const unknown = new Map<string, number>()
  for (const index of ledger.journal.account) {
    const code = ledger.journal.accountCodes[index] ?? ''
    if (!mapped.has(code)) unknown.set(code, (unknown.get(code) ?? 0) + 1)
  }
  for (const [account, lines] of unknown) problems.push({ code: 'posted_unknown_account', account, lines })
  for (const { status, voucherKey, line, tag } of relation.lines)
    if (status === 'pending') problems.push({ code: 'line_pending', voucherKey, line, tag })
  return problems
}
