import { randomUUID } from 'node:crypto'
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

const LONGEST_COMMENT = 2000
const Wanted = z.object({ accounts: z.array(z.string()).min(1), standard: z.string() })

/** Writes what a person accepted where he would write it himself, by the same calls, with their checks, history and audit. */
export async function writeAccepted(
  context: Context,
  row: ProposalRow,
  { text, baseRev }: { text: string; baseRev: number | undefined },
): Promise<Written> {
  const at = { projectId: row.project_id, paperId: row.paper_id }
  if (row.kind === 'mapping') return mapAccounts(context, row)
  if (row.kind === 'note') return { rows: await writeNote(context, at, { text, baseRev }) }
  const body = text.slice(0, LONGEST_COMMENT)
  return addComment(context, { ...at, place: row.place, body, mentions: [] })
}

async function mapAccounts(context: Context, row: ProposalRow): Promise<Written> {
  const { accounts, standard } = Wanted.parse(row.wants)
  const extent = extentOf(context.user.held, 'relation.edit')
  if (extent === undefined) throw new Refusal('forbidden')
  await relationService.decideAccounts(
    { ...context, extent },
    { projectId: row.project_id, accounts: accounts.map((code) => ({ code, standard })) },
  )
  return { accounts, standard }
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
