import { sql } from 'kysely'
import type { TextKey } from '#contract/errors.ts'
import { engagementRetention } from '#facts/retention.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { TrashHold, TrashRow } from '#server/kernel/trash.ts'
import { finishOf } from '../project/due.ts'
import type { HeldRow } from './trash-rows.ts'

/** Kinds that are papers of an engagement where they belong to a project. */
const ENGAGEMENT: ReadonlySet<string> = new Set(['project', 'file', 'disk', 'writingDoc'])
const { archiveDays, keepYears } = engagementRetention

/**
 * Projects that count as archived, and until when the law keeps them: their papers had stood for as long as archiving takes when
 * the thing was deleted.
 */
async function archived(db: Db, rows: readonly TrashRow[]): Promise<Map<string, Date>> {
  const ids = [
    ...new Set(rows.flatMap(({ kind, projectId }) => (ENGAGEMENT.has(kind) && projectId ? [projectId] : []))),
  ]
  if (ids.length === 0) return new Map()
  const projects = await db
    .selectFrom('firm_project')
    .select('id')
    .select(finishOf.as('finish'))
    .where('id', 'in', ids)
    .execute()
  return new Map(projects.flatMap(({ id, finish }) => (finish ? [[id, finish] as const] : [])))
}

const DAY_MS = 86_400_000
function keptUntil(finish: Date, deletedAt: Date): Date | undefined {
  const archiveDay = new Date(finish.getTime() + archiveDays * DAY_MS)
  if (deletedAt < archiveDay) return undefined
  const until = new Date(archiveDay)
  until.setUTCFullYear(until.getUTCFullYear() + keepYears)
  return until > new Date() ? until : undefined
}

/** Why which of these rows may not be purged now: a person's hold first, then the law's, then what still needs them. */
export async function holdsOf(kernel: Kernel, db: Db, rows: readonly HeldRow[]): Promise<Map<string, TrashHold>> {
  const holds = new Map<string, TrashHold>()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const held = await kernel.trash.rulesOf(kind)?.held?.(
      db,
      rows.filter((row) => row.kind === kind),
    )
    for (const [id, hold] of held ?? []) holds.set(id, hold)
  }
  const finished = await archived(db, rows)
  for (const row of rows) {
    const finish = row.projectId ? finished.get(row.projectId) : undefined
    const until = ENGAGEMENT.has(row.kind) && finish ? keptUntil(finish, row.deletedAt) : undefined
    if (until) holds.set(row.id, { reason: 'archived', until })
    if (row.legalHold) holds.set(row.id, { reason: 'legalHold', until: null })
  }
  return holds
}

const words: Record<TrashHold['reason'], TextKey> = {
  archived: 'trashHeldArchived',
  legalHold: 'trashHeldLegal',
  inUse: 'trashHeldInUse',
}

/** The hold as a refusal. */
export const heldRefusal = (row: TrashRow, { reason, until }: TrashHold) =>
  new Refusal(words[reason], { name: row.name, until: until?.toISOString().slice(0, 10) ?? '' })

/** Days that things of the transaction's tenant are kept: its parameter, at most what its package says. */
export async function keepDaysOf(db: Db, wanted: number): Promise<number> {
  const { rows } = await sql<{ days: number }>`select p.trash_days as days from tenant t
    join tenant_package p on p.tenant_id = t.package_tenant and p.id = t.package_id
    where t.tenant_id = current_tenant() and p.trash_days > 0`.execute(db)
  const [most] = rows
  return most ? Math.min(wanted, most.days) : wanted
}
