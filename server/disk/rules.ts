import { sql } from 'kysely'
import type { z } from 'zod'
import type { disk } from '#contract/disk.ts'
import { diskLevel, subjectKinds } from '#contract/disk-shapes.ts'
import { extentOf, type Role, roleLabels } from '#contract/grants.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { note } from './activity.ts'
import { holdNode } from './change.ts'
import { nodeSeen } from './rows.ts'
import { levelIn } from './sight.ts'
import { managesDisk } from './spaces.ts'

type Calls = Service<typeof disk>
type Rule = z.output<typeof disk.saveRules.input>['rules'][number]
type Subject = Awaited<ReturnType<Calls['subjects']>>[number]

const key = ({ subject, subjectId }: Pick<Rule, 'subject' | 'subjectId'>) => `${subject}:${subjectId}`
const isRole = (alias: string): alias is Role => Object.hasOwn(roleLabels, alias)

/** People, departments and roles of the tenant; of the product's roles those that somebody holds. */
async function subjectsOf(db: Db, language: Context['language'], words = ''): Promise<Subject[]> {
  const { rows } = await sql<{ subject: Subject['subject']; id: string; name: string; alias: string | null }>`
    select 'user' as subject, id::text as id, coalesce(nullif(real_name, ''), account) as name, null as alias
      from app_user where is_deleted = 0 and left_time is null and tenant_id = current_tenant()
    union all select 'dept', id::text, dept_name, null from dept where is_deleted = 0 and tenant_id = current_tenant()
    union all select 'role', role_alias, role_name, role_alias from role where is_deleted = 0 and tenant_id = current_tenant()
    order by subject, name`.execute(db)
  return rows
    .map(({ subject, id, name, alias }) => ({
      subject,
      subjectId: id,
      name: alias === null ? name : roleName(alias, name, language),
    }))
    .filter(({ name }) => words === '' || matches(name, words))
}

const roleName = (alias: string, name: string, language: Context['language']) =>
  isRole(alias) && language === 'en' ? roleLabels[alias].en : name
const matches = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase())

/** The own rules of a node and those it inherits, with the names of those they are for. */
export const rules: Calls['rules'] = async ({ db, user, language }, { id }) => {
  const { row: node, sight } = await nodeSeen({ db, user }, id)
  const above = node.ancestors
  // who may do what in a folder that he does not see is not for him
  const seen = above.filter(
    (one, depth) =>
      levelIn(sight, { id: one, spaceId: node.spaceId, ancestors: above.slice(0, depth) }) >= diskLevel.view,
  )
  const rows = await db
    .selectFrom('disk_acl')
    .innerJoin('disk_node', 'disk_node.id', 'disk_acl.node_id')
    .select(['node_id', 'subject', 'subject_id', 'level', 'disk_node.name as folder', 'disk_node.inherits'])
    .where('node_id', 'in', [...seen, id])
    .orderBy('disk_acl.create_time')
    .execute()
  const names = new Map((await subjectsOf(db, language)).map((one) => [key(one), one.name]))
  const gone = await goneNames(
    db,
    rows.filter((row) => !names.has(`${row.subject}:${row.subject_id}`)).map((row) => row.subject_id),
  )
  const { inherits } = await db
    .selectFrom('disk_node')
    .select('inherits')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const shown = rows.flatMap((row) => {
    const subject = subjectKinds.find((kind) => kind === row.subject)
    if (!subject) return []
    const rule = { subject, subjectId: row.subject_id, level: row.level }
    const name = names.get(key(rule))
    const called = { name: name ?? gone.get(row.subject_id) ?? '', gone: name === undefined }
    return [{ ...rule, ...called, fromId: row.node_id, fromName: row.folder }]
  })
  const broken = await brokenAt(db, [...above, id])
  return {
    inherits,
    own: shown.flatMap(({ fromId, fromName: _from, ...rule }) => (fromId === id ? [rule] : [])),
    inherited: inherits ? shown.filter(({ fromId }) => fromId !== id && above.indexOf(fromId) >= broken) : [],
  }
}

/** What those are called who have left, and departments and roles that were removed: their rules stay until somebody takes them away. */
async function goneNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce((select dept_name from dept where dept.id::text = wanted.id),
      (select role_name from role where role_alias = wanted.id limit 1), person_name(wanted.id), '') as name
    from unnest(${ids}::text[]) as wanted(id)`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** How far down the last folder stands that takes nothing from above. */
async function brokenAt(db: Db, path: readonly string[]): Promise<number> {
  const rows = await db
    .selectFrom('disk_node')
    .select('id')
    .where('id', 'in', path)
    .where('inherits', '=', false)
    .execute()
  return Math.max(0, ...rows.map(({ id }) => path.indexOf(id)))
}

export const saveRules: Calls['saveRules'] = async (context, { id, inherits, rules: wanted }) => {
  const { db, user, language } = context
  const { row } = await holdNode({ db, user }, id, diskLevel.manage)
  const known = new Set((await subjectsOf(db, language)).map(key))
  const once = [...new Map(wanted.map((rule) => [key(rule), rule])).values()]
  const before = await db
    .selectFrom('disk_acl')
    .select(['subject', 'subject_id', 'level'])
    .where('node_id', '=', id)
    .execute()
  // whoever has left stays where he was named, and is named nowhere anew
  for (const row of before) known.add(`${row.subject}:${row.subject_id}`)
  if (wanted.some((rule) => !known.has(key(rule)))) throw new Refusal('diskSubject')
  await db.deleteFrom('disk_acl').where('node_id', '=', id).execute()
  if (once.length)
    await db
      .insertInto('disk_acl')
      .values(once.map(({ subject, subjectId, level }) => ({ node_id: id, subject, subject_id: subjectId, level })))
      .execute()
  await db
    .updateTable('disk_node')
    .set({ inherits, own_rules: once.length > 0 || !inherits })
    .where('id', '=', id)
    .execute()
  await note(db, row, 'rules', { count: once.length })
  await audit(context, { action: 'disk.rules', bizType: 'disk', bizId: id, before, after: { inherits, rules: once } })
  return {}
}

/** Who works for the firm may name colleagues; guests and students cannot look people up. */
export const subjects: Calls['subjects'] = async ({ db, user, language }, { words }) =>
  managesDisk({ user }) || extentOf(user.held, 'docFile.add') !== undefined
    ? (await subjectsOf(db, language, words)).slice(0, 200)
    : []
