import { sql } from 'kysely'
import type { ErrorLog, log } from '#contract/log.ts'
import type { Language } from '#contract/texts.ts'
import type { Db } from '#server/kernel/database.ts'
import { type Context, page, type Service, type User } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { plainLine, plainLines } from './plain-text.ts'
import { saidBy } from './told.ts'
import { traceEntries } from './trace-log.ts'

/** Whether somebody runs the platform, and is not in another tenant just now. */
const runsPlatform = ({ held }: User) => held['tenant.manage'] !== undefined

/** Reads logs: of the own tenant, or, for whoever runs the platform, of the one he names. */
export function inLogsOf<T>(context: Context, tenantId: string | undefined, read: (db: Db) => Promise<T>): Promise<T> {
  const { db, kernel, user } = context
  if (!tenantId || tenantId === user.tenantId || !runsPlatform(user)) return read(db)
  if (tenantId === '*')
    return kernel.database.acrossTenants("the platform's administrator reads the logs of all tenants", read)
  return kernel.database.inTenant({ tenantId, userId: user.id }, read)
}

const common = { userName: 'user_name', createTime: 'create_time' }
const traced = { ...common, address: 'address', traceId: 'trace_id' }
const newest = ['create_time desc', 'id']

/** The name of whoever `user_id` was, where the row does not keep it. */
const nameFrom = (table: 'login_log' | 'browser_log') =>
  sql<string>`coalesce((select real_name from app_user where app_user.tenant_id = ${sql.ref(`${table}.tenant_id`)}
    and app_user.id = nullif(${sql.ref(`${table}.user_id`)}, '')::uuid), '')`

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
  usual: (context, { tenantId, ...paging }) =>
    inLogsOf(context, tenantId, async (db) => {
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

  api: (context, { tenantId, ...paging }) =>
    inLogsOf(context, tenantId, async (db) => {
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

  error: (context, { tenantId, ...paging }) =>
    inLogsOf(context, tenantId, async (db) => {
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

  signIn: (context, { tenantId, ...paging }) =>
    inLogsOf(context, tenantId, async (db) => {
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

  browser: (context, { tenantId, ...paging }) =>
    inLogsOf(context, tenantId, async (db) => {
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

  trace: (context, { traceId, tenantId }) => inLogsOf(context, tenantId, (db) => traceEntries(db, traceId)),
}
