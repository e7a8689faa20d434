import type { z } from 'zod'
import type { proposal, Proposal } from '#contract/proposal.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { type ProjectRow, reachableProject } from '../project/reach.ts'
import { explained } from './explanation.ts'
import { lastYearOf, trivialOf } from './last-year.ts'
import { mappingQuestion, modelMappings, ruleMappings } from './mapping-proposals.ts'
import { modelPoints } from './model-points.ts'
import { paperFacts } from './paper-facts.ts'
import { paperNote } from './paper-note.ts'
import { type Draft, remake, type Scope } from './proposal-store.ts'
import { saidValue } from '../workbook/project-overrides.ts'
import { reviewPoints, type StandingOverride } from './review-points.ts'
import { type Notice, worded } from './worded.ts'

type Asked = z.output<typeof proposal.make.input>
type Made = { proposals: Proposal[]; notice: Notice; noticeText: string }
type Drafted = { drafts: Draft[]; scope: Scope; notice: Notice; noticeText: string }

/** A transaction of the caller's tenant, as a call without one sees it. */
const inTenant = <T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> => {
  const { kernel, user } = context
  const actor = { tenantId: user.tenantId, userId: user.id }
  return kernel.database.inTenant(actor, (db) => work({ ...context, db }))
}

const askerOf = ({ kernel, user, language }: Context, { projectId }: Asked) => ({ kernel, user, language, projectId })

/** Makes proposals of a kind anew: read in one transaction, worded by a model outside any, kept in another. */
export async function makeProposals(context: Context, asked: Asked): Promise<Made> {
  if (asked.kind !== 'mapping' && asked.paperId === '') throw new Refusal('proposalNoPaper')
  if (asked.kind === 'explain' && asked.place === '') throw new Refusal('proposalNoCell')
  const { drafts, scope, notice, noticeText } = await makers[asked.kind](context, asked)
  const proposals = await inTenant(context, async (inside) => {
    // two who ask at once follow each other
    await reachableProject(inside, asked.projectId, { lock: true })
    const open = await remake(inside.db, scope, drafts)
    await audit(inside, {
      action: 'proposal.make',
      bizType: 'project',
      bizId: asked.projectId,
      after: { kind: asked.kind, paperId: asked.paperId, place: asked.place, open: open.length, notice },
    })
    return open
  })
  return { proposals, notice, noticeText }
}

const makers: Record<Asked['kind'], (context: Context, asked: Asked) => Promise<Drafted>> = {
  explain: explainFigure,
  note: draftNote,
  review: findPoints,
  mapping: mapAccounts,
}
const noModel = { text: '', model: '', notice: '' as const, noticeText: '' }

async function explainFigure(context: Context, asked: Asked): Promise<Drafted> {
  const { paperId, place, projectId } = asked
  const { facts, generationId } = await inTenant(context, async (inside) => {
    const project = await reachableProject(inside, projectId)
    const found = await explained(inside.db, project, place, context.language)
    // its comment would stand on a paper that has no such cell
    if (found.paperId !== paperId) throw new Refusal('proposalNoCell')
    return { facts: found, generationId: project.generation_id }
  })
  const said = asked.useModel ? await worded(askerOf(context, asked), 'explain', facts.text) : noModel
  const scope: Scope = { projectId, generationId, kind: 'explain', paperId, place }
  return { drafts: [passage(facts, place, said)], scope, notice: said.notice, noticeText: said.noticeText }
}

async function draftNote(context: Context, asked: Asked): Promise<Drafted> {
  const { paperId, projectId } = asked
  const { facts, generationId } = await inTenant(context, async (inside) => {
    const project = await reachableProject(inside, projectId)
    const paper = await paperFacts(inside.db, project, paperId, context.language)
    return { facts: paperNote(paper, context.language), generationId: paper.generationId }
  })
  const said = asked.useModel ? await worded(askerOf(context, asked), 'note', facts.text) : noModel
  const scope: Scope = { projectId, generationId, kind: 'note', paperId }
  return { drafts: [passage(facts, '', said)], scope, notice: said.notice, noticeText: said.noticeText }
}

type Passage = { subject: string; text: string; evidence: Draft['evidence'] }

/** Facts as a proposal: in a model's words where they hold, else as they stand. */
const passage = (
  { subject, text: plain, evidence }: Passage,
  place: string,
  { text, model }: { text: string; model: string },
): Draft => ({
  subject,
  evidence,
  place,
  text: text || plain,
  origin: text === '' ? 'rule' : 'model',
  model,
  rule: '',
  weight: 2,
})

async function findPoints(context: Context, asked: Asked): Promise<Drafted> {
  const { paperId, projectId } = asked
  const { language, user } = context
  const { facts, points } = await inTenant(context, async (inside) => {
    const project = await reachableProject(inside, projectId)
    const paper = await paperFacts(inside.db, project, paperId, language)
    const grounds = {
      facts: paper,
      overrides: await overridesOn(inside, project, paperId),
      lastYear: await lastYearOf({ db: inside.db, user, language }, project, paperId),
      trivial: await trivialOf(inside.db, paper.generationId),
    }
    return { facts: paper, points: reviewPoints(grounds, language) }
  })
  const seen = asked.useModel
    ? await modelPoints(askerOf(context, asked), facts, points)
    : { points: [], model: '', notice: '' as const, noticeText: '' }
  const drafts = [
    ...points.map((point): Draft => Object.assign(point, { origin: 'rule' as const, model: '' })),
    ...seen.points.map((point): Draft => Object.assign(point, { origin: 'model' as const, model: seen.model })),
  ]
  const scope: Scope = { projectId, generationId: facts.generationId, kind: 'review', paperId }
  return { drafts, scope, notice: seen.notice, noticeText: seen.noticeText }
}

async function overridesOn({ db }: Context, project: ProjectRow, paperId: string): Promise<StandingOverride[]> {
  const rows = await db
    .selectFrom('paper_override')
    .select(['cell', 'unit', 'value', 'reason', 'evidence', 'file_id'])
    .where('project_id', '=', project.id)
    .where('paper_id', '=', paperId)
    .where('withdrawn_time', 'is', null)
    .orderBy('cell')
    .execute()
  return rows.map(({ cell, unit, value, reason, evidence, file_id: file }) => ({
    cell,
    value: saidValue(unit, value),
    reason,
    evidence,
    hasFile: file !== null,
  }))
}

async function mapAccounts(context: Context, asked: Asked): Promise<Drafted> {
  const { projectId } = asked
  const { project, drafts, question } = await inTenant(context, async (inside) => {
    const found = await reachableProject(inside, projectId)
    return {
      project: found,
      question: await mappingQuestion(inside.db, found),
      drafts: await ruleMappings(inside, found),
    }
  })
  const scope: Scope = { projectId, generationId: null, kind: 'mapping', paperId: '' }
  if (!question || !asked.useModel) return { drafts, scope, notice: '', noticeText: '' }
  const said = await modelMappings(askerOf(context, asked), project, question)
  return { drafts: [...said.drafts, ...drafts], scope, notice: said.notice, noticeText: said.noticeText }
}
