import { sql } from 'kysely'
import type { z } from 'zod'
import { type Param, param, paramTypes } from '#contract/param.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { seal } from '#server/kernel/vault.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'
import { purposeOf } from './param-store.ts'
import { checkValue } from './param-value.ts'

/** A column of the row in which the transaction's tenant says otherwise; null at the platform and where there is none. */
const own = <T>(column: 'param_value' | 'version' | 'update_time') =>
  sql<T | null>`(select ${sql.ref(`own.${column}`)} from param own where own.tenant_id = current_tenant()
    and own.tenant_id <> ${PLATFORM} and own.param_key = param.param_key)`
const ownValue = own<string>('param_value')

/** Whose value counts. */
const valueFrom = sql<'tenant' | 'platform' | 'default'>`case
  when ${ownValue} is not null then 'tenant' when param.param_value is not null then 'platform' else 'default' end`

const columnOf = {
  paramKey: 'param.param_key',
  paramName: sql`param.param_name || ' ' || param.name_en`,
  paramType: 'param.param_type',
  valueFrom,
  builtIn: 'param.built_in',
  sort: 'param.sort',
}

const atPlatform = ({ user }: Context) => user.tenantId === PLATFORM

/** The platform's rows with the value of the caller's tenant; a tenant sees those it may set. */
function params(context: Context) {
  const platform = atPlatform(context)
  const query = context.db
    .selectFrom('param')
    .where('param.tenant_id', '=', PLATFORM)
    .select([
      'param.id',
      'param.param_key as paramKey',
      'param.param_name as paramName',
      'param.name_en as nameEn',
      'param.param_type as paramType',
      'param.choices',
      sql<string>`coalesce(${ownValue}, param.param_value, param.default_value)`.as('paramValue'),
      valueFrom.as('valueFrom'),
      // to a tenant the default is what it falls back to
      (platform ? sql<string>`param.default_value` : sql<string>`coalesce(param.param_value, param.default_value)`).as(
        'defaultValue',
      ),
      'param.lowest',
      'param.highest',
      'param.remark',
      'param.remark_en as remarkEn',
      'param.is_public as isPublic',
      'param.tenant_override as tenantOverride',
      'param.built_in as builtIn',
      'param.sort',
      (platform ? sql<number>`param.version` : sql<number>`coalesce(${own('version')}, 0)`).as('version'),
      sql<Date>`coalesce(${own('update_time')}, param.update_time)`.as('updateTime'),
    ])
  return platform ? query : query.where('param.tenant_override', '=', true)
}
type Row = Awaited<ReturnType<ReturnType<typeof params>['execute']>>[number]

const typeOf = (text: string) => paramTypes.find((type) => type === text) ?? 'text'

/** A secret never leaves, not even its default. */
const shown = (row: Row): Param => {
  const paramType = typeOf(row.paramType)
  const secret = paramType === 'secret' && { paramValue: '', defaultValue: '' }
  return { ...row, ...secret, paramType, updateTime: wallTime(row.updateTime) }
}

const detail = async (context: Context, { id }: { id: string }) =>
  shown(one(await params(context).where('param.id', '=', id).execute()))

/** What the audit tells of it: that a secret is set, never which. */
const told = (row: Param) => (row.paramType === 'secret' ? { ...row, paramValue: row.valueFrom } : row)

type Sent = z.output<typeof param.submit.input>

export const paramService: Service<typeof param> = {
  async list(context, paging) {
    const found = await page(params(context), paging, columnOf, ['param.sort', 'param.param_key'])
    return { ...found, records: found.records.map(shown) }
  },

  detail,

  async submit(context, sent) {
    // two writers of one parameter: the second sees the version of the first
    await sql`select pg_advisory_xact_lock(hashtext('digao.param'), hashtext(${context.user.tenantId}))`.execute(
      context.db,
    )
    const before = await known(context, sent)
    if (before && sent.version !== undefined && sent.version !== before.version) throw conflict()
    const id = atPlatform(context) ? await define(context, before, sent) : await override(context, before, sent)
    const after = await detail(context, { id })
    const action = before ? 'param.update' : 'param.add'
    await audit(context, {
      action,
      bizType: 'param',
      bizId: id,
      ...(before && { before: told(before) }),
      after: told(after),
    })
    return after
  },

  async remove(context, { ids }) {
    const { db } = context
    const rows = (await params(context).where('param.id', 'in', ids).execute()).map(shown)
    every(ids)(rows)
    const builtIn = atPlatform(context) && rows.find((row) => row.builtIn)
    if (builtIn) throw new Refusal('paramBuiltIn', { name: builtIn.paramName })
    const keys = rows.map(({ paramKey }) => paramKey)
    if (atPlatform(context)) {
      // tenants' values of a key that is no more would come back with it
      await context.kernel.database.onEveryServer('a parameter is deleted with every tenant’s value', (all) =>
        all.deleteFrom('param').where('param_key', 'in', keys).where('tenant_id', '<>', PLATFORM).execute(),
      )
    }
    await db.deleteFrom('param').where('param_key', 'in', keys).where('tenant_id', '=', context.user.tenantId).execute()
    for (const before of rows) {
      await audit(context, { action: 'param.remove', bizType: 'param', bizId: before.id, before: told(before) })
    }
    return {}
  },

  async value({ db }, { key }) {
    const row = await db
      .selectFrom('param')
      .where('param.tenant_id', '=', PLATFORM)
      .where('param.param_key', '=', key)
      .where('param.is_public', '=', true)
      .where('param.param_type', '<>', 'secret')
      .select(sql<string>`coalesce(${ownValue}, param.param_value, param.default_value)`.as('value'))
      .executeTakeFirst()
    if (!row) throw notFound()
    return { key, value: row.value }
  },
}

/** The parameter meant: by its id, in a tenant also by its key. */
async function known(context: Context, { id, paramKey }: Sent): Promise<Param | undefined> {
  if (id) return detail(context, { id })
  if (paramKey === undefined) throw new Refusal('paramKey')
  const [row] = await params(context).where('param.param_key', '=', paramKey).execute()
  if (!atPlatform(context)) {
    if (!row) throw new Refusal('paramNotYours')
    return shown(row)
  }
  if (row) throw new Refusal('paramKeyTaken', { key: paramKey })
  return undefined
}

const sealed = ({ kernel }: Context, key: string, value: string) => seal(kernel.secrets, purposeOf(key), value)

/** What is stored of a value that was sent; undefined: as it is, null: none of one's own. */
function stored(context: Context, of: Pick<Param, 'paramKey' | 'paramType'>, value: string | null | undefined) {
  return of.paramType === 'secret' && typeof value === 'string' ? sealed(context, of.paramKey, value) : value
}

/** The platform's row: what the parameter is, and its value. Key and kind stay: values of tenants hang on them. */
async function define(context: Context, before: Param | undefined, sent: Sent): Promise<string> {
  const { db, user } = context
  const { paramKey = before?.paramKey, paramName = before?.paramName, paramType = before?.paramType ?? 'text' } = sent
  if (paramKey === undefined) throw new Refusal('paramKey')
  if (paramName === undefined) throw new Refusal('paramName')
  if (before && (paramKey !== before.paramKey || paramType !== before.paramType)) {
    throw new Refusal('paramTypeFixed', { name: before.paramName })
  }
  // what the product reads is as the catalogue has it, except for its value
  const mine = before?.builtIn ? {} : sent
  const choices = mine.choices ?? before?.choices ?? []
  const value = sent.paramValue === undefined && mine.choices ? standing(before) : sent.paramValue
  checkValue({ paramType, choices, lowest: before?.lowest ?? null, highest: before?.highest ?? null }, value)
  if (paramType === 'secret' && mine.isPublic) throw new Refusal('paramSecretPublic')
  const columns = sentFields({
    param_value: stored(context, { paramKey, paramType }, sent.paramValue),
    param_name: mine.paramName,
    choices: mine.choices,
    name_en: mine.nameEn,
    remark: mine.remark,
    remark_en: mine.remarkEn,
    is_public: mine.isPublic,
    tenant_override: mine.tenantOverride,
    sort: mine.sort,
  })
  if (before) {
    await db
      .updateTable('param')
      .set({ ...columns, version: before.version + 1, update_user: user.id, update_time: sql<Date>`now()` })
      .where('id', '=', before.id)
      .execute()
    return before.id
  }
  const row = { param_value: null, sort: 1000, ...columns, param_key: paramKey, param_type: paramType }
  return (await db.insertInto('param').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** The value that stands must be among choices that change. */
const standing = (before: Param | undefined) =>
  before && before.paramType !== 'secret' && before.valueFrom !== 'default' ? before.paramValue : undefined

/** The tenant's own value; the rest of what was sent is the platform's to say. */
async function override(context: Context, before: Param | undefined, sent: Sent): Promise<string> {
  if (!before) throw notFound()
  const { db, user } = context
  if (sent.paramValue === undefined) return before.id
  checkValue(before, sent.paramValue)
  if (sent.paramValue === null) {
    await db
      .deleteFrom('param')
      .where('param_key', '=', before.paramKey)
      .where('tenant_id', '=', user.tenantId)
      .execute()
    return before.id
  }
  const value = stored(context, before, sent.paramValue) ?? null
  await db
    .insertInto('param')
    .values({ param_key: before.paramKey, param_value: value })
    .onConflict((clash) =>
      clash.columns(['tenant_id', 'param_key']).doUpdateSet({
        param_value: value,
        version: sql`param.version + 1`,
        update_user: user.id,
        update_time: sql<Date>`now()`,
      }),
    )
    .execute()
  return before.id
}
