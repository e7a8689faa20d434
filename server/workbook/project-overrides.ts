import { sql } from 'kysely'
import type { Override } from '#engine/binding/evaluate.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

/** Stored decimal text (fen for money) as the wire and the engine say it (yuan for money). */
export const saidValue = (unit: string, value: string): string => (unit === 'money' ? yuan(BigInt(value)) : value)

/** The cells a person decided against their formula, by cell. */
export async function projectOverrides(db: Db, projectId: string): Promise<Record<string, Override>> {
  const rows = await db
    .selectFrom('paper_override')
    .select(['cell', 'unit', 'value', 'reason', 'evidence', 'create_time'])
    .select(sql<string | null>`person_name(create_user)`.as('who'))
    .where('project_id', '=', projectId)
    .where('withdrawn_time', 'is', null)
    .orderBy('cell')
    .execute()
  return Object.fromEntries(
    rows.map(({ cell, unit, value, reason, evidence, create_time: time, who }) => [
      cell,
      { value: saidValue(unit, value), reason, evidence, who: who ?? '', when: wallTime(time) },
    ]),
  )
}
