import { sql } from 'kysely'
import { DISK_TEXT_JOB } from '#contract/disk-shapes.ts'
import type { Db } from '#server/kernel/database.ts'
import type { DiskRow } from './rows.ts'

/** Files whose text the search can hold. */
export const readable: ReadonlySet<string> = new Set(
  'pdf ofd doc docx xls xlsx csv ppt pptx txt md html htm eml xml json log'.split(' '),
)
/** Beyond this a file is found by its name alone. */
export const MOST_READ_BYTES = 50 * 1024 * 1024

/** Asks that the text of a new version be read, if it has one (answered): one job per tenant waits at a time and reads whatever is new by then. */
export async function wantText(db: Db, node: Pick<DiskRow, 'ext' | 'size'>): Promise<boolean> {
  if (!readable.has(node.ext) || node.size > MOST_READ_BYTES) return false
  const waiting = await db
    .selectFrom('job')
    .select('id')
    .where('type', '=', DISK_TEXT_JOB)
    .where('state', '=', 'queued')
    .limit(1)
    .executeTakeFirst()
  if (!waiting) await queueText(db)
  return true
}

/** One more turn of the reading, nobody's own: it reads whatever anybody has put there. */
export async function queueText(db: Db): Promise<void> {
  await db
    .insertInto('job')
    .values({ type: DISK_TEXT_JOB, title: '云盘全文检索', biz_type: 'disk', biz_id: '', input: '{}', create_user: '' })
    .execute()
  await sql`select pg_notify('digao_job', '')`.execute(db)
}
