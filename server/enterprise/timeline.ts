import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { type clientProfile, type TimelineEntry, timelineKinds } from '#contract/client-profile.ts'
import { extentOf } from '#contract/grants.ts'
import { audit } from '#server/kernel/audit.ts'
import { type Context, one, page } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { reachableEnterprise, reachesProject } from '../project/reach.ts'

/** What an event of the audit log is about, to who reads a client's story. */
const kind = sql<TimelineEntry['kind']>`case when audit_event.action = 'enterprise.note' then 'note'
  when audit_event.biz_type = 'enterprise' then 'client' when audit_event.biz_type = 'project' then 'project'
  when audit_event.biz_type = 'dataset' then 'ledger' else 'paper' end`
// cast here, so that the joins are look-ups by key: compared as texts, each page would read all projects of the firm
const projectOf = sql<string>`case when audit_event.biz_type = 'dataset'
    then (coalesce(audit_event.after, audit_event.before) ->> 'projectId')::uuid
  when audit_event.biz_type in ('project', 'relation', 'paper') then audit_event.biz_id::uuid end`
const noteOf = sql<string>`case when audit_event.action = 'enterprise.note' then (audit_event.after ->> 'noteId')::uuid end`
const columns = { createTime: 'audit_event.create_time', actorName: 'audit_event.actor_name' }

/** The client's projects in the caller's reach, deleted ones too, and their ledgers, as the audit log names them. */
async function recordsOf({ db, user }: Context, enterpriseId: string) {
  const extent = extentOf(user.held, 'project.view')
  if (!extent) return { projects: [], datasets: [] }
  const projects = await db
    .selectFrom('firm_project')
    .where('enterprise_id', '=', enterpriseId)
    .where(reachesProject({ user, extent }))
    .select('firm_project.id')
    .execute()
  const ids = projects.map(({ id }) => id)
  const datasets = ids.length
    ? await db.selectFrom('dataset').where('project_id', 'in', ids).select('id').execute()
    : []
  return { projects: ids, datasets: datasets.map(({ id }) => id) }
}

/** What happened with a client and its projects, newest first: the audit log, told to who may see the client. */
export async function timelineOf(
  context: Context,
  { enterpriseId, kind: wanted, ...paging }: z.output<typeof clientProfile.timeline.input>,
) {
  const { db, user } = context
  await reachableEnterprise(context, enterpriseId)
  const { projects, datasets } = await recordsOf(context, enterpriseId)
  // the ids are given as lists, so that each branch is a look-up by index
  const about = sql<SqlBool>`(audit_event.biz_type = 'enterprise' and audit_event.biz_id = ${enterpriseId}
    or audit_event.biz_type in ('project', 'relation', 'paper') and audit_event.biz_id = any(${projects}::text[])
    or audit_event.biz_type = 'dataset' and audit_event.biz_id = any(${datasets}::text[]))`
  let query = db
    .selectFrom('audit_event')
    .leftJoin('firm_project', (join) => join.on(sql<SqlBool>`firm_project.id = ${projectOf}`))
    .leftJoin('enterprise_note', (join) => join.on(sql<SqlBool>`enterprise_note.id = ${noteOf}`))
    .where(about)
    // a deleted note is gone from the story; the audit log keeps it
    .where('audit_event.action', '<>', 'enterprise.removeNote')
    .where(sql<SqlBool>`(audit_event.action <> 'enterprise.note' or enterprise_note.is_deleted = 0)`)
    .select([
      'audit_event.seq',
      'audit_event.action',
      'audit_event.actor_name as actorName',
      'audit_event.create_time as createTime',
      'audit_event.before',
      'audit_event.after',
      kind.as('kind'),
      'firm_project.id as projectId',
      'firm_project.project_name as projectName',
      'firm_project.year',
      'enterprise_note.id as noteId',
      'enterprise_note.content as note',
      sql<boolean>`coalesce(enterprise_note.create_user = ${user.id}, false)`.as('mine'),
    ])
  if (wanted && timelineKinds.includes(wanted)) query = query.where(sql<SqlBool>`${kind} = ${wanted}`)
  const found = await page(query, paging, columns, ['audit_event.seq desc'])
  return { ...found, records: found.records.map(shown) }
}

type Event = {
  seq: bigint
  action: string
  actorName: string
  createTime: Date
  before: unknown
  after: unknown
  kind: TimelineEntry['kind']
  projectId: string | null
  projectName: string | null
  year: number | null
  noteId: string | null
  note: string | null
  mine: boolean
}

const shown = (row: Event): TimelineEntry => ({
  seq: Number(row.seq),
  kind: row.kind,
  action: row.action,
  actorName: row.actorName,
  createTime: wallTime(row.createTime),
  projectId: row.projectId ?? '',
  projectName: row.projectName ?? '',
  year: row.year === null ? '' : String(row.year),
  fields: row.action.endsWith('.update') ? changedFields(row.before, row.after) : [],
  content: row.note ?? contentOf(row),
  noteId: row.noteId ?? '',
  mine: row.mine,
})

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Fields that change with every write and say nothing. */
const silent = new Set(['version', 'updateTime', 'updateUser', 'mine', 'projectCount'])
function changedFields(before: unknown, after: unknown): string[] {
  const names = Object.keys(typeof after === 'object' && after !== null ? after : {}).filter(
    (name) => !silent.has(name),
  )
  return names.filter((name) => JSON.stringify(field(before, name)) !== JSON.stringify(field(after, name))).toSorted()
}

/** The person who was assigned, the files that were handed over. */
function contentOf({ before, after }: Pick<Event, 'before' | 'after'>): string {
  const person = field(after, 'personName') ?? field(before, 'personName')
  if (typeof person === 'string') return person
  const files = field(after, 'files')
  const names = Array.isArray(files) ? files.map((file) => field(file, 'name')) : []
  return names.filter((name) => typeof name === 'string').join('、')
}

/** Notes what was talked about. */
export async function addNote(context: Context, { enterpriseId, content }: { enterpriseId: string; content: string }) {
  await reachableEnterprise(context, enterpriseId)
  const { id } = await context.db
    .insertInto('enterprise_note')
    .values({ enterprise_id: enterpriseId, content })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { noteId: id, content }
  await audit(context, { action: 'enterprise.note', bizType: 'enterprise', bizId: enterpriseId, after })
  return { id }
}

/** Deletes one's own note, or any for who keeps all clients. */
export async function removeNote(context: Context, { enterpriseId, id }: { enterpriseId: string; id: string }) {
  const { db, user, extent } = context
  await reachableEnterprise(context, enterpriseId)
  let query = db
    .updateTable('enterprise_note')
    .set({ is_deleted: 1 })
    .where('id', '=', id)
    .where('enterprise_id', '=', enterpriseId)
    .where('is_deleted', '=', 0)
  if (extent !== true) query = query.where('create_user', '=', user.id)
  const { content } = one(await query.returning('content').execute())
  const before = { noteId: id, content }
  await audit(context, { action: 'enterprise.removeNote', bizType: 'enterprise', bizId: enterpriseId, before })
  return {}
}
