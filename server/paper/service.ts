import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { type paper, PaperSheet } from '#contract/paper.ts'
import { paperPack } from '#facts/facts.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Context, RawContext, Service } from '#server/kernel/service.ts'
import { reachableProject } from '#server/project/reach.ts'
import { billCounts } from '#server/relation/bill-query.ts'
import { asAttachment } from '#server/system/file-service.ts'
import { rowsBehind } from './atom-rows.ts'
import { GENERATE, type GenerateInput } from './generate-job.ts'
import { generationOf, shownGeneration } from './generation-query.ts'
import { listParams, saveParams } from './params.ts'
import { provenanceOf } from './provenance.ts'
import { type BothLanguages, inLanguage, type StoredProvenance, wireCell } from './stored-cell.ts'
import { trace } from './trace.ts'
import { type BoundNote, workbookFile } from './workbook-file.ts'

type Language = Context['language']
const forms = new Map(paperPack.papers.map((one) => [one.id, one.forms]))

const sheetsOf = async (db: Db, generationId: string, language: Language, paperIds: readonly string[] = []) => {
  let query = db.selectFrom('paper').select(['paper_id', 'sheet']).where('generation_id', '=', generationId)
  if (paperIds.length > 0) query = query.where('paper_id', 'in', paperIds)
  const rows = await query.orderBy('sort').execute()
  return rows.map(({ sheet }) =>
    PaperSheet.parse((sheet as { zh: unknown; en: unknown })[language === 'en' ? 'en' : 'zh']),
  )
}

const cellsOf = (db: Db, generationId: string, paperIds: readonly string[] = []) => {
  let query = db
    .selectFrom('paper_cell')
    .select(['paper_id', 'cell', 'status', 'unit', 'value', 'provenance'])
    .where('generation_id', '=', generationId)
  if (paperIds.length > 0) query = query.where('paper_id', 'in', paperIds)
  return query.orderBy('ordinal').execute()
}

export const paperService: Service<typeof paper> = {
  async params(context, { projectId }) {
    const project = await reachableProject(context, projectId)
    return listParams(context.db, project, context.language)
  },

  async saveParams(context, { projectId, params }) {
    const project = await reachableProject(context, projectId, { lock: true })
    const before = await saveParams(context.db, project, params, context.language)
    const saved = await listParams(context.db, project, context.language)
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
      .groupBy(['paper.tenant_id', 'paper.generation_id', 'paper.paper_id'])
      .orderBy('paper.sort')
      .execute()
    return rows.map((row) => ({
      paperId: row.paper_id,
      name: inLanguage(row.name as BothLanguages, language),
      cells: row.cells,
      missing: row.missing,
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

  async download(context, { projectId, paperIds }) {
    const wanted = paperIds.split(',').filter((id) => id !== '')
    const book = await printed(context, projectId, wanted)
    const file = await workbookFile(book)
    const reply: FastifyReply = asAttachment(context.reply, `${book.company}_${book.year}_底稿.xlsx`)
    reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    await reply.send(Buffer.from(file))
  },
}

/** What the file prints, read in one short transaction. */
function printed({ kernel, user, extent, language }: RawContext, projectId: string, wanted: readonly string[]) {
  return kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, async (db) => {
    const project = await reachableProject({ db, user, extent }, projectId)
    const generationId = shownGeneration(project)
    const { enterprise_name: company } = await db
      .selectFrom('firm_enterprise')
      .select('enterprise_name')
      .where('id', '=', project.enterprise_id)
      .executeTakeFirstOrThrow()
    const sheets = await sheetsOf(db, generationId, language, wanted)
    if (sheets.length === 0 || sheets.length < wanted.length) throw notFound()
    const cells = await cellsOf(db, generationId, wanted)
    const notes = new Map(cells.map((cell): [string, BoundNote] => [cell.cell, noteOf(cell, language)]))
    return { title: project.project_name, company, year: project.year, sheets, notes }
  })
}

/** Rows of a table share their column's formula; a note on each would hide the figures. */
function noteOf(
  { cell, status, provenance }: { cell: string; status: string; provenance: unknown },
  language: Language,
): BoundNote {
  const { words } = provenance as StoredProvenance
  return {
    note: cell.includes('@') ? '' : inLanguage(words, language),
    waiting: status === 'missing' || status === 'error',
  }
}
