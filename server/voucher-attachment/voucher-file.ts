import { attachmentKinds, MOST_ATTACHMENT_BYTES, VOUCHER_FILE } from '#contract/voucher-attachment.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Files } from '#server/kernel/files.ts'
import { reachableProject } from '../project/reach.ts'

const MEBIBYTE = 1024 * 1024
const allowed: ReadonlySet<string> = new Set(attachmentKinds)

/** Documents behind vouchers belong to the project: who imports into it may add them, who sees its ledger may read them. */
export function registerVoucherFiles(files: Files): void {
  files.register(VOUCHER_FILE, {
    mayAdd: 'ledger.import',
    mayRead: 'ledger.view',
    checkAdd: async (caller, projectId) => void (await reachableProject(caller, projectId)),
    checkRead: async (caller, projectId) => void (await reachableProject(caller, projectId)),
    added: async (_, file) => refuseAttachment(file),
  })
}

/** Refuses what is kept behind no voucher: other kinds than documents, and what is too large. */
export function refuseAttachment({ name, size }: { name: string; size: number }): void {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!allowed.has(extension)) throw new Refusal('attachmentKind', { file: name })
  if (size > MOST_ATTACHMENT_BYTES)
    throw new Refusal('attachmentTooLarge', { file: name, limit: MOST_ATTACHMENT_BYTES / MEBIBYTE })
}
