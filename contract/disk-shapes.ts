import { z } from 'zod'
import { count, id, time } from './endpoint.ts'

/** What files of the disk are marked with; each version of a node is one, and belongs to the node. */
export const DISK_FILE = 'disk'
/** The kinds of job that copy trees, pack and unpack archives, and read texts for the search. */
export const DISK_COPY_JOB = 'disk.copy'
export const DISK_ZIP_JOB = 'disk.zip'
export const DISK_UNZIP_JOB = 'disk.unzip'
export const DISK_TEXT_JOB = 'disk.text'

/** Nodes in one call. */
export const MOST_NODES = 500
/** A name in UTF-8: what every file system takes. */
export const LONGEST_NAME_BYTES = 255
/** Folders in folders. */
export const DEEPEST = 60
/** How long a lock lasts unless it is taken again. */
export const LOCK_HOURS = 8

export const spaceTypes = ['firm', 'user', 'enterprise', 'project', 'course'] as const
export type SpaceType = (typeof spaceTypes)[number]

/** How far somebody may go in a folder and below; each includes those before it. 0: he does not see it. */
export const diskLevel = { none: 0, view: 1, download: 2, upload: 3, edit: 4, manage: 5 } as const
export const diskLevels = ['none', 'view', 'download', 'upload', 'edit', 'manage'] as const

/** What happens where a file of the name is there already. `ask` refuses (409), so that a person can choose. */
export const conflictChoices = ['ask', 'skip', 'version', 'rename'] as const
export const conflictChoice = z.enum(conflictChoices)
export type ConflictChoice = z.output<typeof conflictChoice>

export const nodeKinds = ['file', 'folder'] as const

export const DiskSpace = z.object({
  id,
  type: z.enum(spaceTypes),
  /** Empty for the firm; else of the user, enterprise, project or course. */
  ownerId: z.string(),
  name: z.string(),
  /** The folder that is the top of the space. */
  rootId: id,
  /** The caller's level at its top. */
  level: count,
  /** Null: the limit of the tenant's package alone. */
  quotaBytes: count.nullable(),
  /** All versions and what lies in the recycle bin. */
  usedBytes: count,
  /** Promised to uploads under way. */
  reservedBytes: count,
  trashBytes: count,
  /** Versions that are kept of a file; named ones are kept beside them. */
  versionKeep: count,
})
export type DiskSpace = z.output<typeof DiskSpace>

export const DiskNode = z.object({
  id,
  spaceId: id,
  /** Empty at the top of the space. */
  parentId: z.string(),
  name: z.string(),
  kind: z.enum(nodeKinds),
  /** Lower case, without the dot. */
  ext: z.string(),
  mime: z.string(),
  /** Bytes; of a folder all current files below it. */
  size: count,
  /** The file of the current version, for download, viewer and sheet; empty of a folder. */
  fileId: z.string(),
  sha256: z.string(),
  versionNo: count,
  /** The caller's level on it. */
  level: count,
  /** Has rules of its own, beside those inherited. */
  ownRules: z.boolean(),
  /** Empty: nobody holds it. */
  lockedBy: z.string(),
  lockedByName: z.string(),
  lockUntil: time.nullable(),
  /** Can be neither purged nor emptied from the recycle bin. */
  legalHold: z.boolean(),
  tags: z.array(z.string()),
  favourite: z.boolean(),
  createUserName: z.string(),
  createTime: time,
  updateUserName: z.string(),
  updateTime: time,
})
export type DiskNode = z.output<typeof DiskNode>

/** A step of the way from the top of the space. */
export const DiskStep = z.object({ id, name: z.string() })
export type DiskStep = z.output<typeof DiskStep>

export const DiskVersion = z.object({
  id,
  no: count,
  fileId: id,
  size: count,
  sha256: z.string(),
  comment: z.string(),
  /** Named: never removed by the number of versions kept. */
  pinned: z.boolean(),
  current: z.boolean(),
  createUserName: z.string(),
  createTime: time,
})
export type DiskVersion = z.output<typeof DiskVersion>

export const subjectKinds = ['user', 'role', 'dept'] as const
export const DiskRule = z.object({
  subject: z.enum(subjectKinds),
  /** The id of the user or department, the alias of the role. */
  subjectId: z.string().min(1).max(64),
  level: z.int().min(0).max(5),
})
export type DiskRule = z.output<typeof DiskRule>

export const activityVerbs = [
  'folder', 'upload', 'version', 'restoreVersion', 'removeVersion', 'nameVersion', 'rename', 'move', 'copy', 'trash', 'restore',
  'purge', 'lock', 'unlock', 'forceUnlock', 'tag', 'rules', 'hold', 'share', 'collect', 'unzip', 'toProject', 'toKnowledge', 'toPaper', 'toAttachment',
  'toVoucher',
] as const // prettier-ignore
export type ActivityVerb = (typeof activityVerbs)[number]
export const DiskActivity = z.object({
  id,
  nodeId: z.string(),
  /** As it was called then. */
  name: z.string(),
  verb: z.enum(activityVerbs),
  /** What there is to say with it: `from`, `to`, `no`, `count`. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  userName: z.string(),
  time,
})
export type DiskActivity = z.output<typeof DiskActivity>
