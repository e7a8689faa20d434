import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { paper } from '#contract/paper.ts'
import { paperPack } from '#facts/facts.ts'
import { audit } from '#server/kernel/audit.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { reachableProject } from '#server/project/reach.ts'
import { billCounts } from '#server/relation/bill-query.ts'
import { asAttachment } from '#server/system/file-service.ts'
import { rowsBehind } from './atom-rows.ts'
import { changesOf } from './changes.ts'
import { GENERATE, type GenerateInput } from './generate-job.ts'
import { generationOf, shownGeneration } from './generation-query.ts'
import { queuedGeneration, recalculate } from './recalculate.ts'
import { listParams, saveParams } from './params.ts'
import { cellsOf, printedPapers, sheetsOf } from './printed-papers.ts'
import { provenanceOf } from './provenance.ts'
import { type BothLanguages, inLanguage, wireCell } from './stored-cell.ts'
import { trace } from './trace.ts'
import { workbookFile } from './workbook-file.ts'

const forms = new Map(paperPack.papers.map((one) => [one.id, one.forms]))
const advisory = new Set(paperPack.papers.filter((one) => one.advisory === true).map(({ id }) => id))

export const paperService: Service<typeof paper> = {
  async params(context, { projectId }) {
    const project = await reachableProject(context, projectId)
    return listParams(context.db, project, context.language)
  },

  async saveParams(context, { projectId, params }) {
    const project = await reachableProject(context, projectId, { lock: true })
    const before = await saveParams(context.db, project, params, context.language)
    const saved = await listParams(context.db, project, context.language)
    await recalculate(context, projectId)
    await audit(context, { action: 'saveParams', bizType: 'paper', bizId: projectId, before, after: params })
    return saved
  },

  async generate(context, { projectId }) {
    const { db, user, kernel } = context
    const project = await reachableProject(context, projectId)
    if (!project.dataset_id) throw new Refusal('relationNoDataset')
    if (project.relation_locked_by === '') throw new Refusal('paperNotLocked')
    const { accountsPending, unmapped } = await billCounts(db, projectId, project.dataset_id)
    // a ledger that came after the lock may bring accounts nobody has seen
    if (accountsPending + unmapped > 0)
      throw new Refusal('paperRelationOpen', { count: Math.max(accountsPending, unmapped) })
    // one that an answer queued a moment ago is the same work
    const waiting = await queuedGeneration(db, projectId, user.id)
    if (waiting) return { jobId: waiting }
    const jobId = await kernel.jobs.start(
      db,
      { tenantId: user.tenantId, userId: user.id },
      {
        type: GENERATE,
        title: project.project_name,
        bizType: 'project',
        bizId: projectId,
        input: { projectId } satisfies GenerateInput,
      },
    )
    await audit(context, { action: 'generate', bizType: 'paper', bizId: projectId, after: { jobId } })
    return { jobId }
  },

  async generation(context, { projectId }) {
    return { generation: await generationOf(context.db, await reachableProject(context, projectId)) }
  },

  async list(context, { projectId }) {
    const { db, language } = context
    const { generation_id: generationId } = await reachableProject(context, projectId)
    if (!generationId) return []
    const rows = await db
      .selectFrom('paper')
      .leftJoin('paper_cell', (on) =>
        on
          .onRef('paper_cell.generation_id', '=', 'paper.generation_id')
          .onRef('paper_cell.paper_id', '=', 'paper.paper_id'),
      )
      .select(['paper.paper_id', 'paper.name'])
      .select([
        sql<number>`count(cell)::int`.as('cells'),
        sql<number>`(count(cell) filter (where status = 'missing'))::int`.as('missing'),
        sql<number>`(count(cell) filter (where status = 'error'))::int`.as('errors'),
      ])
      .where('paper.generation_id', '=', generationId)
      .where('paper.called', '=', true)
      .groupBy(['paper.tenant_id', 'paper.generation_id', 'paper.paper_id'])
      .orderBy('paper.sort')
      .execute()
    return rows.map((row) => ({
      paperId: row.paper_id,
      name: inLanguage(row.name as BothLanguages, language),
      cells: row.cells,
      missing: advisory.has(row.paper_id) ? 0 : row.missing,
      errors: row.errors,
      returnForms: [...(forms.get(row.paper_id) ?? [])],
    }))
  },

  async sheet(context, { projectId, paperId }) {
    const { db, language } = context
    const generationId = shownGeneration(await reachableProject(context, projectId))
    const [sheet] = await sheetsOf(db, generationId, language, [paperId])
    if (!sheet) throw notFound()
    const cells = await cellsOf(db, generationId, [paperId])
    return { sheet, cells: cells.map((cell) => wireCell(cell, language)) }
  },

  async workbook(context, { projectId }) {
    const { db, language } = context
    const generationId = shownGeneration(await reachableProject(context, projectId))
    const cells = await cellsOf(db, generationId)
    return {
      generationId,
      sheets: await sheetsOf(db, generationId, language),
      cells: cells.map((cell) => wireCell(cell, language)),
    }
  },

  async provenance(context, { projectId, cell }) {
    const generationId = shownGeneration(await reachableProject(context, projectId))
    return provenanceOf(context.db, generationId, cell, context.language)
  },

  async rows(context, { projectId, cell, atom, ...paging }) {
    const generationId = shownGeneration(await reachableProject(context, projectId))
    return rowsBehind(context.db, { generationId, cell, atom }, paging)
  },

  async trace(context, { projectId, kind, ref }) {
    const generationId = shownGeneration(await reachableProject(context, projectId))
    return trace({ db: context.db, generationId, projectId, language: context.language }, kind, ref)
  },

  async changes(context, { projectId }) {
    return changesOf(context.db, await reachableProject(context, projectId), context.language)
  },

  async download(context, { projectId, paperIds }) {
    const wanted = paperIds.split(',').filter((id) => id !== '')
    const { user, kernel } = context
    const book = await kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, (db) =>
      printedPapers({ ...context, db }, projectId, wanted),
    )
    const file = await workbookFile(book)
    const reply: FastifyReply = asAttachment(context.reply, `${book.company}_${book.year}_底稿.xlsx`)
    reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    await reply.send(Buffer.from(file))
  },
}
