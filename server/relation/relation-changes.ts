import { sql } from 'kysely'
import type { relation, RelationState } from '#contract/relation.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { type ProjectRow, reachableProject } from '#server/project/reach.ts'
import { recalculate } from '#server/paper/recalculate.ts'
import { modelFaults } from '../model/model-fault.ts'
import { addAdvice, questionOf } from './advise.ts'
import { billCounts, billState } from './bill-query.ts'
import { decideAccounts, decideLines } from './decide.ts'
import { billGaps } from './gaps.ts'
import { adviceOf, hasAdvisor } from './mapping-advisor.ts'
import { PROPOSE, proposalUnderWay } from './proposal-under-way.ts'
import { bumpBill } from './propose-job.ts'
import { standardOfBooks } from './standard.ts'
import { undoStep } from './steps.ts'

export async function stateOf(
  { db, language, kernel, user }: Pick<Context, 'db' | 'language' | 'kernel' | 'user'>,
  project: ProjectRow,
): Promise<RelationState> {
  const advisor = await hasAdvisor(kernel, { tenantId: user.tenantId, userId: user.id }, db)
  return billState(db, project, { language, advisor })
}

/** The project, held until the transaction ends, with its bill open for change. */
async function openBill(context: Context, projectId: string) {
  const project = await reachableProject(context, projectId, { lock: true })
  if (!project.dataset_id) throw new Refusal('relationNoDataset')
  if (project.relation_locked_by !== '') throw new Refusal('relationLocked')
  return { project, datasetId: project.dataset_id }
}

const bump = ({ db }: Context, projectId: string) => bumpBill(db, projectId)

/** Has a proposal made; who asks while one is under way gets that. */
async function proposeAnew({ db, user, kernel }: Context, project: ProjectRow, datasetId: string) {
  const { id: projectId, project_name: title } = project
  const underWay = await proposalUnderWay(db, projectId)
  if (underWay !== '') return { jobId: underWay }
  const actor = { tenantId: user.tenantId, userId: user.id }
  const input = { projectId, datasetId }
  return {
    jobId: await kernel.jobs.start(db, actor, { type: PROPOSE, title, bizType: 'project', bizId: projectId, input }),
  }
}

type Changes = Pick<
  Service<typeof relation>,
  'propose' | 'chooseStandard' | 'decideAccounts' | 'decideLines' | 'undo' | 'advise' | 'lock' | 'unlock'
>

/** All that changes a relation bill. */
export const relationChanges: Changes = {
  async propose(context, { projectId }) {
    const { project, datasetId } = await openBill(context, projectId)
    return proposeAnew(context, project, datasetId)
  },

  async chooseStandard(context, { projectId, standard, reason }) {
    const { db } = context
    const { datasetId } = await openBill(context, projectId)
    // one under way would propose by the other standard
    if ((await proposalUnderWay(db, projectId)) !== '') throw new Refusal('relationProposing')
    const before = await standardOfBooks(db, projectId, datasetId)
    await sql`insert into relation_standard (project_id, standard, reason) values (${projectId}, ${standard}, ${reason})
      on conflict (tenant_id, project_id) do update set standard = excluded.standard, reason = excluded.reason,
        decided_by = current_actor(), decided_time = now()`.execute(db)
    const started = await proposeAnew(context, await bump(context, projectId), datasetId)
    await audit(context, {
      action: 'chooseStandard',
      bizType: 'relation',
      bizId: projectId,
      before: { standard: before.standard, numbering: before.numbering },
      after: { standard, reason },
    })
    return started
  },

  async decideAccounts(context, { projectId, accounts }) {
    const { datasetId } = await openBill(context, projectId)
    const { before, after } = await decideAccounts({ db: context.db, projectId, datasetId }, accounts)
    const state = await stateOf(context, await bump(context, projectId))
    await audit(context, { action: 'decideAccounts', bizType: 'relation', bizId: projectId, before, after })
    return state
  },

  async decideLines(context, { projectId, lines }) {
    const { datasetId } = await openBill(context, projectId)
    const { before, after } = await decideLines({ db: context.db, projectId, datasetId }, lines)
    const state = await stateOf(context, await bump(context, projectId))
    await audit(context, { action: 'decideLines', bizType: 'relation', bizId: projectId, before, after })
    return state
  },

  async undo(context, { projectId }) {
    await openBill(context, projectId)
    const step = await undoStep(context.db, projectId)
    if (!step) throw new Refusal('relationNothingToUndo')
    const state = await stateOf(context, await bump(context, projectId))
    const after = { kind: step.kind, keys: step.keys, rows: step.rows }
    await audit(context, { action: 'undoDecision', bizType: 'relation', bizId: projectId, after })
    return state
  },

  async advise(context, { projectId }) {
    const { kernel, user } = context
    const actor = { tenantId: user.tenantId, userId: user.id }
    const question = await kernel.database.inTenant(actor, async (db) => {
      const { datasetId } = await openBill({ ...context, db }, projectId)
      if (!(await hasAdvisor(kernel, actor, db))) throw new Refusal('relationNoAdvisor')
      return questionOf(db, projectId, datasetId)
    })
    if (question.accounts.length === 0) return { asked: 0, answered: 0 }
    const { accounts, choices } = question
    const { model, advice } = await adviceOf(kernel, actor, { projectId, accounts, choices }).catch(
      (error: unknown) => {
        // what the firm can do something about is said as it is: its tokens are used up, an identity would have left
        if (error instanceof Refusal && !modelFaults.some((fault) => fault === error.key)) throw error
        // what a model answered may hold anything: the log gets the kind of failure only
        const failure = error instanceof Refusal ? error.key : error instanceof Error ? error.name : 'unknown'
        kernel.log.warn({ trace: context.trace, failure }, 'the mapping model failed')
        throw new Refusal('relationAdvisorFailed')
      },
    )
    const answered = await kernel.database.inTenant(actor, async (db) => {
      const inside = { ...context, db }
      await openBill(inside, projectId)
      const told = await addAdvice(db, { projectId, model }, question, advice)
      const after = { model, asked: question.accounts.length, answered: advice.length }
      await audit(inside, { action: 'advise', bizType: 'relation', bizId: projectId, after })
      return told
    })
    return { asked: question.accounts.length, answered }
  },

  async lock(context, { projectId }) {
    const { db, language } = context
    const { datasetId } = await openBill(context, projectId)
    const { accountsPending, unmapped, linesPending, accounts } = await billCounts(db, projectId, datasetId)
    if (accountsPending + unmapped + linesPending > 0 || accounts === 0) {
      throw new Refusal('relationOpen', { accounts: accountsPending, unmapped, lines: linesPending })
    }
    const { standard, sure } = await standardOfBooks(db, projectId, datasetId)
    if (!sure) throw new Refusal('relationStandardOpen')
    const { gaps } = await billGaps(db, { projectId, datasetId, standard }, language)
    // a detail may be a person's exception from its parent; money in no line or in two may not
    const open = gaps.filter(({ kind }) => kind !== 'strays')
    if (open.length > 0) {
      const codes = open.slice(0, 5).map(({ code }) => code)
      throw new Refusal('relationNotPlaced', { count: open.length, codes: codes.join('、') })
    }
    const state = await lockedBy(context, projectId, context.user.id)
    // papers made before the bill was opened again follow it
    await recalculate(context, projectId)
    return state
  },

  async unlock(context, { projectId }) {
    const project = await reachableProject(context, projectId, { lock: true })
    if (project.relation_locked_by === '') throw new Refusal('relationNotLocked')
    return lockedBy(context, projectId, '')
  },
}

async function lockedBy(context: Context, projectId: string, userId: string) {
  const project = await context.db
    .updateTable('firm_project')
    .set({ relation_locked_by: userId, relation_locked_time: userId === '' ? null : sql<Date>`now()` })
    .where('id', '=', projectId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const state = await stateOf(context, project)
  const action = userId === '' ? 'unlock' : 'lock'
  await audit(context, { action, bizType: 'relation', bizId: projectId, after: { version: state.version } })
  return state
}
