import { sql } from 'kysely'
import type { z } from 'zod'
import type { Paging } from '#contract/endpoint.ts'
import type { Override } from '#contract/workbook.ts'
import { fenOf } from '#engine/money.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, page } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { shownGeneration } from '#server/paper/generation-query.ts'
import { recalculate } from '#server/paper/recalculate.ts'
import { type BothLanguages, inLanguage, type StoredProvenance } from '#server/paper/stored-cell.ts'
import { type ProjectRow, reachableProject } from '#server/project/reach.ts'
import { recordChanges } from './cell-history.ts'
import { OVERRIDE_FILE } from './override-file.ts'
import { saidValue } from './project-overrides.ts'

type Decision = { cell: string; value: string; reason: string; evidence: string; fileId?: string | undefined }

const wanted = {
  money: { zh: '金额，最多两位小数', en: 'an amount with at most two decimals' },
  rate: { zh: '比率，如 0.25 或 25%', en: 'a rate such as 0.25 or 25%' },
  number: { zh: '数字', en: 'a number' },
  count: { zh: '数量', en: 'a count' },
  boolean: { zh: '是或否', en: 'yes or no' },
  text: { zh: '文字', en: 'words' },
} as const
const shapes: Record<keyof typeof wanted, RegExp> = {
  money: /^-?\d{1,15}(\.\d{1,2})?$/,
  rate: /^-?\d{1,12}(\.\d{1,12})?$/,
  number: /^-?\d{1,15}(\.\d{1,12})?$/,
  count: /^\d{1,15}(\.\d{1,6})?$/,
  boolean: /^(?:true|false)$/,
  text: /^[\s\S]{1,4000}$/,
}

/** A typed value as it is stored: fen for money. Undefined if it is not of this unit. */
function storedDecision(unit: string, value: string): string | undefined {
  const known = unit in shapes ? (unit as keyof typeof shapes) : 'text'
  if (!shapes[known].test(value)) return undefined
  return known === 'money' ? fenOf(value)?.toString() : value
}

async function cellOf(db: Db, project: ProjectRow, cell: string) {
  const row = await db
    .selectFrom('paper_cell')
    .select(['paper_id', 'unit', 'value', 'status', 'provenance'])
    .where('generation_id', '=', shownGeneration(project))
    .where('cell', '=', cell)
    .executeTakeFirst()
  if (!row) throw new Refusal('overrideNoCell', { cell })
  return row
}

/** Ends the decision that stands on a cell; answers what it said, undefined if there is none. */
async function ended(
  context: Context,
  at: { projectId: string; cell: string },
  how: { reason: string; replaced: boolean },
) {
  return context.db
    .updateTable('paper_override')
    .set({
      withdrawn_user: context.user.id,
      withdrawn_time: sql`now()`,
      withdrawn_reason: how.reason,
      replaced: how.replaced,
    })
    .where('project_id', '=', at.projectId)
    .where('cell', '=', at.cell)
    .where('withdrawn_time', 'is', null)
    .returning(['paper_id', 'unit', 'value', 'calculated'])
    .executeTakeFirst()
}

/** Decides a cell against its formula. The papers show it once they are computed anew; the job is answered. */
export async function setOverride(context: Context, projectId: string, given: Decision) {
  const { db, language } = context
  const { cell, reason, evidence, fileId } = given
  const project = await reachableProject(context, projectId, { lock: true })
  const { paper_id: paperId, unit, value, status, provenance } = await cellOf(db, project, cell)
  const { label, calculated } = provenance as StoredProvenance
  const decided = storedDecision(unit, given.value)
  if (decided === undefined) {
    const kind = wanted[unit in wanted ? (unit as keyof typeof wanted) : 'text']
    throw new Refusal('overrideBadValue', {
      label: inLanguage(label, language),
      value: given.value.slice(0, 40),
      wanted: inLanguage(kind, language),
    })
  }
  if (evidence === '' && fileId === undefined) throw new Refusal('overrideNoEvidence')
  if (fileId !== undefined) await checkFile(db, projectId, fileId)
  const before = await ended(context, { projectId, cell }, { reason: '', replaced: true })
  const gave = status === 'overridden' ? (calculated ?? null) : value
  const { id } = await db
    .insertInto('paper_override')
    .values({
      project_id: projectId,
      paper_id: paperId,
      cell,
      label: JSON.stringify(label),
      unit,
      calculated: gave,
      value: decided,
      reason,
      evidence,
      ...(fileId !== undefined && { file_id: fileId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stood = before ? before.value : value
  const after = saidValue(unit, decided)
  await recordChanges(db, [
    {
      project_id: projectId,
      paper_id: paperId,
      place: cell,
      via: 'override',
      before: stood === null ? null : saidValue(unit, stood),
      after,
      note: reason,
    },
  ])
  const jobId = await recalculate(context, projectId)
  await audit(context, {
    action: 'override',
    bizType: 'paper',
    bizId: projectId,
    before: { cell, value: stood === null ? null : saidValue(unit, stood) },
    after: { cell, value: after, reason, evidence, fileId },
  })
  return { id, jobId }
}

async function checkFile(db: Db, projectId: string, fileId: string) {
  const file = await db
    .selectFrom('file')
    .select('id')
    .where('id', '=', fileId)
    .where('purpose', '=', OVERRIDE_FILE)
    .where('owner_id', '=', projectId)
    .where('is_deleted', '=', 0)
    .executeTakeFirst()
  if (!file) throw new Refusal('overrideNoFile')
}

/** Withdraws the decision on a cell; its formula counts again. */
export async function withdrawOverride(
  context: Context,
  projectId: string,
  { cell, reason }: { cell: string; reason: string },
) {
  const { db } = context
  await reachableProject(context, projectId, { lock: true })
  const before = await ended(context, { projectId, cell }, { reason, replaced: false })
  if (!before) throw new Refusal('overrideNone')
  const { unit, value, calculated, paper_id: paperId } = before
  const said = saidValue(unit, value)
  await recordChanges(db, [
    {
      project_id: projectId,
      paper_id: paperId,
      place: cell,
      via: 'withdrawal',
      before: said,
      after: calculated === null ? null : saidValue(unit, calculated),
      note: reason,
    },
  ])
  const jobId = await recalculate(context, projectId)
  await audit(context, {
    action: 'withdrawOverride',
    bizType: 'paper',
    bizId: projectId,
    before: { cell, value: said },
    after: { cell, reason },
  })
  return { jobId }
}

const state = sql<'stands' | 'withdrawn' | 'replaced'>`case when paper_override.withdrawn_time is null then 'stands'
  when paper_override.replaced then 'replaced' else 'withdrawn' end`

const said = (unit: string, value: string | null | undefined): string | null =>
  value === null || value === undefined ? null : saidValue(unit, value)

/** The report of decisions, those that stand first. */
export async function listOverrides(
  context: Context,
  { projectId, ...paging }: Paging<'cell' | 'paperId' | 'state' | 'createTime' | 'reason'> & { projectId: string },
) {
  const { db, language } = context
  const project = await reachableProject(context, projectId)
  const query = db
    .selectFrom('paper_override')
    .leftJoin('file', 'file.id', 'paper_override.file_id')
    .leftJoin('paper', (on) =>
      on.onRef('paper.paper_id', '=', 'paper_override.paper_id').on('paper.generation_id', '=', project.generation_id),
    )
    .leftJoin('paper_cell', (on) =>
      on
        .onRef('paper_cell.cell', '=', 'paper_override.cell')
        .on('paper_cell.generation_id', '=', project.generation_id),
    )
    .selectAll('paper_override')
    .select([
      'file.name as file_name',
      'paper.name as paper_name',
      'paper_cell.status as now_status',
      'paper_cell.value as now_value',
      'paper_cell.provenance as now',
      state.as('state'),
      sql<string | null>`person_name(paper_override.create_user)`.as('who'),
      sql<string | null>`person_name(paper_override.withdrawn_user)`.as('withdrawer'),
    ])
    .where('paper_override.project_id', '=', projectId)
  const columns = {
    cell: 'paper_override.cell',
    paperId: 'paper_override.paper_id',
    state,
    createTime: 'paper_override.create_time',
    reason: 'paper_override.reason',
  }
  const found = await page(query, paging, columns, [
    'paper_override.withdrawn_time nulls first',
    'paper_override.create_time desc',
    'paper_override.id',
  ])
  return {
    ...found,
    records: found.records.map((row): z.input<typeof Override> => {
      const now = row.now as StoredProvenance | null
      return {
        id: row.id,
        paperId: row.paper_id,
        paperName: row.paper_name ? inLanguage(row.paper_name as BothLanguages, language) : '',
        cell: row.cell,
        label: inLanguage(row.label as BothLanguages, language),
        unit: row.unit as z.input<typeof Override>['unit'],
        calculated: said(row.unit, row.calculated),
        calculatedNow: said(row.unit, row.now_status === 'overridden' ? now?.calculated : row.now_value),
        value: saidValue(row.unit, row.value),
        reason: row.reason,
        evidence: row.evidence,
        fileId: row.file_id ?? '',
        fileName: row.file_name ?? '',
        state: row.state,
        createUserName: row.who ?? '',
        createTime: wallTime(row.create_time),
        withdrawnUserName: row.withdrawn_time ? (row.withdrawer ?? '') : '',
        withdrawnTime: row.withdrawn_time ? wallTime(row.withdrawn_time) : '',
        withdrawnReason: row.withdrawn_reason,
      }
    }),
  }
}
