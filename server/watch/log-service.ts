import { sql } from 'kysely'
import type { Paging } from '#contract/endpoint.ts'
import type { ErrorLog, log } from '#contract/log.ts'
import type { Language } from '#contract/texts.ts'
import type { Db } from '#server/kernel/database.ts'
import { pageOnEveryServer } from '#server/kernel/page-on-every-server.ts'
import { type Context, page, type Service, type User } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { plainLine, plainLines } from './plain-text.ts'
import { saidBy } from './told.ts'
import { traceEntries } from './trace-log.ts'

/** Whether somebody runs the platform, and is not in another tenant just now. */
const runsPlatform = ({ held }: User) => held['tenant.manage'] !== undefined

type OfTenant = { tenantId?: string | undefined }
type Page<R> = { records: R[]; total: number; size: number; current: number; pages: number }

/** Reads logs: of the own tenant, or, for whoever runs the platform, of the one he names, `everywhere` for `*`. */
function inLogsOf<T>(
  context: Context,
  { tenantId }: OfTenant,
  read: (db: Db) => Promise<T>,
  everywhere: () => Promise<T>,
) {
  const { db, kernel, user } = context
  if (!tenantId || tenantId === user.tenantId || !runsPlatform(user)) return read(db)
  if (tenantId === '*') return everywhere()
  return kernel.database.inTenant({ tenantId, userId: user.id }, read)
}

const reason = "the platform's administrator reads the logs of all tenants"

/** A page of one of the logs. */
const pageOf = <F extends string, R extends Record<string, unknown>>(
  context: Context,
  { tenantId, ...paging }: Paging<F> & OfTenant,
  read: (db: Db, paging: Paging<F>) => Promise<Page<R>>,
): Promise<Page<R>> =>
  inLogsOf(
    context,
    { tenantId },
    (db) => read(db, paging),
    () => pageOnEveryServer(context.kernel, { reason, paging, fallback: newestFirst }, read),
  )

const common = { userName: 'user_name', createTime: 'create_time' }
const traced = { ...common, address: 'address', traceId: 'trace_id' }
const newest = ['create_time desc', 'id']
const newestFirst = [
  { field: 'createTime', down: true },
  { field: 'id', down: false },
]

/** The name of whoever `user_id` was, where the row does not keep it: one of the tenant's people, or of the platform's who was there. */
const nameFrom = (table: 'login_log' | 'browser_log') => {
  const [tenantId, userId] = [sql.ref(`${table}.tenant_id`), sql.ref(`${table}.user_id`)]
  return sql<string>`coalesce(
    (select real_name from app_user where app_user.tenant_id = ${tenantId} and app_user.id = nullif(${userId}, '')::uuid),
    (select real_name from visitor where visitor.tenant_id = ${tenantId} and visitor.user_id = nullif(${userId}, '')::uuid), '')`
}

type Who = { id: string; tenant_id: string; user_id: string; create_time: Date }
const who = ({ id, tenant_id: tenantId, user_id: userId, create_time }: Who) => ({
  id,
  tenantId,
  userId,
  createTime: wallTime(create_time),
})
type Traced = Who & { user_name: string; address: string; trace_id: string }
const whence = (row: Traced) => ({
  ...who(row),
  userName: row.user_name,
  address: row.address,
  traceId: row.trace_id,
})

const reasonText = (key: string, language: Language) => saidBy({ key, params: {} }, language)

export const logService: Service<typeof log> = {
  usual: (context, wanted) =>
    pageOf(context, wanted, async (db, paging) => {
      const columns = { ...traced, action: 'action', bizType: 'biz_type', detail: 'detail' }
      const found = await page(db.selectFrom('usual_log').selectAll(), paging, columns, newest)
      const records = found.records.map((row) => ({
        ...whence(row),
        action: row.action,
        bizType: row.biz_type,
        bizId: row.biz_id,
        detail: row.detail,
      }))
      return { ...found, records }
    }),

  api: (context, wanted) =>
    pageOf(context, wanted, async (db, paging) => {
      const columns = { ...traced, method: 'method', path: 'path', status: 'status', took: 'took' }
      const found = await page(db.selectFrom('api_log').selectAll(), paging, columns, newest)
      const records = found.records.map((row) => ({
        ...whence(row),
        method: row.method,
        path: row.path,
        status: row.status,
        took: row.took,
        params: row.params as Record<string, unknown>,
        userAgent: row.user_agent,
      }))
      return { ...found, records }
    }),

  error: (context, wanted) =>
    pageOf(context, wanted, async (db, paging) => {
      const columns = { ...traced, method: 'method', path: 'path' }
      const found = await page(db.selectFrom('error_log').selectAll(), paging, columns, newest)
      const inside = runsPlatform(context.user)
      const records = found.records.map((row): ErrorLog => ({
        ...whence(row),
        method: row.method,
        path: row.path,
        name: inside ? row.name : '',
        message: inside ? row.message : '',
        stack: inside ? row.stack : '',
      }))
      return { ...found, records }
    }),

  signIn: (context, wanted) =>
    pageOf(context, wanted, async (db, paging) => {
      const named = nameFrom('login_log')
      const columns = { ...traced, userName: named, account: 'account', method: 'method', result: 'result' }
      const query = db.selectFrom('login_log').selectAll().select(named.as('user_name'))
      const found = await page(query, paging, columns, newest)
      const records = found.records.map((row) => ({
        ...whence(row),
        account: row.account,
        method: row.method,
        result: row.result === 'ok' ? ('ok' as const) : ('failed' as const),
        reason: reasonText(row.reason, context.language),
        userAgent: row.user_agent,
      }))
      return { ...found, records }
    }),

  browser: (context, wanted) =>
    pageOf(context, wanted, async (db, paging) => {
      const named = nameFrom('browser_log')
      const columns = { ...common, userName: named, type: 'type', url: 'url', message: 'message' }
      const query = db.selectFrom('browser_log').selectAll().select(named.as('user_name'))
      const found = await page(query, paging, columns, newest)
      // as the browser sent it, which may be anything
      const records = found.records.map((row) => ({
        ...who(row),
        userName: row.user_name,
        url: plainLine(row.url, 2048),
        type: plainLine(row.type, 40),
        message: plainLine(row.message, 4000),
        stack: plainLines(row.stack, 20_000),
        info: plainLines(row.info, 4000),
        time: plainLine(row.time, 40),
      }))
      return { ...found, records }
    }),

  trace: (context, { traceId, tenantId }) => {
    const { database } = context.kernel
    const read = (db: Db) => traceEntries(db, traceId)
    return inLogsOf(context, { tenantId }, read, async () =>
      (await database.onEveryServer(reason, read)).flat().toSorted((a, b) => a.createTime.localeCompare(b.createTime)),
    )
  },
}
