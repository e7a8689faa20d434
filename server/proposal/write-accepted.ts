import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { PaperSheet } from '#contract/paper.ts'
import type { WorkbookOp } from '#contract/workbook.ts'
import { extentOf } from '#contract/grants.ts'
import { rowKeys } from '#engine/workbook/row-keys.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { shownGeneration } from '../paper/generation-query.ts'
import { reachableProject } from '../project/reach.ts'
import { relationService } from '../relation/service.ts'
import { typedOn } from '../workbook/open-paper.ts'
import { saveOps } from '../workbook/save-ops.ts'
import { addComment } from '../workbook/threads.ts'
import type { ProposalRow } from './proposal-store.ts'

/** Where an accepted proposal went. */
export type Written = { threadId: string } | { rows: string[] } | { accounts: string[]; standard: string }

/** A note of more lines is no note. */
const MOST_LINES = 200
const Wanted = z.object({ accounts: z.array(z.string()).min(1), standard: z.string() })

/** Writes what a person accepted where he would write it himself, by the same calls, with their checks, history and audit. */
export async function writeAccepted(
  context: Context,
  row: ProposalRow,
  { text, baseRev }: { text: string; baseRev: number | undefined },
): Promise<Written> {
  const at = { projectId: row.project_id, paperId: row.paper_id }
  if (row.kind === 'mapping') return mapAccounts(context, row)
  await refuseMoved(context, row)
  if (row.kind === 'note') return { rows: await writeNote(context, at, { text, baseRev }) }
  return addComment(context, { ...at, place: row.place, body: text, mentions: [] })
}

/** Refuses what was said of figures that have changed since: of its paper, and of the cells its own cell reads. */
async function refuseMoved(context: Context, row: ProposalRow): Promise<void> {
  const { db } = context
  const now = shownGeneration(await reachableProject(context, row.project_id))
  const before = row.generation_id
  if (before === now) return
  if (before === null) throw new Refusal('proposalOutdated')
  const cells = (generation: string) => sql`
    select cell, status, value, provenance from paper_cell where generation_id = ${generation}::uuid
      and (paper_id = ${row.paper_id} or cell in (
        select jsonb_array_elements_text(provenance -> 'children') from paper_cell
        where generation_id = ${before}::uuid and cell = ${row.place}))`
  const { rows } = await sql`
    (${cells(before)} except ${cells(now)}) union all (${cells(now)} except ${cells(before)}) limit 1`.execute(db)
  if (rows.length > 0) throw new Refusal('proposalOutdated')
}

async function mapAccounts(context: Context, row: ProposalRow): Promise<Written> {
  const { accounts, standard } = Wanted.parse(row.wants)
  const extent = extentOf(context.user.held, 'relation.edit')
  if (extent === undefined) throw new Refusal('forbidden')
  const pending = await context.db
    .selectFrom('relation_account')
    .select('code')
    .where('project_id', '=', row.project_id)
    .where('code', 'in', accounts)
    .where('status', '=', 'pending')
    .orderBy('code')
    .execute()
  // what somebody decided on the bill meanwhile stays as he decided it
  const waiting = pending.map(({ code }) => code)
  if (waiting.length === 0) throw new Refusal('proposalOutdated')
  await relationService.decideAccounts(
    { ...context, extent },
    { projectId: row.project_id, accounts: waiting.map((code) => ({ code, standard })) },
  )
  return { accounts: waiting, standard }
}

type At = { projectId: string; paperId: string }

/** A row of its own for each line, below the paper's last one. On the newest revision, unless the person named the one he saw. */
async function writeNote(
  context: Context,
  at: At,
  { text, baseRev }: { text: string; baseRev: number | undefined },
): Promise<string[]> {
  const { db } = context
  const generationId = shownGeneration(await reachableProject(context, at.projectId))
  const paper = await db
    .selectFrom('paper')
    .select('sheet')
    .where('generation_id', '=', generationId)
    .where('paper_id', '=', at.paperId)
    .executeTakeFirst()
  const sheet = paper && PaperSheet.parse((paper.sheet as { zh: unknown }).zh)
  const typed = await typedOn(db, at)
  const last = sheet && rowKeys(sheet.rows).at(-1)
  if (last === undefined) throw new Refusal('proposalNoRoom')
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length > MOST_LINES) throw new Refusal('proposalManyLines', { limit: MOST_LINES })
  // rows added at once below the same one stand in the order of their names
  const batch = randomUUID()
  const rows = lines.map((_, index) => `x${batch}-${String(index).padStart(3, '0')}`)
  const ops = lines.flatMap((line, index): WorkbookOp[] => {
    const row = rows[index] ?? ''
    return [
      { kind: 'row', row, after: last },
      { kind: 'cell', row, column: 0, content: { value: line } },
    ]
  })
  await saveOps(context, at, { batchId: batch, baseRev: baseRev ?? typed.rev, ops })
  return rows
}
