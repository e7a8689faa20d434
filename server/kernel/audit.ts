import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Kernel } from './kernel.ts'
import type { User } from './service.ts'

/** What happened to which record; `before` and `after` are the fields that changed. Never a secret. */
export type AuditEntry = { action: string; bizType: string; bizId: string; before?: unknown; after?: unknown }
export type Auditor = { db: Db; user: Pick<User, 'realName' | 'account'>; address: string; trace: string }

const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Transactions of many changes, whose entries wait for the end. */
const waiting = new WeakMap<Db, (() => Promise<void>)[]>()

/**
 * Runs work that changes many records in one transaction: what it audits is appended after the last change, so that others'
 * audited changes do not wait for all of it.
 */
export async function auditsLast<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const appends: (() => Promise<void>)[] = []
  waiting.set(db, appends)
  const result = await work().finally(() => waiting.delete(db))
  for (const append of appends) await append()
  return result
}

/**
 * Appends to the tenant's chain, inside the caller's transaction: the entry stands if and only if the change does. One audited
 * change per tenant commits at a time; call it last, so that the lock is short.
 */
export async function audit(auditor: Auditor, entry: AuditEntry): Promise<void> {
  const later = waiting.get(auditor.db)
  if (later) later.push(() => append(auditor, entry))
  else await append(auditor, entry)
}

async function append({ db, user, address, trace }: Auditor, entry: AuditEntry): Promise<void> {
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

/**
 * Walks the transaction's tenant's chain; `broken` is the first entry whose hash, number or predecessor is not right, `missing`
 * whether entries before it are gone.
 */
export async function verifyChain(db: Db): Promise<{ entries: number; broken: number | null; missing: boolean }> {
  const { rows } = await sql<{ entries: number; broken: bigint | null; missing: boolean | null }>`
    select count(*)::int as entries, min(seq) filter (where not sound) as broken,
      min(seq) filter (where not sound) = min(seq) filter (where gap) as missing from (
      select seq, seq <> coalesce(lag(seq) over w, 0) + 1 as gap,
        seq = row_number() over w and prev_hash = coalesce(lag(hash) over w, ''::bytea) and hash = audit_hash(prev_hash, e) as sound
      from audit_event e window w as (order by seq)) walked`.execute(db)
  const { entries = 0, broken = null, missing = null } = rows[0] ?? {}
  return { entries, broken: broken === null ? null : Number(broken), missing: missing === true }
}
