import { type Selectable, sql } from 'kysely'
import type { Proposal, ProposalKind, ProposalState, ReviewRule } from '#contract/proposal.ts'
import type { Source } from '#contract/tool-source.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Proposal as ProposalTable } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

/** What an accepted proposal writes besides its text: the accounts of a mapping and their standard account. */
export type Wants = { accounts?: string[]; standard?: string }
export type Draft = {
  place: string
  subject: string
  text: string
  evidence: readonly Source[]
  origin: 'rule' | 'model'
  model: string
  rule: ReviewRule | ''
  weight: number
  wants?: Wants
}
/** Where proposals are made anew: those of a kind in a project, a paper of it, a cell of that. */
export type Scope = {
  projectId: string
  generationId: string | null
  kind: ProposalKind
  paperId: string
  /** Only those on this cell; without it on all. */
  place?: string
}
export type ProposalRow = Selectable<ProposalTable>

/** Rows as a list shows them. */
export const proposals = (db: Db) =>
  db
    .selectFrom('proposal')
    .selectAll('proposal')
    .select([
      sql<string | null>`person_name(proposal.create_user)`.as('maker'),
      sql<string | null>`person_name(proposal.decided_user)`.as('decider'),
    ])
type ShownRow = Awaited<ReturnType<ReturnType<typeof proposals>['execute']>>[number]

export const shownProposal = (row: ShownRow): Proposal => ({
  id: row.id,
  kind: row.kind as ProposalKind,
  paperId: row.paper_id,
  place: row.kind === 'mapping' ? '' : row.place,
  subject: row.subject,
  text: row.text,
  finalText: row.final_text,
  evidence: row.evidence as Source[],
  origin: row.origin as Proposal['origin'],
  model: row.model,
  rule: row.rule,
  weight: row.weight,
  state: row.state as ProposalState,
  reason: row.reason,
  createUserName: row.maker ?? '',
  createTime: wallTime(row.create_time),
  decidedUserName: row.decider ?? '',
  decidedTime: row.decided_time ? wallTime(row.decided_time) : '',
})

const keyOf = ({ rule, place, text }: { rule: string; place: string; text: string }) => `${rule}\n${place}\n${text}`

/** Kinds whose decided proposals do not come back as they were. */
const once: ReadonlySet<ProposalKind> = new Set(['review', 'mapping'])

/**
 * Puts drafts in the place of the open proposals of a scope: one that says the same stays and speaks of the newest figures, the others become outdated.
 * A point or a mapping that somebody decided already is not proposed again in the same words. Answers what is open then.
 */
export async function remake(db: Db, scope: Scope, drafts: readonly Draft[]): Promise<Proposal[]> {
  const { projectId, generationId, kind, paperId, place } = scope
  let query = db
    .selectFrom('proposal')
    .select(['id', 'rule', 'place', 'text', 'state'])
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('paper_id', '=', paperId)
    .where('state', '<>', 'outdated')
  if (place !== undefined) query = query.where('place', '=', place)
  const known = await query.execute()
  const standing = new Map(known.filter(({ state }) => state === 'open').map((row) => [keyOf(row), row.id]))
  const decided = new Set(once.has(kind) ? known.filter(({ state }) => state !== 'open').map(keyOf) : [])
  const fresh = [...new Map(drafts.map((draft) => [keyOf(draft), draft])).values()]
  const kept = new Set(fresh.map((draft) => standing.get(keyOf(draft))))
  const still = [...kept].filter((id) => id !== undefined)
  if (still.length > 0)
    await db.updateTable('proposal').set({ generation_id: generationId }).where('id', 'in', still).execute()
  const gone = [...standing.values()].filter((id) => !kept.has(id))
  if (gone.length > 0)
    await db
      .updateTable('proposal')
      .set({ state: 'outdated', decided_time: sql<Date>`now()` })
      .where('id', 'in', gone)
      .execute()
  const added = fresh.filter((draft) => !standing.has(keyOf(draft)) && !decided.has(keyOf(draft)))
  if (added.length > 0)
    await db
      .insertInto('proposal')
      .values(
        added.map(({ evidence, wants = {}, ...draft }) =>
          Object.assign(draft, {
            project_id: projectId,
            generation_id: generationId,
            kind,
            paper_id: paperId,
            evidence: JSON.stringify(evidence),
            wants: JSON.stringify(wants),
          }),
        ),
      )
      .execute()
  let open = proposals(db)
    .where('proposal.project_id', '=', projectId)
    .where('proposal.kind', '=', kind)
    .where('proposal.paper_id', '=', paperId)
    .where('proposal.state', '=', 'open')
  if (place !== undefined) open = open.where('proposal.place', '=', place)
  const rows = await open.orderBy('proposal.weight').orderBy('proposal.id').execute()
  return rows.map(shownProposal)
}
