import { z } from 'zod'
import {
  conflictChoice,
  DiskActivity,
  DiskNode,
  DiskRule,
  DiskSpace,
  DiskStep,
  MOST_NODES,
  subjectKinds,
} from './disk-shapes.ts'
import { count, get, id, none, paged, paging, post } from './endpoint.ts'

/** Checked for what a file system takes where it is used; here only so that it is a text. */
export const nodeName = z.string({ error: 'diskName' }).max(1000)
export const nodeIds = z.array(id).min(1).max(MOST_NODES)
/** `gone`: the person has left, the department or role was removed; the rule opens nothing to anybody. */
const NamedRule = DiskRule.extend({ name: z.string(), gone: z.boolean() })
/** `jobId` is empty where it was done at once. */
const Started = z.object({ jobId: z.string(), done: count })

/** Spaces and the tree of folders and files in them. */
export const disk = {
  spaces: get('/sc-llm/disk/spaces', {
    may: 'disk.use',
    says: 'The spaces the caller sees: firm, own, and those of enterprises and projects that have files',
    input: z.object({ enterpriseId: id.optional(), projectId: id.optional() }),
    output: z.array(DiskSpace),
  }),
  openSpace: post('/sc-llm/disk/openSpace', {
    may: 'disk.use',
    says: 'The space of an enterprise or a project the caller reaches, made if there is none',
    input: z.object({ type: z.enum(['enterprise', 'project']), ownerId: id }),
    output: DiskSpace,
  }),
  saveSpace: post('/sc-llm/disk/saveSpace', {
    may: 'disk.manage',
    says: 'Sets the quota and the number of versions kept of a space',
    input: z.object({ id, quotaBytes: count.nullable().optional(), versionKeep: z.int().min(1).max(500).optional() }),
    output: none,
  }),
  leftSpaces: get('/sc-llm/disk/leftSpaces', {
    may: 'user.edit',
    says: 'Own spaces of people who have left that still hold something, of those whom the caller manages; no names of files',
    input: z.object({}),
    output: z.array(z.object({ id, name: z.string(), bytes: count, files: count })),
  }),
  handOver: post('/sc-llm/disk/handOver', {
    may: 'user.edit',
    says: 'Puts all that is in the own space of somebody who has left into a folder of a colleague’s own space',
    input: z.object({ spaceId: id, toUserId: id }),
    output: z.object({ folder: z.string() }),
  }),
  usage: get('/sc-llm/disk/usage', {
    may: 'disk.use',
    says: 'What fills a space: by kind of file and by person, and the largest files; of the whole firm without an id (administrators)',
    input: z.object({ spaceId: id.optional() }),
    output: z.object({
      quotaBytes: count.nullable(),
      usedBytes: count,
      reservedBytes: count,
      trashBytes: count,
      versionBytes: count,
      kinds: z.array(z.object({ kind: z.string(), bytes: count, files: count })),
      people: z.array(z.object({ userId: z.string(), name: z.string(), bytes: count, files: count })),
      largest: z.array(DiskNode),
      spaces: z.array(z.object({ id, type: z.string(), name: z.string(), bytes: count })),
    }),
  }),
  tree: get('/sc-llm/disk/tree', {
    may: 'disk.use',
    says: 'The folders directly below a folder, by name, at most 1,000',
    input: z.object({ parentId: id }),
    output: z.array(z.object({ id, name: z.string(), level: count, hasChildren: z.boolean() })),
  }),
  list: get('/sc-llm/disk/list', {
    may: 'disk.use',
    says: 'What lies in a folder, folders first',
    input: paging(['name', 'kind', 'ext', 'size', 'updateTime', 'createTime', 'updateUserName', 'tag'], {
      parentId: id,
    }),
    output: paged(DiskNode),
  }),
  detail: get('/sc-llm/disk/detail', {
    may: 'disk.use',
    says: 'A folder or file with the way to it',
    input: z.object({ id }),
    output: z.object({ node: DiskNode, steps: z.array(DiskStep), space: DiskSpace, versions: count }),
  }),
  search: get('/sc-llm/disk/search', {
    may: 'disk.use',
    says: 'Files and folders by name, kind, days, maker, tag, and by the words in them (content=1)',
    input: paging(['name', 'kind', 'ext', 'size', 'updateTime', 'createUserName', 'tag'], {
      words: z.string().trim().max(200).optional(),
      content: z.enum(['0', '1']).default('0'),
      spaceId: id.optional(),
      parentId: id.optional(),
    }),
    output: paged(DiskNode.extend({ steps: z.array(DiskStep), snippet: z.string() })),
  }),
  makeFolder: post('/sc-llm/disk/makeFolder', {
    may: 'disk.use',
    says: 'A new folder; a name that is taken is refused',
    input: z.object({ parentId: id, name: nodeName }),
    output: DiskNode,
  }),
  rename: post('/sc-llm/disk/rename', {
    may: 'disk.use',
    says: 'Gives a folder or file another name',
    input: z.object({ id, name: nodeName }),
    output: DiskNode,
  }),
  move: post('/sc-llm/disk/move', {
    may: 'disk.use',
    says: 'Moves nodes into a folder, of another space too; a name that is taken is refused, skipped or renamed',
    input: z.object({ ids: nodeIds, targetId: id, conflict: conflictChoice.default('ask') }),
    output: z.object({ moved: count, skipped: count }),
  }),
  copy: post('/sc-llm/disk/copy', {
    may: 'disk.use',
    says: 'Copies nodes with what is below them; a large tree as a job',
    input: z.object({ ids: nodeIds, targetId: id }),
    output: Started,
  }),
  remove: post('/sc-llm/disk/remove', {
    may: 'disk.use',
    says: 'Puts nodes into the recycle bin',
    input: z.object({ ids: nodeIds }),
    output: none,
  }),
  conflicts: post('/sc-llm/disk/conflicts', {
    may: 'disk.use',
    says: 'Which of these paths below a folder are taken, and which names cannot be; asked before an upload begins',
    input: z.object({ parentId: id, paths: z.array(z.string().max(4000)).min(1).max(5000) }),
    output: z.object({
      taken: z.array(z.object({ path: z.string(), node: DiskNode })),
      bad: z.array(z.object({ path: z.string(), why: z.string() })),
    }),
  }),
  rules: get('/sc-llm/disk/rules', {
    may: 'disk.use',
    says: 'Who may do what in a folder: its own rules and those it inherits',
    input: z.object({ id }),
    output: z.object({
      inherits: z.boolean(),
      own: z.array(NamedRule),
      inherited: z.array(NamedRule.extend({ fromId: id, fromName: z.string() })),
    }),
  }),
  saveRules: post('/sc-llm/disk/saveRules', {
    may: 'disk.use',
    says: 'Replaces the own rules of a folder or file; without inheriting only they and managers count',
    input: z.object({ id, inherits: z.boolean(), rules: z.array(DiskRule).max(200) }),
    output: none,
  }),
  subjects: get('/sc-llm/disk/subjects', {
    may: 'disk.use',
    says: 'People, roles and departments of the firm that a rule can name',
    input: z.object({ words: z.string().trim().max(100).default('') }),
    output: z.array(z.object({ subject: z.enum(subjectKinds), subjectId: z.string(), name: z.string() })),
  }),
  activity: get('/sc-llm/disk/activity', {
    may: 'disk.use',
    says: 'What happened to a file, or in a folder and below it, newest first',
    input: paging(['verb', 'name', 'time'], { nodeId: id }),
    output: paged(DiskActivity),
  }),
}
