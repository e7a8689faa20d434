import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { serve } from '#server/kernel/serve.ts'
import { everyTenant } from '../watch/every-tenant.ts'
import { registerSchedule } from '../watch/schedules.ts'
import { registerCopy } from './copy.ts'
import { registerDiskFiles, sweepUploads } from './disk-files.ts'
import { diskFileService } from './file-service.ts'
import { diskService } from './service.ts'
import { registerTextJob } from './text-job.ts'
import { registerDiskTrash } from './trash.ts'
import { registerUnzip } from './unzip-job.ts'
import { registerDiskZip } from './zip-job.ts'

/** The calls and files of the disk, its work, its part of the recycle bin, and what is put right at night. */
export function serveDisk(app: FastifyInstance, kernel: Kernel): void {
  serve(app, kernel, disk, diskService)
  serve(app, kernel, diskFile, diskFileService)
  registerDiskFiles(kernel)
  registerCopy(kernel.jobs)
  registerDiskZip(kernel.jobs)
  registerUnzip(kernel.jobs)
  registerTextJob(kernel.jobs)
  registerDiskTrash(kernel.trash)
  registerSchedule(kernel, 'disk.sweep', {
    title: { zh: '云盘清理过期上传并核对容量', en: 'Free the room of old uploads and recount the disk' },
    cron: '40 3 * * *',
    async run(kernel) {
      const { done, failed } = await everyTenant(kernel, 'sweeping uploads and recounting the disk', async (db) => {
        await sweepUploads(db, kernel.config.UPLOAD_HOURS)
        return recountSpaces(db)
      })
      return { corrected: done.reduce((sum, { result }) => sum + result, 0), failed: failed.length }
    },
  })
}

/** Sets what spaces and folders say they hold to what their files say; answers how many had been wrong. */
export async function recountSpaces(db: Db): Promise<number> {
  const spaces = await db.selectFrom('disk_space').select('id').orderBy('id').execute()
  let wrong = 0
  for (const { id } of spaces) {
    await db.selectFrom('disk_space').select('id').where('id', '=', id).forUpdate().execute()
    const space = await sql`update disk_space s set used_bytes = t.used, reserved_bytes = t.reserved from (select
        coalesce((select sum(f.size) from disk_node n join disk_version v on v.node_id = n.id join file f on f.id = v.file_id
          where n.space_id = ${id}), 0)::bigint as used,
        coalesce((select sum(size) from disk_upload where space_id = ${id} and state = 'open'), 0)::bigint as reserved) t
      where s.id = ${id} and (s.used_bytes <> t.used or s.reserved_bytes <> t.reserved) returning s.id`.execute(db)
    const folders = await sql`update disk_node d set size = t.size from (
        select d.id, coalesce(sum(f.size) filter (where f.kind = 'file'), 0)::bigint as size from disk_node d
        left join disk_node f on f.ancestors @> array[d.id] and f.trash_root is not distinct from d.trash_root
        where d.space_id = ${id} and d.kind = 'folder' group by d.id) t
      where d.id = t.id and d.size <> t.size returning d.id`.execute(db)
    wrong += space.rows.length + folders.rows.length
  }
  return wrong
}
