import { sql } from 'kysely'
import type { z } from 'zod'
import type { log, LogKind } from '#contract/log.ts'
import type { Db } from '#server/kernel/database.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

type Found = {
  kind: LogKind
  id: string
  user_name: string
  action: string
  says: string
  took: number | null
  create_time: Date
}
const MOST = 200

/** What one call left in the logs of the transaction's tenant, in the order it happened. */
export async function traceEntries(db: Db, traceId: string): Promise<z.input<typeof log.trace.output>> {
  const { rows } = await sql<Found>`
    select * from (
      select 'api' as kind, id::text, user_name, '' as action, method || ' ' || path || ' · ' || status as says, took, create_time
        from api_log where trace_id = ${traceId}
      union all select 'error', id::text, user_name, '', method || ' ' || path, null, create_time from error_log where trace_id = ${traceId}
      union all select 'signIn', id::text, account, case result when 'ok' then 'signIn' else 'signInFailed' end, method, null, create_time from login_log where trace_id = ${traceId}
      union all select 'usual', id::text, user_name, action, coalesce(nullif(detail, ''), biz_id), null, create_time from usual_log where trace_id = ${traceId}
      union all select 'operation', seq::text, actor_name, action, biz_id, null, create_time
        from audit_event where trace_id = ${traceId}
    ) found order by create_time, kind limit ${MOST}`.execute(db)
  return rows.map(({ kind, id, user_name: userName, action, says, took, create_time }) => ({
    kind,
    id,
    userName,
    action,
    says,
    took,
    createTime: wallTime(create_time),
  }))
}
