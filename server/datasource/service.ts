import { sql } from 'kysely'
import type { z } from 'zod'
import { type Datasource, type datasource, datasourceStates } from '#contract/datasource.ts'
import { say, texts, type TextKey } from '#contract/errors.ts'
import type { Language, Params } from '#contract/texts.ts'
import { audit } from '#server/kernel/audit.ts'
import { VAULT_PURPOSE } from '#server/kernel/directory.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { checkHost } from '#server/kernel/far-server.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { seal } from '#server/kernel/vault.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'
import { tryConnection } from './try-connection.ts'

const columnOf = {
  name: 'datasource.name',
  host: 'datasource.host',
  databaseName: 'datasource.database_name',
  username: 'datasource.username',
  state: 'datasource.state',
  createTime: 'datasource.create_time',
  updateTime: 'datasource.update_time',
  testTime: 'datasource.test_time',
}

const datasources = ({ db }: Pick<Context, 'db'>) =>
  db.selectFrom('datasource').selectAll('datasource').where('datasource.is_deleted', '=', 0)
type Row = Awaited<ReturnType<ReturnType<typeof datasources>['execute']>>[number]

const isText = (key: unknown): key is TextKey => typeof key === 'string' && key in texts

/** The last failure, kept as its text's key and parameters. */
function failure(stored: string, language: Language): string {
  if (!stored) return ''
  const { key, params } = JSON.parse(stored) as { key?: unknown; params?: Params }
  return isText(key) ? say(key, language, params) : ''
}

const shown = (row: Row, language: Language, tenants: number): Datasource => ({
  id: row.id,
  name: row.name,
  host: row.host,
  port: row.port,
  databaseName: row.database_name,
  username: row.username,
  state: datasourceStates.find((state) => state === row.state) ?? 'draft',
  testTime: row.test_time ? wallTime(row.test_time) : '',
  testError: failure(row.test_error, language),
  remark: row.remark,
  tenants,
  createTime: wallTime(row.create_time),
  updateTime: wallTime(row.update_time),
  version: row.version,
})

/** Tenants by the data source they live on. */
async function residents({ kernel }: Context, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { tenantId: string; tenantName: string }[]>()
  const rows = await kernel.database.acrossTenants('which tenants live on a data source', (db) =>
    db
      .selectFrom('tenant')
      .select(['datasource_id', 'tenant_id', 'tenant_name'])
      .where('datasource_id', 'in', [...ids])
      .orderBy('tenant_id')
      .execute(),
  )
  const found = Map.groupBy(rows, (row) => row.datasource_id ?? '')
  return new Map(
    [...found].map(([id, some]) => [id, some.map((row) => ({ tenantId: row.tenant_id, tenantName: row.tenant_name }))]),
  )
}

async function detail(context: Context, { id }: { id: string }) {
  const row = one(await datasources(context).where('datasource.id', '=', id).execute())
  const living = (await residents(context, [id])).get(id) ?? []
  return { ...shown(row, context.language, living.length), residents: living }
}

type Sent = Omit<z.output<typeof datasource.submit.input>, 'id' | 'version'>

/** What of a row is sent; a password is sealed before it touches the database. */
const columnsOf = ({ kernel }: Context, { name, host, port, databaseName, username, remark, password }: Sent) =>
  sentFields({
    name,
    host,
    port,
    database_name: databaseName,
    username,
    remark,
    password_encrypted: password === undefined ? undefined : seal(kernel.secrets, VAULT_PURPOSE, password),
  })

/** What the history shows: a password only as having changed. */
const audited = ({ name, host, port, databaseName, username, state, remark }: Datasource, sent: Sent) => ({
  name,
  host,
  port,
  databaseName,
  username,
  state,
  remark,
  ...(sent.password === undefined ? {} : { passwordChanged: true }),
})

export const datasourceService: Service<typeof datasource> = {
  async list(context, paging) {
    const found = await page(datasources(context), paging, columnOf, ['datasource.create_time desc', 'datasource.id'])
    const living = await residents(
      context,
      found.records.map(({ id }) => id),
    )
    const records = found.records.map((row) => shown(row, context.language, living.get(row.id)?.length ?? 0))
    return { ...found, records }
  },

  detail,

  submit: (context, { id, version, ...sent }) => (id ? change(context, id, { ...sent, version }) : add(context, sent)),

  async remove(context, { ids }) {
    const { db, language } = context
    const rows = await datasources(context)
      .where('datasource.id', 'in', ids)
      .orderBy('datasource.id')
      .forUpdate()
      .execute()
    every(ids)(rows)
    const living = await residents(context, ids)
    const count = [...living.values()].reduce((sum, some) => sum + some.length, 0)
    if (count > 0) throw new Refusal('datasourceOccupied', { count })
    await refuseTarget(context, ids)
    await db
      .updateTable('datasource')
      // a data source that is gone keeps no password
      .set({ is_deleted: 1, password_encrypted: '', update_time: sql<Date>`now()`, version: sql`version + 1` })
      .where('id', 'in', ids)
      .execute()
    for (const row of rows) {
      const before = audited(shown(row, language, 0), {})
      await audit(context, { action: 'datasource.remove', bizType: 'datasource', bizId: row.id, before })
    }
    return {}
  },

  test: tryConnection,

  async select(context) {
    return datasources(context).clearSelect().select(['id', 'name']).where('state', '=', 'ok').orderBy('name').execute()
  },
}

async function add(context: Context, sent: Sent) {
  const { db, kernel } = context
  const { name, host, port = 5432, databaseName, username, password } = sent
  if (name === undefined) throw new Refusal('datasourceName')
  if (host === undefined) throw new Refusal('datasourceHost')
  if (databaseName === undefined) throw new Refusal('datasourceDatabase')
  if (username === undefined) throw new Refusal('datasourceUser')
  if (password === undefined) throw new Refusal('datasourcePassword')
  checkHost(kernel.config, host, port)
  await refuseTaken(context, name)
  const sealed = seal(kernel.secrets, VAULT_PURPOSE, password)
  const required = { name, host, port, database_name: databaseName, username, password_encrypted: sealed }
  const made = await db
    .insertInto('datasource')
    .values({ ...required, remark: sent.remark ?? '', state: sent.disabled ? 'disabled' : 'draft' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = await detail(context, made)
  await audit(context, { action: 'datasource.add', bizType: 'datasource', bizId: made.id, after: audited(after, {}) })
  return after
}

async function change(context: Context, id: string, { version, ...sent }: Sent & { version: number | undefined }) {
  const { db, kernel, language } = context
  const row = one(await datasources(context).where('datasource.id', '=', id).forUpdate().execute())
  if (version !== undefined && version !== row.version) throw conflict()
  if (sent.name !== undefined && sent.name !== row.name) await refuseTaken(context, sent.name)
  const { host = row.host, port = row.port, databaseName = row.database_name, username = row.username } = sent
  const elsewhere = host !== row.host || port !== row.port
  const count = (await residents(context, [id])).get(id)?.length ?? 0
  if (elsewhere || databaseName !== row.database_name) {
    // its tenants' rows are not where it would point to
    if (count > 0) throw new Refusal('datasourceOccupied', { count })
    await refuseTarget(context, [id])
  }
  const otherServer = elsewhere || username !== row.username
  if (otherServer) checkHost(kernel.config, host, port)
  // a stored password is never sent to where it was not meant for
  if (otherServer && sent.password === undefined) throw new Refusal('datasourcePassword')
  const untested = otherServer || databaseName !== row.database_name || sent.password !== undefined
  const state = sent.disabled ? 'disabled' : untested || row.state === 'disabled' ? 'draft' : row.state
  const kept = sent.disabled === undefined && row.state === 'disabled' ? 'disabled' : state
  await db
    .updateTable('datasource')
    .set({ ...columnsOf(context, sent), state: kept, update_time: sql<Date>`now()`, version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  const after = await detail(context, { id })
  const before = audited(shown(row, language, count), {})
  await audit(context, {
    action: 'datasource.update',
    bizType: 'datasource',
    bizId: id,
    before,
    after: audited(after, sent),
  })
  return after
}

async function refuseTaken({ db }: Context, name: string) {
  const other = await datasources({ db }).where('datasource.name', '=', name).executeTakeFirst()
  if (other) throw new Refusal('datasourceNameTaken')
}

/** A tenant on its way there is one that lives there. */
async function refuseTarget({ db }: Context, ids: readonly string[]) {
  const { n } = await db
    .selectFrom('job')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('type', '=', 'tenant.move')
    .where('state', 'in', ['queued', 'running'])
    .where(sql<string>`input ->> 'to'`, 'in', [...ids])
    .executeTakeFirstOrThrow()
  if (n > 0) throw new Refusal('datasourceOccupied', { count: n })
}
