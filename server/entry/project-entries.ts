import { sql } from 'kysely'
import type { Entry } from '#engine/workpaper/entry.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { voucherFindings, voucherSamples } from '#server/voucher-check/findings.ts'
import { postedLines } from './project-adjustments.ts'
import { ADJUSTING } from './registers.ts'

/**
 * What people entered, by register, in the order of the rows. A register that somebody saved as empty is there without rows;
 * one that nobody has looked at is absent. Posted adjusting entries stand as a register of A04; what voucher checks and samples
 * found follows what people entered in F01, F02 and Z07.
 */
export async function projectEntries(db: Db, projectId: string): Promise<Record<string, Entry[]>> {
  const registers = await db
    .selectFrom('paper_register')
    .select('register')
    .where('project_id', '=', projectId)
    .orderBy('register')
    .execute()
  const entries: Record<string, Entry[]> = Object.fromEntries(registers.map(({ register }) => [register, []]))
  const rows = await db
    .selectFrom('paper_entry')
    .select(['register', 'row_id', 'cells', 'evidence', 'update_time'])
    .select(sql<string | null>`person_name(update_user)`.as('who'))
    .where('project_id', '=', projectId)
    .orderBy('register')
    .orderBy('sort')
    .execute()
  for (const { register, row_id: key, cells, evidence, who, update_time: when } of rows)
    entries[register]?.push({
      key,
      values: cells as Record<string, string>,
      evidence,
      who: who ?? '',
      when: wallTime(when),
    })
  const { findings, openPoints } = await voucherFindings(db, projectId)
  const found = { voucher_findings: findings, open_points: openPoints, samples: await voucherSamples(db, projectId) }
  for (const [register, rows] of Object.entries(found))
    if (rows.length > 0) entries[register] = [...(entries[register] ?? []), ...rows]
  const posted = await postedLines(db, projectId)
  if (posted.length > 0)
    entries[ADJUSTING] = posted.map(({ kind, number, line, summary, basis, booked, account, debit, credit }) => {
      const name = `${kind.toUpperCase()}-${number}`
      return {
        key: `${name}-${line}`,
        values: {
          name, kind, summary, account, debit: yuan(debit), credit: yuan(credit), basis, booked: String(booked),
        }, // prettier-ignore
      }
    })
  return entries
}
