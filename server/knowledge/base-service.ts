import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { extentOf } from '#contract/grants.ts'
import { baseLevel, baseScopes, type KnowledgeBase, type knowledge, knowledgeKinds } from '#contract/knowledge.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { type Context, every, page, type Service, type User } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { reachableProject, under } from '../project/reach.ts'
import { levelOf, reachableBase, seeingOwn, seeingSystem, type Sight } from './base-reach.ts'
import { search } from './retrieve.ts'

const Scope = z.enum(baseScopes)
const Kind = z.enum(knowledgeKinds)

async function listed({ db, bases, foreign }: Sight, user: User, projectId?: string): Promise<KnowledgeBase[]> {
  let query = db
    .selectFrom('kb_base')
    .leftJoin('firm_project', (join) =>
      join
        .onRef('firm_project.tenant_id', '=', 'kb_base.tenant_id')
        .onRef('firm_project.id', '=', 'kb_base.project_id'),
    )
    .select([
      'kb_base.id',
      'kb_base.name',
      'kb_base.scope',
      'kb_base.kind',
      'kb_base.project_id',
      'kb_base.description',
    ])
    .select(['kb_base.version', 'kb_base.update_time', 'firm_project.project_name as projectName'])
    .select((eb) => (foreign ? sql<number>`${baseLevel.read}::int` : levelOf(user)(eb)).as('level'))
    .select([
      sql<string | null>`person_name(kb_base.create_user)`.as('createUserName'),
      sql<number>`(select count(*)::int from kb_doc d where d.tenant_id = kb_base.tenant_id and d.base_id = kb_base.id
        and d.is_deleted = 0)`.as('documents'),
      sql<number>`(select coalesce(sum(v.chunks), 0)::int from kb_version v join kb_doc d on d.tenant_id = v.tenant_id and d.id = v.doc_id
        where v.tenant_id = kb_base.tenant_id and v.base_id = kb_base.id and v.current and d.is_deleted = 0)`.as(
        'chunks',
      ),
    ])
    .where('kb_base.id', 'in', bases)
    .orderBy(sql`array_position(array['system', 'firm', 'project', 'personal'], kb_base.scope)`)
    .orderBy('kb_base.name')
    .orderBy('kb_base.id')
  if (projectId)
    query = query.where((eb) => eb.or([eb('kb_base.scope', '<>', 'project'), eb('kb_base.project_id', '=', projectId)]))
  return (await query.execute()).map((row) => ({
    id: row.id,
    name: row.name,
    scope: Scope.parse(row.scope),
    kind: Kind.parse(row.kind),
    projectId: row.project_id ?? '',
    projectName: row.projectName ?? '',
    description: row.description,
    level: row.level,
    documents: row.documents,
    chunks: row.chunks,
    version: row.version,
    createUserName: foreign ? '' : (row.createUserName ?? ''),
    updateTime: wallTime(row.update_time),
  }))
}

/** Deleted or standing bases which the person manages, locked; all or none. */
async function managed({ db, user }: Context, ids: readonly string[], deleted: number) {
  const rows = await db
    .selectFrom('kb_base')
    .select(['id', 'name', 'create_user', 'project_id'])
    .where('id', 'in', [...ids])
    .where('is_deleted', '=', deleted)
    .where((eb) => sql<SqlBool>`${levelOf(user)(eb)} >= ${baseLevel.manage}`)
    .orderBy('id')
    .forUpdate()
    .execute()
  every(ids)(rows)
  return rows
}

async function setDeleted(context: Context, ids: readonly string[], deleted: 0 | 1) {
  const { db, user } = context
  const rows = await managed(context, ids, 1 - deleted)
  for (const { id, name, create_user: ownerId, project_id: projectId } of rows) {
    const { rows: changed } = await sql<{
      id: string
    }>`update kb_base set is_deleted = ${deleted}, update_time = now(), update_user = ${user.id}
      where id = ${id} and (${deleted} = 1 or not exists (select from kb_base o where o.id <> kb_base.id and o.is_deleted = 0
        and o.scope = kb_base.scope and o.name = kb_base.name and o.project_id is not distinct from kb_base.project_id
        and (o.scope <> 'personal' or o.create_user = kb_base.create_user))) returning id`.execute(db)
    if (changed.length === 0) throw new Refusal('knowledgeNameTaken')
    const item = { kind: 'knowledgeBase', itemId: id, name, ownerId, ...(projectId !== null && { projectId }) } as const
    if (deleted) await context.kernel.trash.put(db, item)
    else await context.kernel.trash.forget(db, 'knowledgeBase', [id])
    const action = deleted ? 'knowledge.removeBase' : 'knowledge.restoreBase'
    await audit(context, { action, bizType: 'knowledge', bizId: id, before: { name } })
  }
  return {}
}

/** Who may make a base of which scope: the platform the system's, administrators the firm's, others their projects' and their own. */
async function mayMake({ db, user }: Context, scope: string, projectId: string): Promise<void> {
  const administers = extentOf(user.held, 'docFile.edit') === true
  if (scope === 'system' && !(user.tenantId === PLATFORM && administers)) throw new Refusal('knowledgeScope')
  if (scope === 'firm' && !administers) throw new Refusal('knowledgeScope')
  if (scope !== 'project') return
  if (projectId === '') throw new Refusal('knowledgeProject')
  await reachableProject(under(db, user, 'project.edit'), projectId)
}

export const knowledgeService: Service<typeof knowledge> = {
  async bases({ kernel, user }, { projectId }) {
    const system = (await seeingSystem({ kernel, user }, (sight) => listed(sight, user))) ?? []
    return [...system, ...(await seeingOwn({ kernel, user }, (sight) => listed(sight, user, projectId)))]
  },

  async saveBase(context, { id, version, scope, projectId, ...fields }) {
    const { db, user } = context
    if (id === undefined) await mayMake(context, scope, projectId)
    else {
      const base = await reachableBase(context, id, { least: baseLevel.manage, lock: true })
      const row = await db.selectFrom('kb_base').select('version').where('id', '=', base.id).executeTakeFirstOrThrow()
      if (version !== undefined && version !== row.version) throw conflict()
    }
    const twin = await db
      .selectFrom('kb_base')
      .select('id')
      .where('name', '=', fields.name)
      .where('scope', '=', scope)
      .where('is_deleted', '=', 0)
      .where(sql<SqlBool>`project_id is not distinct from ${scope === 'project' ? projectId : null}::uuid`)
      .$if(scope === 'personal', (query) => query.where('create_user', '=', user.id))
      .$if(id !== undefined, (query) => query.where('id', '<>', id ?? ''))
      .executeTakeFirst()
    if (twin) throw new Refusal('knowledgeNameTaken')
    const row =
      id === undefined
        ? await db
            .insertInto('kb_base')
            .values({ ...fields, scope, project_id: scope === 'project' ? projectId : null })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await db
            .updateTable('kb_base')
            .set({ ...fields, version: sql`version + 1`, update_time: sql`now()`, update_user: user.id })
            .where('id', '=', id)
            .returning('id')
            .executeTakeFirstOrThrow()
    await audit(context, {
      action: 'knowledge.saveBase',
      bizType: 'knowledge',
      bizId: row.id,
      after: { ...fields, scope },
    })
    return row
  },

  removeBases: (context, { ids }) => setDeleted(context, ids, 1),
  restoreBases: (context, { ids }) => setDeleted(context, ids, 0),

  async deletedBases({ db, user }) {
    const rows = await db
      .selectFrom('kb_base')
      .select(['id', 'name', 'update_time'])
      .where('is_deleted', '=', 1)
      .where((eb) => sql<SqlBool>`${levelOf(user)(eb)} >= ${baseLevel.manage}`)
      .orderBy('update_time', 'desc')
      .limit(200)
      .execute()
    return rows.map(({ id, name, update_time }) => ({ id, name, updateTime: wallTime(update_time) }))
  },

  async access({ db, user }, { baseId }) {
    await reachableBase({ db, user }, baseId, { least: baseLevel.manage })
    const rows = await db
      .selectFrom('kb_access')
      .select(['principal_kind', 'principal', 'level'])
      .select(sql<string | null>`case when principal_kind = 'user' then person_name(principal) end`.as('name'))
      .where('base_id', '=', baseId)
      .orderBy('principal_kind')
      .orderBy('principal')
      .execute()
    const people = await db
      .selectFrom('app_user')
      .select(['id', 'real_name'])
      .where('is_deleted', '=', 0)
      .orderBy('real_name')
      .limit(2000)
      .execute()
    return {
      rows: rows.map(({ principal_kind, principal, level, name }) => ({
        principalKind: principal_kind === 'user' ? ('user' as const) : ('role' as const),
        principal,
        level,
        name: name ?? '',
      })),
      people: people.map(({ id, real_name }) => ({ id, name: real_name })),
    }
  },

  async saveAccess(context, { baseId, rows }) {
    const { db } = context
    await reachableBase(context, baseId, { least: baseLevel.manage, lock: true })
    const userIds = rows.flatMap(({ principalKind, principal }) => (principalKind === 'user' ? [principal] : []))
    const known = await db
      .selectFrom('app_user')
      .select('id')
      .where(sql<SqlBool>`id::text = any(${userIds})`)
      .execute()
    if (known.length !== new Set(userIds).size) throw notFound()
    const before = await db
      .selectFrom('kb_access')
      .select(['principal', 'level'])
      .where('base_id', '=', baseId)
      .execute()
    await db.deleteFrom('kb_access').where('base_id', '=', baseId).execute()
    const once = new Map(rows.map((row) => [`${row.principalKind} ${row.principal}`, row]))
    if (once.size)
      await db
        .insertInto('kb_access')
        .values(
          [...once.values()].map(({ principalKind, principal, level }) => ({
            base_id: baseId,
            principal_kind: principalKind,
            principal,
            level,
          })),
        )
        .execute()
    await audit(context, { action: 'knowledge.saveAccess', bizType: 'knowledge', bizId: baseId, before, after: rows })
    return {}
  },

  async synonyms({ db }, paging) {
    const query = db
      .selectFrom('kb_synonym')
      .select(['id', 'term', 'means', 'update_time'])
      .select(sql<string | null>`person_name(update_user)`.as('who'))
    const found = await page(query, paging, { term: 'term', updateTime: 'update_time' }, ['update_time desc', 'id'])
    return {
      ...found,
      records: found.records.map(({ id, term, means, update_time, who }) => ({
        id,
        term,
        means,
        updateTime: wallTime(update_time),
        updateUserName: who ?? '',
      })),
    }
  },

  async saveSynonym(context, { id, term, means }) {
    const { db, user } = context
    if (context.extent !== true) throw new Refusal('forbidden')
    const values = { term, means: [...new Set(means)] }
    const row =
      id === undefined
        ? await db
            .insertInto('kb_synonym')
            .values(values)
            .onConflict((clash) =>
              clash
                .columns(['tenant_id', 'term'])
                .doUpdateSet({ means: values.means, update_user: user.id, update_time: sql`now()` }),
            )
            .returning('id')
            .executeTakeFirst()
        : await db
            .updateTable('kb_synonym')
            .set({ ...values, update_user: user.id, update_time: sql`now()` })
            .where('id', '=', id)
            .returning('id')
            .executeTakeFirst()
    if (!row) throw notFound()
    await audit(context, { action: 'knowledge.saveSynonym', bizType: 'knowledge', bizId: row.id, after: values })
    return row
  },

  async removeSynonyms(context, { ids }) {
    if (context.extent !== true) throw new Refusal('forbidden')
    const rows = await context.db.deleteFrom('kb_synonym').where('id', 'in', ids).returning(['id', 'term']).execute()
    every(ids)(rows)
    for (const { id, term } of rows)
      await audit(context, { action: 'knowledge.removeSynonym', bizType: 'knowledge', bizId: id, before: { term } })
    return {}
  },

  async retrieve({ kernel, user }, ask) {
    const begun = performance.now()
    const found = await search({ kernel, user }, ask)
    return { ...found, milliseconds: Math.round(performance.now() - begun) }
  },
}
