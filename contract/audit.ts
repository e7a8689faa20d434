import { z } from 'zod'
import { count, get, none, paged, paging, time } from './endpoint.ts'

/** What happened to which record; `before` and `after` are the fields that changed. */
export const AuditEntry = z.object({
  /** 1, 2, 3 … in the tenant. */
  seq: count,
  actorId: z.string(),
  actorName: z.string(),
  action: z.string(),
  bizType: z.string(),
  bizId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string(),
  traceId: z.string(),
  createTime: time,
})
export type AuditEntry = z.output<typeof AuditEntry>

/**
 * How a chain is broken: `changed`: the entry is not what it was; `missing`: entries before it are gone; `cut`: the newest, from
 * it on, are gone; `replaced`: the chain holds, but is another one than before; `anchor`: the anchor kept of it was tampered with.
 */
export const auditFaults = ['changed', 'missing', 'cut', 'replaced', 'anchor'] as const
export type AuditFault = (typeof auditFaults)[number]

export const audit = {
  list: get('/sc-system/audit/list', {
    may: 'audit.view',
    says: 'Who did what to what, newest first',
    input: paging(['action', 'bizType', 'bizId', 'actorId', 'actorName', 'traceId', 'address', 'createTime']),
    output: paged(AuditEntry),
  }),
  detail: get('/sc-system/audit/detail', {
    may: 'audit.view',
    says: 'One entry, with its own hash and its predecessor’s',
    input: z.object({ seq: count }),
    output: AuditEntry.extend({ hash: z.string(), prevHash: z.string() }),
  }),
  verify: get('/sc-system/audit/verify', {
    may: 'audit.view',
    says: 'Walks the hash chain and its anchors; names the first entry that was tampered with, if any',
    input: none,
    output: z.object({
      entries: count,
      /** The number of the first entry that is not right. */
      broken: count.nullable(),
      fault: z.enum(auditFaults).nullable(),
      /** The newest head that was anchored, and when. */
      anchored: count,
      anchorTime: time.nullable(),
    }),
  }),
}
