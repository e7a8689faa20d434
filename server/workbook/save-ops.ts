import { sql } from 'kysely'
import { z } from 'zod'
import type { PaperSheet } from '#contract/paper.ts'
import { PaperSheet as Sheet } from '#contract/paper.ts'
import { FreeContent, type StaleSave, WorkbookOp } from '#contract/workbook.ts'
import { composeSheet } from '#engine/workbook/composed-sheet.ts'
import { freePlace } from '#engine/workbook/row-keys.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { shownGeneration } from '#server/paper/generation-query.ts'
import { reachableProject } from '#server/project/reach.ts'
import { holderOf, tellViewers } from '#server/sheet/lease.ts'
import { recordChanges } from './cell-history.ts'
import { leaseDocument } from './lease-document.ts'
import { typedOn } from './open-paper.ts'

type At = { projectId: string; paperId: string }
type Batch = { batchId: string; baseRev: number; ops: readonly WorkbookOp[] }
type CellOp = Extract<WorkbookOp, { kind: 'cell' }>

/** Cells that people may type into one paper. */
const MOST_CELLS = 5000

/**
 * Saves a batch on the revision it was made on and answers the new one. The same batch again answers what it made the first time.
 * Refused with 409: on an older revision, with what was saved since; and while somebody else has the paper in hand.
 */
export async function saveOps(context: Context, at: At, { batchId, baseRev, ops }: Batch): Promise<{ rev: number }> {
  const { db, user } = context
  const { projectId, paperId } = at
  const project = await reachableProject(context, projectId)
  const sheet = await printedSheet(db, shownGeneration(project), paperId)
  const rev = await lockedRev(db, at)
  const known = await db
    .selectFrom('paper_op')
    .select('rev')
    .where('project_id', '=', projectId)
    .where('paper_id', '=', paperId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (known) return known
  const holder = await holderOf(db, leaseDocument(at))
  if (holder && holder.userId !== user.id) throw new Refusal('workbookLeased', { name: holder.name })
  if (baseRev < rev) throw new Refusal('workbookStale', {}, await since(db, at, baseRev, rev))
  const before = await typedOn(db, at)
  checkFree(sheet, before, ops)
  await apply(db, at, { ops, rev: rev + 1 })
  await db
    .insertInto('paper_op')
    .values({ project_id: projectId, paper_id: paperId, rev: rev + 1, batch_id: batchId, ops: JSON.stringify(ops) })
    .execute()
  await db
    .updateTable('paper_overlay')
    .set({ rev: rev + 1 })
    .where('project_id', '=', projectId)
    .where('paper_id', '=', paperId)
    .execute()
  const cells = lastOf(ops)
  const was = new Map(before.free.map(({ row, column, content }) => [freePlace(row, column), content]))
  const changes = cells.map(({ row, column, content }) => {
    const place = freePlace(row, column)
    return { place, before: shownText(was.get(place)), after: shownText(content ?? undefined) }
  })
  const audited = changes.slice(0, 200).map(({ place, before: old, after }) => ({ place, before: old, after }))
  await recordChanges(
    db,
    changes
      .filter((change) => change.before !== change.after)
      .map((change) => Object.assign(change, { project_id: projectId, paper_id: paperId, via: 'human' })),
  )
  await tellViewers(context, leaseDocument(at), { rev: rev + 1 })
  await audit(context, {
    action: 'workbook.save',
    bizType: 'paper',
    bizId: projectId,
    before: { paperId, rev },
    after: { paperId, rev: rev + 1, changes: audited },
  })
  return { rev: rev + 1 }
}

const shownText = (content: FreeContent | undefined): string | null =>
  content === undefined ? null : content.formula === undefined ? content.value : `=${content.formula}`

/** The last word of a batch on each cell. */
const lastOf = (ops: readonly WorkbookOp[]): CellOp[] => [
  ...new Map(ops.filter((op) => op.kind === 'cell').map((op) => [freePlace(op.row, op.column), op])).values(),
]

async function printedSheet(db: Db, generationId: string, paperId: string): Promise<PaperSheet> {
  const row = await db
    .selectFrom('paper')
    .select('sheet')
    .where('generation_id', '=', generationId)
    .where('paper_id', '=', paperId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return Sheet.parse((row.sheet as { zh: unknown }).zh)
}

/** The paper's revision, held until the transaction ends: saves of one paper follow each other. */
async function lockedRev(db: Db, { projectId, paperId }: At): Promise<number> {
  await db
    .insertInto('paper_overlay')
    .values({ project_id: projectId, paper_id: paperId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { rev } = await db
    .selectFrom('paper_overlay')
    .select('rev')
    .where('project_id', '=', projectId)
    .where('paper_id', '=', paperId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return rev
}

async function since(db: Db, { projectId, paperId }: At, baseRev: number, rev: number): Promise<StaleSave> {
  const batches = await db
    .selectFrom('paper_op')
    .select('ops')
    .select(sql<string | null>`person_name(create_user)`.as('who'))
    .where('project_id', '=', projectId)
    .where('paper_id', '=', paperId)
    .where('rev', '>', baseRev)
    .orderBy('rev')
    .execute()
  const ops = batches.flatMap((batch) => z.array(WorkbookOp).parse(batch.ops))
  return { rev, userName: batches.at(-1)?.who ?? '', ops }
}

/** Only cells that nothing is computed or printed in may be typed into; rows that are gone keep what they have. */
function checkFree(sheet: PaperSheet, typed: Awaited<ReturnType<typeof typedOn>>, ops: readonly WorkbookOp[]) {
  const added = new Map(typed.rows.map(({ row, after }) => [row, { row, after }]))
  for (const op of ops) if (op.kind === 'row' && op.after !== null) added.set(op.row, { row: op.row, after: op.after })
  const rows = composeSheet({
    rows: sheet.rows,
    columns: sheet.widths.length,
    typed: typed.free,
    added: [...added.values()],
    valueOf: () => null,
  })
  const free = new Set(rows.flatMap(({ cells }) => cells.filter((cell) => cell.free).map(({ place }) => place)))
  const held = new Set(typed.free.map(({ row, column }) => freePlace(row, column)))
  for (const { row, column, content } of lastOf(ops)) {
    const place = freePlace(row, column)
    // emptying is always allowed: the row may have gone since
    if (content !== null && !free.has(place)) throw new Refusal('workbookNotFree', { cell: place })
    if (content === null) held.delete(place)
    else held.add(place)
  }
  if (held.size > MOST_CELLS) throw new Refusal('workbookTooMuch', { most: MOST_CELLS })
}

async function apply(db: Db, { projectId, paperId }: At, { ops, rev }: { ops: readonly WorkbookOp[]; rev: number }) {
  const place = { project_id: projectId, paper_id: paperId }
  for (const op of ops) {
    if (op.kind === 'row') {
      await db
        .deleteFrom('paper_free_row')
        .where('project_id', '=', projectId)
        .where('paper_id', '=', paperId)
        .where('row_key', '=', op.row)
        .execute()
      if (op.after !== null)
        await db
          .insertInto('paper_free_row')
          .values({ ...place, row_key: op.row, after_key: op.after, rev })
          .execute()
      else
        await db
          .deleteFrom('paper_free_cell')
          .where('project_id', '=', projectId)
          .where('paper_id', '=', paperId)
          .where('row_key', '=', op.row)
          .execute()
    }
  }
  const cells = lastOf(ops).filter(
    ({ row, content }) =>
      content === null || !ops.some((op) => op.kind === 'row' && op.row === row && op.after === null),
  )
  const gone = cells.filter(({ content }) => content === null)
  for (const { row, column } of gone)
    await db
      .deleteFrom('paper_free_cell')
      .where('project_id', '=', projectId)
      .where('paper_id', '=', paperId)
      .where('row_key', '=', row)
      .where('column_no', '=', column)
      .execute()
  const kept = cells.filter(({ content }) => content !== null)
  if (kept.length === 0) return
  await db
    .insertInto('paper_free_cell')
    .values(
      kept.map(({ row, column, content }) => ({
        project_id: projectId,
        paper_id: paperId,
        row_key: row,
        column_no: column,
        rev,
        content: JSON.stringify(content),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'project_id', 'paper_id', 'row_key', 'column_no'])
        .doUpdateSet({ rev, content: sql`excluded.content` }),
    )
    .execute()
}
