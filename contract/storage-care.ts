import { z } from 'zod'
import { count, get, id, ids, none, post, time } from './endpoint.ts'

/** `home` is the store the deployment's environment names; the others are rows. */
const storeId = z.literal('home').or(id)

/** A place where files lie. Secrets are never shown. */
export const Store = z.object({
  id: storeId,
  name: z.string(),
  kind: z.enum(['disk', 's3']),
  folder: z.string(),
  bucket: z.string(),
  endpoint: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretSet: z.boolean(),
  /** New files go here unless a data source says otherwise. */
  isDefault: z.boolean(),
  /** What lies there now. */
  files: count,
  bytes: count,
  version: count,
})
export type Store = z.output<typeof Store>

const text = (most: number) => z.string().trim().max(most)

export const store = {
  list: get('/sc-system/store/list', {
    may: 'storage.manage',
    says: "The places where files lie, the deployment's own first, and what lies in each; which data sources have one of their own",
    input: none,
    output: z.object({
      stores: z.array(Store),
      /** `storeId` empty: as the platform. */
      datasources: z.array(z.object({ id, name: z.string(), storeId: storeId.or(z.literal('')) })),
      /** Folders of this server that may be named. */
      folders: z.array(z.string()),
    }),
  }),
  submit: post('/sc-system/store/submit', {
    may: 'storage.manage',
    says: 'Adds a store, or with an id changes its name and keys; where it lies cannot be changed. Without `secret` the one that stands stays',
    input: z.object({
      id: id.optional(),
      name: z.string({ error: 'storeName' }).trim().min(1, 'storeName').max(60),
      kind: z.enum(['disk', 's3']),
      folder: text(400).default(''),
      bucket: text(100).default(''),
      endpoint: text(300).default(''),
      region: text(60).default(''),
      accessKeyId: text(200).default(''),
      secret: z.string().max(400).optional(),
      version: z.coerce.number().int().optional(),
    }),
    output: z.object({ id }),
  }),
  remove: post('/sc-system/store/remove', {
    may: 'storage.manage',
    says: 'Removes stores in which nothing lies and which nothing has chosen; objects in them stay untouched',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  choose: post('/sc-system/store/choose', {
    may: 'storage.manage',
    says: 'Where new files go: for the platform, or for the tenants of one data source (empty: as the platform). What lies elsewhere stays until it is moved',
    input: z.object({ storeId: storeId.or(z.literal('')), datasourceId: id.optional() }),
    output: none,
  }),
}

/** Content that is not what it was, or that carries a virus. */
export const TroubledBlob = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  sha256: z.string(),
  size: count,
  trouble: z.enum(['bits', 'missing', 'infected']),
  virus: z.string(),
  foundTime: time,
  storeName: z.string(),
  /** Names of files with this content, at most five. */
  names: z.array(z.string()),
})
export type TroubledBlob = z.output<typeof TroubledBlob>

const job = z.object({ jobId: id })

export const storageCare = {
  state: get('/sc-system/storage/state', {
    may: 'storage.manage',
    says: 'How files lie over all tenants: what is sealed, what waits to be moved, checked or scanned, what was found damaged, and whether the scanner answers',
    network: true,
    input: none,
    output: z.object({
      files: count,
      bytes: count,
      sealed: count,
      /** Files that do not lie where and how the settings say, and their bytes. */
      misplaced: count,
      misplacedBytes: count,
      /** Old objects that go when nobody can be reading them any more. */
      leftovers: count,
      neverChecked: count,
      oldestCheck: time.nullable(),
      waiting: count,
      scanner: z.object({
        kind: z.enum(['off', 'builtin', 'clamd']),
        ok: z.boolean(),
        /** Its version, or what is wrong with it. */
        says: z.string(),
      }),
      troubled: z.array(TroubledBlob),
      troubledCount: count,
    }),
  }),
  scrub: post('/sc-system/storage/scrub', {
    may: 'storage.manage',
    says: 'Reads all stored content again and compares it with its checksum, as a job: {checked, bytes, damaged, healed}',
    input: none,
    output: job,
  }),
  settle: post('/sc-system/storage/settle', {
    may: 'storage.manage',
    says: 'Moves content to where and how the settings say (store, encryption, newest key), as a job that can be cancelled and run again: {moved, bytes, failed}',
    input: none,
    output: job,
  }),
  rotate: post('/sc-system/storage/rotate', {
    may: 'storage.manage',
    says: 'Makes a new key for every tenant that encrypts its files; what lies under an older one is sealed anew by `settle`',
    input: none,
    output: z.object({ tenants: count }),
  }),
  rescan: post('/sc-system/storage/rescan', {
    may: 'storage.manage',
    says: 'Looks for viruses in what was taken in while the scanner was away, as a job: {scanned, infected, waiting}',
    input: z.object({ all: z.boolean().default(false) }),
    output: job,
  }),
}
