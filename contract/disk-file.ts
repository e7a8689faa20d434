import { z } from 'zod'
import { conflictChoice, DiskNode, DiskStep, DiskVersion } from './disk-shapes.ts'
import { nodeIds, nodeName } from './disk.ts'
import { count, get, id, none, paged, paging, post } from './endpoint.ts'

/** 64 hexadecimal digits in lower case. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * What an upload to the disk says in its tus metadata besides purpose `disk`, ownerId (the folder it goes to) and name.
 * `relPath`: folders below it with `/`, made if they are not there. `conflict`: skip, version, rename or ask. `sha256`: what the
 * bytes must come to; others are refused. `node`: only as a new version of this file, whatever its name. The answer to the last
 * piece carries X-File-Id (the file of the version) and X-Node-Id; X-Disk-Skipped: 1 where the name was taken and it was left out.
 */
export const diskUploadMetadata = z.object({
  relPath: z.string().max(4000).default(''),
  conflict: conflictChoice.default('ask'),
  sha256: sha256Hex.optional(),
  node: id.optional(),
})
export type DiskUploadMetadata = z.output<typeof diskUploadMetadata>

const Instant = z.object({
  /** `send`: upload the bytes. `prove`: hash the ranges. `done`: it is there. */
  state: z.enum(['send', 'prove', 'done']),
  node: DiskNode.nullable(),
  skipped: z.boolean(),
  challengeId: z.string(),
  /** Each answer is the SHA-256, in hex, of these bytes (hex) followed by the bytes `start` up to but not including `end`. */
  nonce: z.string(),
  ranges: z.array(z.object({ start: count, end: count })),
})

/** Versions, locks, marks, instant uploads, archives, and where files of the disk can go. */
export const diskFile = {
  versions: get('/sc-llm/disk/versions', {
    may: 'disk.use',
    says: 'The versions of a file, newest first',
    input: z.object({ id }),
    output: z.array(DiskVersion),
  }),
  restoreVersion: post('/sc-llm/disk/restoreVersion', {
    may: 'disk.use',
    says: 'Makes an old version the newest again; those between stay',
    input: z.object({ id, versionId: id }),
    output: DiskNode,
  }),
  nameVersion: post('/sc-llm/disk/nameVersion', {
    may: 'disk.use',
    says: 'Names a version, which keeps it; an empty name lets it go again',
    input: z.object({ id, versionId: id, comment: z.string().trim().max(200) }),
    output: none,
  }),
  removeVersion: post('/sc-llm/disk/removeVersion', {
    may: 'disk.use',
    says: 'Removes a version that is not the current one, for good',
    input: z.object({ id, versionId: id }),
    output: none,
  }),
  lock: post('/sc-llm/disk/lock', {
    may: 'disk.use',
    says: 'Holds a file for the caller: others read it, and change nothing, until he lets go or hours pass',
    input: z.object({ id }),
    output: DiskNode,
  }),
  unlock: post('/sc-llm/disk/unlock', {
    may: 'disk.use',
    says: 'Lets a file go; another’s lock only whoever manages the folder',
    input: z.object({ id, force: z.boolean().default(false) }),
    output: DiskNode,
  }),
  hold: post('/sc-llm/disk/hold', {
    may: 'disk.manage',
    says: 'Puts nodes and what is below them under legal hold, or ends it: what is held is never purged',
    input: z.object({ ids: nodeIds, on: z.boolean() }),
    output: none,
  }),
  tag: post('/sc-llm/disk/tag', {
    may: 'disk.use',
    says: 'Adds and removes tags of nodes',
    input: z.object({
      ids: nodeIds,
      add: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
      remove: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
    }),
    output: none,
  }),
  tags: get('/sc-llm/disk/tags', {
    may: 'disk.use',
    says: 'Tags in use in a space, most used first',
    input: z.object({ spaceId: id }),
    output: z.array(z.object({ tag: z.string(), count })),
  }),
  favour: post('/sc-llm/disk/favour', {
    may: 'disk.use',
    says: 'Marks nodes as favourites of the caller, or ends it',
    input: z.object({ ids: nodeIds, on: z.boolean() }),
    output: none,
  }),
  touch: post('/sc-llm/disk/touch', {
    may: 'disk.use',
    says: 'Notes that the caller has opened a node, for his recent ones',
    input: z.object({ id }),
    output: none,
  }),
  marked: get('/sc-llm/disk/marked', {
    may: 'disk.use',
    says: 'The caller’s favourites, recent nodes, or those others have opened to him',
    input: paging(['name', 'kind', 'ext', 'size', 'updateTime'], { by: z.enum(['favourite', 'recent', 'shared']) }),
    output: paged(DiskNode.extend({ steps: z.array(DiskStep) })),
  }),
  offer: post('/sc-llm/disk/offer', {
    may: 'disk.use',
    says: 'Offers content by its hash before it is sent: done at once if the caller can read it already, else a question about its bytes',
    input: z.object({
      parentId: id,
      name: nodeName,
      relPath: z.string().max(4000).default(''),
      conflict: conflictChoice.default('ask'),
      size: z.int().positive(),
      sha256: sha256Hex,
    }),
    output: Instant,
  }),
  prove: post('/sc-llm/disk/prove', {
    may: 'disk.use',
    says: 'Answers the question about the bytes; a wrong answer and content that is not there read alike: send it',
    input: z.object({ challengeId: id, answers: z.array(sha256Hex).min(1).max(16) }),
    output: Instant,
    network: true,
  }),
  zip: post('/sc-llm/disk/zip', {
    may: 'disk.use',
    says: 'Packs nodes into one archive',
    input: z.object({ ids: nodeIds, name: nodeName.default('') }),
    output: z.object({ jobId: id }),
  }),
  unzip: post('/sc-llm/disk/unzip', {
    may: 'disk.use',
    says: 'Unpacks an archive of the disk into a folder; what cannot be taken is told by name',
    input: z.object({ id, targetId: id, conflict: z.enum(['skip', 'version', 'rename']).default('rename') }),
    output: z.object({ jobId: id }),
  }),
  toProject: post('/sc-llm/disk/toProject', {
    may: 'disk.use',
    says: 'Copies files into the material of a project',
    input: z.object({ ids: nodeIds, projectId: id }),
    output: z.object({ added: count }),
  }),
  toKnowledge: post('/sc-llm/disk/toKnowledge', {
    may: 'disk.use',
    says: 'Takes files into a knowledge base as documents',
    input: z.object({ ids: nodeIds, baseId: id }),
    output: z.object({ jobId: z.string(), added: count, duplicates: count }),
    network: true,
  }),
  toPaper: post('/sc-llm/disk/toPaper', {
    may: 'disk.use',
    says: 'Opens a spreadsheet of the disk as a working paper of a project',
    input: z.object({ id, projectId: id }),
    output: z.object({ fileId: id, name: z.string() }),
    network: true,
  }),
  toAttachment: post('/sc-llm/disk/toAttachment', {
    may: 'disk.use',
    says: 'Attaches files to a paper of a project, or to the project itself where no paper is named',
    input: z.object({ ids: nodeIds, projectId: id, paperId: z.string().max(20).default('') }),
    output: z.object({ added: count }),
    network: true,
  }),
  toVoucher: post('/sc-llm/disk/toVoucher', {
    may: 'disk.use',
    says: 'Puts files among the documents of a project that wait to be hung on vouchers',
    input: z.object({ ids: nodeIds, projectId: id }),
    output: z.object({ added: count }),
    network: true,
  }),
}
