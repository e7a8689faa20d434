import { sql } from 'kysely'
import type { ModelTask } from '#contract/model.ts'
import type { ModelOutcome } from '#contract/model-usage.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import { release, reserve, spend } from '#server/kernel/entitlement.ts'
import type { Kernel } from '#server/kernel/kernel.ts'

type Books = Pick<Kernel, 'database'>
export type Hold = { id: string; reserved: number; since: number }
type Errand = { task: ModelTask; purpose: string; projectId: string | null | undefined; tokens: number }
export type Settled = {
  endpoint: string
  platform: boolean
  model: string
  inputTokens: number
  outputTokens: number
  estimated: boolean
  outcome: Exclude<ModelOutcome, 'open' | 'lost'>
  fault: string
  firstMs: number | undefined
}

/** Longer than any answer may take: what is still open then was cut off with its process. */
const LOST_AFTER = '40 minutes'

/** Takes the tokens a question may need from the month, and writes that it is asked. Over the limit it refuses (60002). */
export function holdTokens({ database }: Books, actor: Actor, errand: Errand): Promise<Hold> {
  const { task, purpose, projectId, tokens } = errand
  return database.inTenant(actor, async (db) => {
    await giveBackLost(db)
    await reserve(db, 'llm_token', tokens)
    const { id } = await db
      .insertInto('model_use')
      .values({ task, purpose, project_id: projectId ?? null, reserved: tokens, input_tokens: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, reserved: tokens, since: Date.now() }
  })
}

/** What it really took; the rest of what was reserved is given back. */
export function settle({ database }: Books, actor: Actor, hold: Hold, settled: Settled): Promise<void> {
  const { inputTokens, outputTokens } = settled
  return database.inTenant(actor, async (db) => {
    const closed = await db
      .updateTable('model_use')
      .set({
        endpoint: settled.endpoint,
        platform: settled.platform,
        model: settled.model,
        reserved: 0,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        estimated: settled.estimated,
        outcome: settled.outcome,
        fault: settled.fault,
        first_ms: settled.firstMs ?? null,
        whole_ms: Date.now() - hold.since,
      })
      .where('id', '=', hold.id)
      .where('outcome', '=', 'open')
      .returning('id')
      .execute()
    const used = inputTokens + outputTokens
    // one that was taken for lost has had its tokens given back already
    const held = closed.length === 1 ? hold.reserved : 0
    if (closed.length === 0) return spend(db, 'llm_token', used)
    await (used > held ? spend(db, 'llm_token', used - held) : release(db, 'llm_token', held - used))
  })
}

/** Gives back the tokens of questions whose process ended before they did. */
async function giveBackLost(db: Db): Promise<void> {
  const { rows } = await sql<{ reserved: number }>`
    with open as (select id, reserved from model_use where tenant_id = current_tenant() and outcome = 'open'
      and create_time < now() - ${LOST_AFTER}::interval for update skip locked)
    update model_use u set outcome = 'lost', reserved = 0 from open
    where u.tenant_id = current_tenant() and u.id = open.id returning open.reserved`.execute(db)
  await release(
    db,
    'llm_token',
    rows.reduce((sum, { reserved }) => sum + reserved, 0),
  )
}
