import { z } from 'zod'
import { count, file, get, id, ids, none, paged, paging, post, time } from './endpoint.ts'

/** A file that somebody put in. */
export const Attachment = z.object({
  id,
  name: z.string(),
  /** Bytes. */
  size: count,
  sha256: z.string(),
  purpose: z.string(),
  ownerId: z.string(),
  createUser: z.string(),
  createUserName: z.string(),
  createTime: time,
  /** A ledger version was read from it. */
  held: z.boolean(),
})
export type Attachment = z.output<typeof Attachment>

export const attachment = {
  list: get('/sc-system/attachment/list', {
    may: 'attachment.view',
    says: 'Files of the tenant, newest first',
    input: paging(['name', 'purpose', 'createUserName', 'size', 'createTime']),
    output: paged(Attachment),
  }),
  download: file('/sc-system/attachment/download', {
    may: 'attachment.view',
    says: 'A file of the tenant, as an attachment',
    input: z.object({ id, 'Sc-Auth': z.string().optional() }),
    output: z.unknown(),
  }),
  remove: post('/sc-system/attachment/remove', {
    may: 'attachment.delete',
    says: 'Deletes files for a reason; refused for what a ledger version was read from',
    input: z.object({
      ids: ids.pipe(z.array(id)),
      reason: z.string({ error: 'deleteReason' }).trim().min(1, 'deleteReason').max(200),
    }),
    output: none,
  }),
}

/** What a job `storage.test` comes to; `step` is what failed, `took` milliseconds. */
export const StorageTest = z.object({
  ok: z.boolean(),
  step: z.enum(['', 'put', 'get', 'delete']),
  took: count,
  error: z.string(),
})

export const storage = {
  info: get('/sc-system/storage/info', {
    may: 'storage.manage',
    says: 'Where files lie; secrets are not shown',
    input: none,
    output: z.object({
      kind: z.enum(['disk', 's3']),
      bucket: z.string(),
      endpoint: z.string(),
      region: z.string(),
      accessKeyId: z.string(),
      secretSet: z.boolean(),
      /** Bytes free on the disk of the data folder, and its size. */
      free: count,
      capacity: count,
    }),
  }),
  test: post('/sc-system/storage/test', {
    may: 'storage.manage',
    says: 'Stores a probe, reads it back and deletes it, as a job: {ok, step, took, error}; in the store of this id, else in the own one',
    input: z.object({ storeId: id.optional() }),
    output: z.object({ jobId: id }),
  }),
  usage: get('/sc-system/storage/usage', {
    may: 'storage.manage',
    says: 'Files and bytes by tenant, the largest first',
    input: paging(['tenantId', 'tenantName']),
    output: paged(
      z.object({
        tenantId: z.string(),
        tenantName: z.string(),
        files: count,
        /** Of files as people see them. */
        bytes: count,
        /** As stored: the same content of a tenant once. */
        stored: count,
      }),
    ),
  }),
  orphans: get('/sc-system/storage/orphans', {
    may: 'storage.manage',
    says: 'What the last scan found: stored content that no file names, objects that no content has, and files whose content is gone',
    input: none,
    output: z.object({
      scanTime: time.nullable(),
      blobs: count,
      bytes: count,
      /** Objects in the stores that no row knows, a day old, and their bytes. */
      strays: count,
      strayBytes: count,
      missing: z.array(z.object({ tenantId: z.string(), fileId: z.string(), name: z.string() })),
      missingCount: count,
    }),
  }),
  scan: post('/sc-system/storage/scan', {
    may: 'storage.manage',
    says: 'Scans now, as a job',
    input: none,
    output: z.object({ jobId: id }),
  }),
  clean: post('/sc-system/storage/clean', {
    may: 'storage.manage',
    says: 'Deletes stored content that no file has named for a day, as a job',
    input: none,
    output: z.object({ jobId: id }),
  }),
}
