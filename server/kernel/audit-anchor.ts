import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditFault } from '#contract/audit.ts'
import { verifyChain } from './audit.ts'
import type { Db } from './database.ts'
import type { Secrets } from './secrets.ts'

/** What a walk over a chain found; `broken` is the first entry that is not right, `anchored` the newest head on record. */
export type Verified = {
  entries: number
  broken: number | null
  fault: AuditFault | null
  anchored: number
  anchorTime: Date | null
}

type Head = { tenant: string; seq: bigint; hash: Buffer }

/** The key lies beside the database's, not in it: who can write the tables still cannot make an anchor. */
const macOf = ({ tokenKey }: Secrets, { tenant, seq, hash }: Head): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', tokenKey, '', 'digao audit anchor', 32)))
    .update(`${tenant} ${seq} `)
    .update(hash)
    .digest()

/** Keeps the head of the transaction's tenant's chain, if it has moved since the last time. Answers whether it did. */
export async function anchorHead(secrets: Secrets, db: Db): Promise<boolean> {
  const { rows } = await sql<Head>`
    select tenant_id as tenant, seq, hash from audit_event order by seq desc limit 1`.execute(db)
  const [head] = rows
  if (!head) return false
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('audit_anchor')
    .values({ seq: head.seq, hash: head.hash, mac: macOf(secrets, head) })
    .onConflict((clash) => clash.columns(['tenant_id', 'seq']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Walks the transaction's tenant's chain and holds it against every anchor: what was changed, taken out, or cut off at the end
 * since one was kept is named by the number of the first entry concerned.
 */
export async function verifyAnchored(secrets: Secrets, db: Db): Promise<Verified> {
  const { entries, broken, missing } = await verifyChain(db)
  const { rows: anchors } = await sql<Head & { mac: Buffer; create_time: Date; stands: Buffer | null; newest: bigint }>`
    select anchor.tenant_id as tenant, anchor.seq, anchor.hash, anchor.mac, anchor.create_time, event.hash as stands,
      (select coalesce(max(seq), 0) from audit_event) as newest
    from audit_anchor anchor left join audit_event event on event.seq = anchor.seq order by anchor.seq`.execute(db)
  const last = anchors.at(-1)
  const found = { entries, anchored: Number(last?.seq ?? 0), anchorTime: last?.create_time ?? null }
  const named = (seq: bigint | number, fault: AuditFault): Verified => ({ ...found, broken: Number(seq), fault })

  if (broken !== null) return named(broken, missing ? 'missing' : 'changed')
  for (const anchor of anchors) {
    if (!timingSafeEqual(macOf(secrets, anchor), Buffer.concat([anchor.mac, Buffer.alloc(32)]).subarray(0, 32)))
      return named(anchor.seq, 'anchor')
    if (anchor.stands === null) return named(anchor.newest + 1n, 'cut')
    if (!anchor.stands.equals(anchor.hash)) return named(anchor.seq, 'replaced')
  }
  return { ...found, broken: null, fault: null }
}
