import type { Files } from '#server/kernel/kernel.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import { reachableProject } from '../project/reach.ts'

/** Financial files belong to a project: who imports into it may add them, who sees its ledger may read them. */
export function registerFinancialFiles(files: Files): void {
  files.register(FINANCIAL, {
    mayAdd: 'ledger.import',
    mayRead: 'ledger.view',
    checkAdd: async (caller, projectId) => void (await reachableProject(caller, projectId)),
    checkRead: async (caller, projectId) => void (await reachableProject(caller, projectId)),

    // F04: the same content twice in a project is one file; the later name is refused with the earlier one's
    async added(caller, file) {
      await reachableProject(caller, file.ownerId, { lock: true })
      const earlier = await caller.db
        .selectFrom('file')
        .where('purpose', '=', FINANCIAL)
        .where('owner_id', '=', file.ownerId)
        .where('sha256', '=', file.sha256)
        .where('is_deleted', '=', 0)
        .where('id', '<>', file.id)
        .select(['name', 'create_time'])
        .executeTakeFirst()
      if (!earlier) return
      throw new Refusal('fileDuplicate', {
        file: file.name,
        earlier: earlier.name,
        time: wallTime(earlier.create_time),
      })
    },
  })
}
