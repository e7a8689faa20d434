import type { Insertable } from 'kysely'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { DB } from '#server/kernel/tables.ts'

type LogTable = 'api_log' | 'error_log' | 'login_log' | 'usual_log'
type Row<T extends LogTable> = Omit<Insertable<DB[T]>, 'tenant_id' | 'id' | 'create_time'>

/** Log rows on their way to the database. */
export type LogBuffer = {
  /** Takes a row; it is written within a second, and lost if the process dies before. */
  add<T extends LogTable>(tenantId: string, table: T, row: Row<T>): void
  /** Writes what waits. */
  flush(): Promise<void>
}

const EVERY_MS = 1_000
const BATCH = 200
/** More than this wait only when the database does not answer: then logs are not what memory is for. */
const MOST_WAITING = 5_000

type Waiting = { tenantId: string; table: LogTable; row: Row<LogTable> & { create_time: Date } }
const buffers = new WeakMap<Kernel, LogBuffer>()

/** The log buffer of a process. */
export function logsOf(kernel: Kernel): LogBuffer {
  const known = buffers.get(kernel)
  if (known) return known
  const made = openLogBuffer(kernel)
  buffers.set(kernel, made)
  return made
}

/** Gathers rows and writes them by tenant, every second or 200 rows, beside the requests they tell of. */
function openLogBuffer({ database, log }: Kernel): LogBuffer {
  let waiting: Waiting[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const rows = waiting
    waiting = []
    if (dropped) log.warn({ dropped }, 'log rows were dropped: the database does not take them fast enough')
    dropped = 0
    for (const [tenantId, mine] of Map.groupBy(rows, (row) => row.tenantId)) {
      await writeTenant(tenantId, mine).catch((error: unknown) =>
        log.warn({ err: error, tenant: tenantId, rows: mine.length }, 'log rows could not be written'),
      )
    }
  }
  const writeTenant = (tenantId: string, mine: readonly Waiting[]) =>
    database.inTenant({ tenantId, userId: '' }, async (db) => {
      for (const [table, rows] of Map.groupBy(mine, (row) => row.table)) {
        // the union of four tables is one insert at a time
        const values = rows.map(({ row }) => row)
        await db.insertInto(table).values(values).execute()
      }
    })
  const flush = () => {
    writing = writing.then(write)
    return writing
  }

  return {
    add(tenantId, table, row) {
      if (waiting.length >= MOST_WAITING) {
        dropped++
        return
      }
      waiting.push({ tenantId, table, row: { ...row, create_time: new Date() } })
      if (waiting.length === BATCH) void flush()
      else timer ??= setTimeout(() => void flush(), EVERY_MS).unref()
    },
    flush,
  }
}
