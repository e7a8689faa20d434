import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { extentOf } from '#contract/grants.ts'
import { baseLevel } from '#contract/knowledge.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { User } from '#server/kernel/service.ts'
import type { DB } from '#server/kernel/tables.ts'
import { reachesProject } from '../project/reach.ts'

/** Whoever asks, outside a transaction. */
export type Reader = { kernel: Pick<Kernel, 'database' | 'config' | 'secrets' | 'log' | 'blobs'>; user: User }

const givenTo = ({ id, roles }: User) => sql`kb_access where kb_access.base_id = kb_base.id and
  ((kb_access.principal_kind = 'user' and kb_access.principal = ${id})
    or (kb_access.principal_kind = 'role' and kb_access.principal = any(${[...roles]})))`
/** Whether the base was closed to him or a role of his, as SQL over kb_base. */
export const isClosedTo = (user: User) => sql<boolean>`exists (select from ${givenTo(user)} and kb_access.level = 0)`

/**
 * How far a person may go in a base, 0 to 3, as SQL over kb_base of the transaction's tenant. What the scope gives, raised by what
 * was given to him or a role of his; a refusal wins over everything but the own personal base.
 */
export function levelOf(user: User) {
  return (eb: ExpressionBuilder<DB, 'kb_base'>) => {
    const adds = (['docFile.add', 'docFile.import'] as const).some((grant) => extentOf(user.held, grant) !== undefined)
    const manages = extentOf(user.held, 'docFile.edit') === true
    const ordinary = manages ? baseLevel.manage : adds ? baseLevel.add : baseLevel.read
    const project = extentOf(user.held, 'project.view')
    const inProject =
      project === undefined
        ? sql<SqlBool>`false`
        : eb.exists(
            eb
              .selectFrom('firm_project')
              .select('firm_project.id')
              .whereRef('firm_project.id', '=', 'kb_base.project_id')
              .where('firm_project.is_deleted', '=', 0)
              .where(reachesProject({ user, extent: project })),
          )
    // the administrator who has entered a tenant is none of its people: a system base is kept at home
    const system = user.tenantId === PLATFORM && manages ? baseLevel.manage : baseLevel.read
    const given = givenTo(user)
    return sql<number>`case
      when kb_base.scope = 'personal' and kb_base.create_user = ${user.id} then ${baseLevel.manage}::int
      when ${isClosedTo(user)} then 0
      when kb_base.scope = 'project' and not ${inProject} then 0
      else greatest(
        case kb_base.scope when 'system' then ${system}::int when 'personal' then 0
          when 'project' then case when kb_base.create_user = ${user.id} and ${adds} then ${baseLevel.manage}::int else ${ordinary}::int end
          else case when kb_base.create_user = ${user.id} and ${adds} then ${baseLevel.manage}::int else ${ordinary}::int end end,
        coalesce((select max(kb_access.level) from ${given}), 0)) end`
  }
}

export const actorOf = (user: Pick<User, 'tenantId' | 'id'>) => ({ tenantId: user.tenantId, userId: user.id })
/** The platform's rows, asked as nobody in particular. Only system bases may be looked at in such a transaction. */
const platform = { tenantId: PLATFORM, userId: '' }

export type Base = {
  id: string
  name: string
  scope: string
  kind: string
  projectId: string | null
  level: number
  rev: number
  /** Lives in the platform's tenant and the reader does not. */
  foreign: boolean
}

/** A base of the transaction's tenant, if the person may at least `least`; otherwise not found, or refused if he may read it. */
export async function reachableBase(
  { db, user }: { db: Db; user: User },
  id: string,
  { least = baseLevel.read, lock = false }: { least?: number; lock?: boolean } = {},
): Promise<Base> {
  let query = db
    .selectFrom('kb_base')
    .select(['id', 'name', 'scope', 'kind', 'project_id', 'rev'])
    .select((eb) => levelOf(user)(eb).as('level'))
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
  if (lock) query = query.forUpdate()
  const row = await query.executeTakeFirst()
  if (!row || row.level < baseLevel.read) throw notFound()
  if (row.level < least) throw new Refusal(least === baseLevel.manage ? 'knowledgeManagers' : 'knowledgeReadOnly')
  return { ...row, projectId: row.project_id, foreign: false }
}

/** Ids of the bases a person may read, as a subquery of the transaction's tenant. */
export const readableBases = (db: Db, user: User) =>
  db
    .selectFrom('kb_base')
    .select('kb_base.id')
    .where('kb_base.is_deleted', '=', 0)
    .where((eb) => sql<SqlBool>`${levelOf(user)(eb)} >= ${baseLevel.read}`)

/** What a reading query may see: the own bases under the levels above, or the platform's system bases and nothing else of it. */
export type Sight = { db: Db; foreign: boolean; bases: ReturnType<typeof readableBases> }

const systemBases = (db: Db) =>
  db
    .selectFrom('kb_base')
    .select('kb_base.id')
    .where('kb_base.is_deleted', '=', 0)
    .where('kb_base.scope', '=', 'system')

/** Runs a reading in the own tenant. */
export const seeingOwn = <T>({ kernel, user }: Reader, work: (sight: Sight) => Promise<T>): Promise<T> =>
  kernel.database.inTenant(actorOf(user), (db) => work({ db, foreign: false, bases: readableBases(db, user) }))

/** Runs a reading over the platform's system bases; undefined for whom they are his own. */
export async function seeingSystem<T>(
  { kernel, user }: Reader,
  work: (sight: Sight) => Promise<T>,
): Promise<T | undefined> {
  if (user.tenantId === PLATFORM) return undefined
  return kernel.database.inTenant(platform, (db) => work({ db, foreign: true, bases: systemBases(db) }))
}

/** Asks both, the own tenant first; what neither has is not found. Never inside a transaction. */
export async function seeing<T>(reader: Reader, work: (sight: Sight) => Promise<T | undefined>): Promise<T> {
  const own = await seeingOwn(reader, work)
  const found = own === undefined ? await seeingSystem(reader, work) : own
  if (found === undefined) throw notFound()
  return found
}
