import { answersTo, type LedgerIndex } from '../binding/ledger-index.ts'
import type { Entry } from './entry.ts'
import type { Paper, RowSource } from './paper.ts'

/** The register in which a person calls for papers by their index number, or says that one is not needed. */
export const CALLED = 'called_papers'

/**
 * Papers on demand (按需底稿) stand where the books or a person ask for them, so that a client without research has no
 * empty paper on it. A person's word counts before the books', what was entered in the paper counts before both.
 */
export function isCalled(
  paper: Pick<Paper, 'id' | 'blocks' | 'calledBy'>,
  index: LedgerIndex,
  entries: Readonly<Record<string, readonly Entry[]>>,
): boolean {
  const { calledBy } = paper
  if (!calledBy) return true
  const registers = paper.blocks.flatMap((block) => (block.kind === 'table' ? registerOf(block.rows) : []))
  if (registers.some((register) => (entries[register]?.length ?? 0) > 0)) return true
  const asked = entries[CALLED]?.find(({ key }) => key === paper.id)
  if (asked) return asked.values['call'] !== 'false'
  if (calledBy.accounts.some((key) => index.leaves.get(key)?.some(({ account }) => moves(account)))) return true
  const groups = calledBy.tags.length === 0 ? [] : [...index.groups.values()].flat()
  return (
    calledBy.tags.some((tag) => groups.some((group) => answersTo(index, group, tag))) ||
    calledBy.assets.some((kind) => index.ledger.assets.some((asset) => asset.kind === kind))
  )
}

const registerOf = (source: RowSource): string[] =>
  source.from === 'entries' || source.from === 'assets' ? [source.register] : []

const moves = ({ opening, debit, credit, closing }: Record<'opening' | 'debit' | 'credit' | 'closing', bigint>) =>
  [opening, debit, credit, closing].some((amount) => amount !== 0n)
