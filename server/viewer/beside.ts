import { sql } from 'kysely'
import { DISK_FILE } from '#contract/disk-shapes.ts'
import type { FilePlace } from '#contract/viewer.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { VOUCHER_FILE } from '#contract/voucher-attachment.ts'
import { filesBeside } from '../disk/port.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import { CUSTOM_ATTACHMENT, CUSTOM_SHEET } from '../template/doc-file-store.ts'

/** Files that stand together under their owner: whoever may read one may read, and is shown, all of them. */
const together: ReadonlySet<string> = new Set([FINANCIAL, VOUCHER_FILE, CUSTOM_ATTACHMENT, CUSTOM_SHEET])
const alone: FilePlace = { at: 0, total: 0, previous: null, next: null }

/**
 * Where a file the person may read stands: in its folder of the disk, else by name among those of the same purpose and owner (a
 * project’s ledger files, the papers behind its vouchers, what hangs on a paper). Other files lie with none.
 */
export async function placeOf(
  { db, user, kernel }: { db: Db; user: User; kernel: Pick<Kernel, 'files'> },
  fileId: string,
): Promise<FilePlace> {
  const { ownerId, purpose, id, name } = await kernel.files.findIn({ db, user }, fileId)
  if (purpose === DISK_FILE) return filesBeside({ db, user }, ownerId)
  if (!together.has(purpose)) return alone
  const among = db
    .selectFrom('file')
    .where('purpose', '=', purpose)
    .where('owner_id', '=', ownerId)
    .where('is_deleted', '=', 0)
  const own = sql`(${name}, ${id}::uuid)`
  const before = sql<boolean>`(name, id) < ${own}`
  const side = async (down: boolean) => {
    const order = down ? ('desc' as const) : ('asc' as const)
    const row = await among
      .select(['id as fileId', 'name'])
      .where(down ? before : sql<boolean>`(name, id) > ${own}`)
      .orderBy('name', order)
      .orderBy('id', order)
      .executeTakeFirst()
    return row ?? null
  }
  const { total, passed } = await among
    .select(sql<number>`count(*)::int`.as('total'))
    .select(sql<number>`(count(*) filter (where ${before}))::int`.as('passed'))
    .executeTakeFirstOrThrow()
  return { at: passed + 1, total, previous: await side(true), next: await side(false) }
}
