import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { codes } from '#contract/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { putFile } from '../disk/put.ts'
import { endingsOf, isOfKinds } from './file-kinds.ts'
import type { GuestFile, GuestTaker } from './guest-uploads.ts'
import { guestAuditor, noteUpload } from './note-visit.ts'
import { logShare, openByTicket } from './open-share.ts'
import { takeOne } from './take-one.ts'

/** Refuses what a link or an item does not take, by kind and size. */
export function checkFile(
  { name, size }: Pick<GuestFile, 'name' | 'size'>,
  { kinds, limitMb }: { kinds: readonly string[]; limitMb: number | null },
): void {
  if (!isOfKinds(name, kinds)) throw new Refusal('collectKind', { file: name, kinds: endingsOf(kinds) })
  if (limitMb !== null && size > limitMb * 2 ** 20) throw new Refusal('collectTooLarge', { file: name, limit: limitMb })
}

/** What may be told as it is: faults of the stranger's own file. */
const ofTheFile = /^(diskName|file|tooLarge|guest|collect|request)/
/** What a stranger is told where the firm's own limits and rights are met: nothing about the firm. */
export function asStranger(error: unknown): unknown {
  if (!(error instanceof Refusal) || ofTheFile.test(error.key)) return error
  return error.code === codes.overLimit || error.key === 'diskSpaceFull' || error.key === 'storeFull'
    ? new Refusal('collectQuota')
    : new Refusal('guestGone')
}

/** Files sent to a collect link: into its folder, never over another, as its maker. */
export const collectTaker = (kernel: Kernel): GuestTaker => ({
  async check(file) {
    const { row } = await openByTicket(kernel, file.text)
    if (row.mode !== 'collect') throw new Refusal('guestGone')
    checkFile(file, { kinds: row.kinds, limitMb: row.max_file_mb })
    if (row.ask_name && file.sender.trim() === '') throw new Refusal('collectName')
    if (row.max_count !== null && row.used_count >= row.max_count) throw new Refusal('collectFull')
  },

  async take(file, path, visitor) {
    const share = await openByTicket(kernel, file.text)
    const [folder] = share.nodes
    if (!folder) throw new Refusal('guestGone')
    const item = `file ${path.split('/').at(-1) ?? ''}`
    await takeOne(kernel, share, item).catch((error: unknown) => {
      throw error instanceof Refusal && error.key === 'shareUsedUp' ? new Refusal('collectFull') : error
    })
    const actor = { tenantId: share.tenantId, userId: '' }
    try {
      const { node } = await putFile(
        { kernel, user: share.owner },
        { parentId: folder.id, name: file.name, path, conflict: 'rename', comment: file.sender.trim() },
      )
      await kernel.database.inTenant(actor, (db) =>
        noteUpload(kernel, db, share, { visitor, sender: file.sender, name: node.name }),
      )
    } catch (error) {
      await kernel.database.inTenant(actor, (db) =>
        db
          .updateTable('share')
          .set((eb) => ({ used_count: eb('used_count', '-', 1) }))
          .where('id', '=', share.row.id)
          .where('used_count', '>', 0)
          .execute(),
      )
      throw asStranger(error)
    }
  },

  refused: ({ ticket, name, sender }, why, visitor) =>
    kernel.database.inTenant({ tenantId: ticket.tenantId, userId: '' }, async (db) => {
      const { id } = ticket
      await logShare(db, id, { act: 'refused', what: `${name}: ${why.says('zh-CN')}`, who: sender, visitor })
      const after = { file: name, why: why.says('zh-CN') }
      await audit(guestAuditor(db, sender, visitor), { action: 'share.refuse', bizType: 'share', bizId: id, after })
    }),
})
