import { sql } from 'kysely'
import type { clientKey, ClientKeys } from '#contract/client-key.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { reachableEnterprise, under } from '../project/reach.ts'

/** The scopes of a client: its projects, and the conversations and documents about them. Deleted ones, too: their keys stand until they are destroyed. */
const scopesOf = (enterpriseId: string) => sql`
  with project as (select id from firm_project where enterprise_id = ${enterpriseId}::uuid)
  select 'project:' || id from project
  union all select 'conversation:' || c.id from chat_conversation c join project p on p.id = c.project_id
  union all select 'document:' || d.id from writing_doc d join project p on p.id = d.project_id`

async function look({ db, user }: Context, enterpriseId: string): Promise<ClientKeys> {
  const enterprise = await reachableEnterprise(under(db, user, 'enterprise.view'), enterpriseId)
  const { rows } = await sql<{ keys: number; tokens: number }>`
    select count(*)::int as keys, coalesce(sum(given), 0)::int as tokens from mask_key
    where scope in (${scopesOf(enterpriseId)})`.execute(db)
  return { enterpriseName: enterprise.enterprise_name, keys: rows[0]?.keys ?? 0, tokens: rows[0]?.tokens ?? 0 }
}

export const clientKeyService: Service<typeof clientKey> = {
  look: (context, { enterpriseId }) => look(context, enterpriseId),

  async destroy(context, { enterpriseId, name, tokens }) {
    const { db } = context
    // held, so that no conversation gives out another token meanwhile
    await sql`select from mask_key where scope in (${scopesOf(enterpriseId)}) order by scope for update`.execute(db)
    const found = await look(context, enterpriseId)
    if (name !== found.enterpriseName) throw new Refusal('maskClientName', { name: found.enterpriseName })
    if (tokens !== found.tokens) throw conflict()
    // with a key go its tokens; those given to programs stand for whoever they asked about, so they go whole
    await sql`delete from mask_key where scope in (${scopesOf(enterpriseId)}) or scope like 'program:%'`.execute(db)
    await audit(context, {
      action: 'maskKey.destroyClient',
      bizType: 'enterprise',
      bizId: enterpriseId,
      before: found,
      after: { keys: 0, tokens: 0 },
    })
    return found
  },
}
