import { sql } from 'kysely'
import { say } from '#contract/errors.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { putFile } from '../disk/put.ts'
import { guestAuditor } from '../share/note-visit.ts'
import { asStranger, checkFile } from '../share/collect.ts'
import type { GuestFile, GuestTaker } from '../share/guest-uploads.ts'
import { plainLine } from '../watch/plain-text.ts'
import { sendMessage } from '../watch/messages.ts'
import { answerersOf, deskOf } from './answerers.ts'
import { type OpenRequest, receiverOf, requestByTicket } from './open-request.ts'
import { type ItemStored, kindsOfItem } from './request-rows.ts'

const MOST_FILES = 200
const QUIET_MS = 10 * 60_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A name that a folder can have, made of a title. */
const folderName = (text: string) =>
  text
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 60)
    .replaceAll(/^[. ]+|[. ]+$/g, '') || '资料'

/** The item a file is for, held until the transaction ends, while it takes files. */
async function openItem(db: Db, request: OpenRequest, file: GuestFile): Promise<ItemStored> {
  if (!UUID.test(file.item)) throw new Refusal('guestGone')
  const item = await db
    .selectFrom('doc_request_item')
    .selectAll()
    .where('id', '=', file.item)
    .where('request_id', '=', request.row.id)
    .forUpdate()
    .executeTakeFirst()
  if (!item) throw new Refusal('guestGone')
  if (item.state === 'accepted' || item.state === 'na') throw new Refusal('requestItemNotOpen', { item: item.name })
  checkFile(file, { kinds: kindsOfItem(item.kinds), limitMb: null })
  const { n } = await db
    .selectFrom('doc_request_file')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('item_id', '=', item.id)
    .executeTakeFirstOrThrow()
  if (n >= MOST_FILES) throw new Refusal('collectFull')
  return item
}

/** Files that a client sends for an item: into the project's space, and the item has received. */
export const requestTaker = (kernel: Kernel): GuestTaker => ({
  async check(file) {
    const request = await requestByTicket(kernel, file.text)
    await kernel.database.inTenant({ tenantId: request.tenantId, userId: '' }, (db) => openItem(db, request, file))
  },

  async take(file, path, visitor) {
    const request = await requestByTicket(kernel, file.text)
    const { row, tenantId } = request
    const actor = { tenantId, userId: '' }
    const { item, user, rootId } = await kernel.database.inTenant(actor, async (db) => ({
      item: await openItem(db, request, file),
      ...(await receiverOf(kernel, db, request)),
    }))
    const number = String(item.sort + 1).padStart(2, '0')
    const relPath = [say('requestFolder', 'zh-CN'), folderName(row.title), `${number} ${folderName(item.name)}`].join(
      '/',
    )
    const sender = plainLine(file.sender, 60)
    const { node } = await putFile(
      { kernel, user },
      { parentId: rootId, relPath, name: file.name, path, conflict: 'rename', comment: sender },
    ).catch((error: unknown) => {
      throw asStranger(error)
    })
    await kernel.database.inTenant(actor, async (db) => {
      await db
        .insertInto('doc_request_file')
        .values({ item_id: item.id, node_id: node.id, name: node.name, size: BigInt(node.size), sender })
        .execute()
      // accepted or set aside meanwhile by the firm: that stands, and the file is there all the same
      await db
        .updateTable('doc_request_item')
        .set({ state: 'received', reason: '', state_time: new Date() })
        .where('id', '=', item.id)
        .where('state', 'in', ['waiting', 'returned', 'received'])
        .execute()
      await tell(kernel, db, request, { item, file: node.name })
      const after = { item: item.name, file: node.name }
      const entry = { action: 'docRequest.receive', bizType: 'docRequest', bizId: row.id, after }
      await audit(guestAuditor(db, sender, visitor), entry)
    })
  },

  refused: ({ ticket, item: itemId, name, sender }, why, visitor) =>
    kernel.database.inTenant({ tenantId: ticket.tenantId, userId: '' }, async (db) => {
      const item = UUID.test(itemId)
        ? await db
            .selectFrom('doc_request_item')
            .select('name')
            .where('id', '=', itemId)
            .where('request_id', '=', ticket.id)
            .executeTakeFirst()
        : undefined
      const after = { item: item?.name ?? '', file: name, why: why.says('zh-CN') }
      const entry = { action: 'docRequest.refuse', bizType: 'docRequest', bizId: ticket.id, after }
      await audit(guestAuditor(db, sender, visitor), entry)
    }),
})

/** Tells who answers for it; of many files at once the first. */
async function tell(kernel: Kernel, db: Db, { row }: OpenRequest, came: { item: ItemStored; file: string }) {
  const recent = await db
    .selectFrom('doc_request_file')
    .innerJoin('doc_request_item', 'doc_request_item.id', 'doc_request_file.item_id')
    .select('doc_request_file.id')
    .where('request_id', '=', row.id)
    .where('doc_request_file.create_time', '>', new Date(Date.now() - QUIET_MS))
    .limit(2)
    .execute()
  if (recent.length > 1) return
  for (const userId of await answerersOf(kernel, db, row))
    await sendMessage(kernel, db, {
      userId,
      type: 'work',
      title: { key: 'requestReceivedTitle', params: { title: row.title } },
      body: { key: 'requestReceivedBody', params: { item: came.item.name, file: came.file } },
      link: deskOf(row),
    })
}
