import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Kernel } from './kernel.ts'
import type { User } from './service.ts'

/** What happened to which record; `before` and `after` are the fields that changed. Never a secret. */
export type AuditEntry = { action: string; bizType: string; bizId: string; before?: unknown; after?: unknown }
type Auditor = { db: Db; user: Pick<User, 'realName' | 'account'>; address: string; trace: string }

const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/**
 * Appends to the tenant's chain, inside the caller's transaction: the entry stands if and only if the change does. One audited
 * change per tenant commits at a time; call it last, so that the lock is short.
 */
export async function audit({ db, user, address, trace }: Auditor, entry: AuditEntry): Promise<void> {
  const { action, bizType, bizId, before, after } = entry
  await sql`select append_audit(${user.realName || user.account}, ${action}, ${bizType}, ${bizId},
    ${text(before)}::jsonb, ${text(after)}::jsonb, ${address}, ${trace})`.execute(db)
}

/** Logs that a signed-in person was refused, in a transaction of its own; the refusal does not wait for it. */
export function noteDenial(kernel: Kernel, user: User, at: { path: string; address: string; trace: string }): void {
  kernel.log.warn({ trace: at.trace, user: user.id, tenant: user.tenantId, path: at.path }, 'denied')
  const { address, trace } = at
  kernel.database
    .inTenant({ tenantId: user.tenantId, userId: user.id }, (db) =>
      audit({ db, user, address, trace }, { action: 'denied', bizType: 'endpoint', bizId: at.path }),
    )
    .catch((error: unknown) => kernel.log.error({ err: error, trace }, 'a denial could not be audited'))
}

/** Walks the transaction's tenant's chain; `broken` is the first entry whose hash, number or predecessor is not right. */
export async function verifyChain(db: Db): Promise<{ entries: number; broken: number | null }> {
  const { rows } = await sql<{ entries: number; broken: bigint | null }>`
    select count(*)::int as entries, min(seq) filter (where not sound) as broken from (
      select seq,
        seq = row_number() over w and prev_hash = coalesce(lag(hash) over w, ''::bytea) and hash = audit_hash(prev_hash, e) as sound
      from audit_event e window w as (order by seq)) walked`.execute(db)
  const { entries = 0, broken = null } = rows[0] ?? {}
  return { entries, broken: broken === null ? null : Number(broken) }
}
