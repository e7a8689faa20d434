import type { diskFile } from '#contract/disk-file.ts'
import type { Service } from '#server/kernel/service.ts'
import { offer, prove } from './instant.ts'
import { lockNode, unlockNode } from './locks.ts'
import { favour, hold, marked, tag, tags, touch } from './marks.ts'
import { oneToWire } from './wire.ts'
import { toKnowledge, toPaper, toProject } from './send-to.ts'
import { toAttachment, toVoucher } from './to-evidence.ts'
import { startUnzip } from './unzip-job.ts'
import { nameVersion, removeVersion, restoreVersion, versionsOf } from './versions.ts'
import { startZip } from './zip-job.ts'

export const diskFileService: Service<typeof diskFile> = {
  versions: ({ db, user }, { id }) => versionsOf({ db, user }, id),
  restoreVersion: async ({ db, user }, { id, versionId }) =>
    oneToWire({ db, user }, await restoreVersion({ db, user }, id, versionId)),
  async nameVersion({ db, user }, { id, ...what }) {
    await nameVersion({ db, user }, id, what)
    return {}
  },
  async removeVersion({ db, user }, { id, versionId }) {
    await removeVersion({ db, user }, id, versionId)
    return {}
  },
  lock: async ({ db, user }, { id }) => oneToWire({ db, user }, await lockNode({ db, user }, id)),
  unlock: async ({ db, user }, { id, force }) => oneToWire({ db, user }, await unlockNode({ db, user }, id, force)),
  hold,
  tag,
  tags,
  favour,
  touch,
  marked,
  offer,
  prove,
  zip: async (context, what) => ({ jobId: await startZip(context, what) }),
  unzip: async (context, what) => ({ jobId: await startUnzip(context, what) }),
  toProject,
  toKnowledge,
  toPaper,
  toAttachment,
  toVoucher,
}
