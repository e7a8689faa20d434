import { sql } from 'kysely'
import type { z } from 'zod'
import { type Disposition, dispositions, type indicator } from '#contract/indicator.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { INDICATOR_PAPER, indicators } from '#facts/indicators.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Context } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { recalculate } from '#server/paper/recalculate.ts'
import { reachableProject } from '#server/project/reach.ts'

/** The register of paper F04 in which explanations stand, one row per indicator under its number. */
const REGISTER = 'indicator_notes'

type Told = z.input<typeof Disposition>
const stateOf = (text: string | undefined): Told['state'] => dispositions.find((state) => state === text) ?? 'open'

/** How each indicator was explained, by whom and when. */
export async function dispositionsOf(db: Db, projectId: string): Promise<Map<string, Told>> {
  const rows = await db
    .selectFrom('paper_entry')
    .select(['row_id', 'cells', 'update_time'])
    .select(sql<string | null>`person_name(update_user)`.as('who'))
    .where('project_id', '=', projectId)
    .where('register', '=', REGISTER)
    .execute()
  return new Map(
    rows.map(({ row_id: id, cells, update_time: at, who }) => {
      const told = cells as Record<string, string>
      return [id, { state: stateOf(told['state']), note: told['note'] ?? '', proof: told['proof'] ?? '', userName: who ?? '', time: wallTime(at) }] // prettier-ignore
    }),
  )
}

/** Puts the explanation into the register, where paper F04 reads it; the papers are computed again. */
export async function settle(context: Context, input: z.output<typeof indicator.settle.input>) {
  const { db } = context
  const { projectId, indicator: id, state, note, proof } = input
  await reachableProject(context, projectId, { lock: true })
  const known = indicators.find((one) => one.id === id)
  if (!known) throw new Refusal('indicatorUnknown')
  const before = (await dispositionsOf(db, projectId)).get(id)
  const by = { update_user: sql<string>`current_actor()`, update_time: sql<Date>`now()` }
  await db
    .insertInto('paper_register')
    .values({ project_id: projectId, register: REGISTER, version: 1 })
    .onConflict((clash) =>
      clash
        .columns(['tenant_id', 'project_id', 'register'])
        .doUpdateSet({ version: sql<number>`paper_register.version + 1`, ...by }),
    )
    .execute()
  const cells = JSON.stringify({ name: `${id} ${known.name.zh}`, note, proof, state })
  await db
    .insertInto('paper_entry')
    .values({
      project_id: projectId,
      register: REGISTER,
      row_id: id,
      sort: Number(id.slice(1)),
      cells,
      evidence: proof,
    })
    .onConflict((clash) =>
      clash.columns(['tenant_id', 'project_id', 'register', 'row_id']).doUpdateSet({ cells, evidence: proof, ...by }),
    )
    .execute()
  const jobId = await recalculate(context, projectId)
  await audit(context, { action: 'indicator.settle', bizType: 'paper', bizId: projectId, before, after: { paper: INDICATOR_PAPER, indicator: id, state, note, proof } }) // prettier-ignore
  return { jobId }
}
