import { sql } from 'kysely'
import type { proposal, ProposalKind } from '#contract/proposal.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one, page, type Service } from '#server/kernel/service.ts'
import { openModels } from '../model/model-port.ts'
import { reachableProject } from '../project/reach.ts'
import { makeProposals } from './make-proposals.ts'
import { type ProposalRow, proposals, shownProposal } from './proposal-store.ts'
import { writeAccepted } from './write-accepted.ts'

const columns = {
  state: 'proposal.state',
  kind: 'proposal.kind',
  origin: 'proposal.origin',
  createTime: 'proposal.create_time',
}

/** An open proposal, held until the transaction ends, if its project is in reach; who was faster is named. */
async function openProposal(context: Context, id: string): Promise<ProposalRow> {
  const { db } = context
  const row = one(await db.selectFrom('proposal').selectAll().where('id', '=', id).execute())
  // the project first, as whoever makes proposals locks it first
  await reachableProject(context, row.project_id, { lock: true })
  const now = one(await db.selectFrom('proposal').selectAll().where('id', '=', id).forUpdate().execute())
  if (now.state === 'outdated') throw new Refusal('proposalOutdated')
  if (now.state !== 'open') {
    const { decider } = one(await proposals(db).where('proposal.id', '=', id).execute())
    throw new Refusal('proposalDecided', { name: decider ?? '' })
  }
  return now
}

async function outdateOthers({ db }: Context, { id, project_id: projectId, place }: ProposalRow): Promise<void> {
  await db
    .updateTable('proposal')
    .set({ state: 'outdated', decided_time: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('kind', '=', 'mapping')
    .where('place', '=', place)
    .where('state', '=', 'open')
    .where('id', '<>', id)
    .execute()
}

const shownById = async ({ db }: Context, id: string) =>
  shownProposal(one(await proposals(db).where('proposal.id', '=', id).execute()))

/** How many stand in a state. */
const counted = (state: string) => sql<number>`(count(*) filter (where state = ${state}))::int`

export const proposalService: Service<typeof proposal> = {
  make: makeProposals,

  async list(context, { projectId, paperId, place, ...paging }) {
    await reachableProject(context, projectId)
    let query = proposals(context.db).where('proposal.project_id', '=', projectId)
    if (paperId !== undefined) query = query.where('proposal.paper_id', '=', paperId)
    if (place !== undefined) query = query.where('proposal.place', '=', place)
    const order = ["(proposal.state = 'open') desc", 'weight', 'proposal.create_time desc', 'proposal.id']
    const found = await page(query, paging, columns, order)
    return { ...found, records: found.records.map(shownProposal) }
  },

  async decide(context, { id, accept, text, reason, baseRev }) {
    const { db, user } = context
    const row = await openProposal(context, id)
    // what an account is mapped to is not said in words
    const final = row.kind === 'mapping' ? row.text : (text ?? row.text)
    const edited = final !== row.text
    const written = accept ? await writeAccepted(context, row, { text: final, baseRev }) : undefined
    const state = accept ? (edited ? 'edited' : 'accepted') : 'rejected'
    await db
      .updateTable('proposal')
      .set({
        state,
        reason: accept ? '' : reason,
        final_text: accept && edited ? final : '',
        written: written ? JSON.stringify(written) : null,
        decided_user: user.id,
        decided_time: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute()
    // the account is mapped: what else was proposed for it is out of date
    if (accept && row.kind === 'mapping') await outdateOthers(context, row)
    await audit(context, {
      action: `proposal.${state}`,
      bizType: 'project',
      bizId: row.project_id,
      before: { kind: row.kind, paperId: row.paper_id, place: row.place, text: row.text, origin: row.origin },
      after: accept ? { text: final, written } : { reason },
    })
    return shownById(context, id)
  },

  async summary(context, { projectId }) {
    const { db, user, kernel } = context
    await reachableProject(context, projectId)
    const rows = await db
      .selectFrom('proposal')
      .select(['kind', 'origin'])
      .select([
        counted('open').as('open'),
        counted('accepted').as('accepted'),
        counted('edited').as('edited'),
        counted('rejected').as('rejected'),
      ])
      .where('project_id', '=', projectId)
      .groupBy(['kind', 'origin'])
      .orderBy('kind')
      .orderBy('origin')
      .execute()
    const actor = { tenantId: user.tenantId, userId: user.id }
    return { hasModel: await openModels(kernel).has(actor, 'propose', db), rows: rows.map(named) }
  },

  async totals({ db }) {
    const rows = await db
      .selectFrom('proposal')
      .select(['kind', 'origin'])
      .select([
        sql<number>`count(*)::int`.as('made'),
        counted('accepted').as('accepted'),
        counted('edited').as('edited'),
        counted('rejected').as('rejected'),
        sql<number>`count(distinct project_id)::int`.as('projects'),
      ])
      .groupBy(['kind', 'origin'])
      .orderBy('kind')
      .orderBy('origin')
      .execute()
    return rows.map(named)
  },
}

const named = <T extends { kind: string; origin: string }>(row: T) =>
  Object.assign(row, { kind: row.kind as ProposalKind, origin: row.origin as 'rule' | 'model' })
