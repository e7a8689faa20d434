import type { docRequestPublic, PublicItemRow } from '#contract/doc-request.ts'
import { diskLevel } from '#contract/disk-shapes.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { nodeById } from '../disk/rows.ts'
import { firmNameOf } from '../share/firm-name.ts'
import { countGuest, heavyPace, openPace } from '../share/guest-pace.ts'
import { lockOf, signTicket } from '../share/guest-token.ts'
import { sendOriginal } from '../share/send-shared.ts'
import { type OpenRequest, openRequest, requestByTicket } from './open-request.ts'
import { filesOf, isOverdue, itemsOf, kindsOfItem, stateOfItem } from './request-rows.ts'

/** What the client reads: states, reasons, and the names of what he sent; nothing of the firm's own notes. */
async function publicItems(db: Db, { row }: OpenRequest): Promise<PublicItemRow[]> {
  const items = await itemsOf(db, [row.id])
  const files = Map.groupBy(await filesOf(db, items.map(({ id }) => id)), ({ item_id }) => item_id) // prettier-ignore
  const samples = items.flatMap(({ sample_node_id: id }) => id ?? [])
  const names = samples.length
    ? await db.selectFrom('disk_node').select(['id', 'name']).where('id', 'in', samples).where('trashed_at', 'is', null).execute() // prettier-ignore
    : []
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return items.map((item) => {
    const due = item.due_day ?? row.due_day
    const sampleName = nameOf.get(item.sample_node_id ?? '') ?? ''
    return {
      id: item.id,
      name: item.name,
      note: item.note,
      required: item.required,
      dueDay: due,
      kinds: kindsOfItem(item.kinds),
      hasSample: sampleName !== '',
      sampleName,
      state: stateOfItem(item.state),
      reason: item.state === 'returned' ? item.reason : '',
      overdue: isOverdue(item.state, due),
      files: (files.get(item.id) ?? []).map((file) => ({
        name: file.name,
        size: Number(file.size),
        time: wallTime(file.create_time),
        returned: file.returned_time !== null,
      })),
    }
  })
}

export const docRequestPublicService: Service<typeof docRequestPublic> = {
  async open({ kernel, address }, given) {
    await countGuest(kernel, 'open', address, openPace)
    const request = await openRequest(kernel, given, address)
    const { row, tenantId, visit, locked } = request
    return kernel.database.inTenant({ tenantId, userId: '' }, async (db) => {
      const firmName = await firmNameOf(db)
      if (locked) return { firmName, needsPassword: true, ticket: '' }
      const lock = lockOf(row.password_hash)
      return {
        firmName,
        needsPassword: row.password_hash !== null,
        ticket: signTicket(kernel, { kind: 'request', tenantId, id: row.id, visit, lock }),
        title: row.title,
        note: row.note,
        dueDay: row.due_day,
        maxFileMb: kernel.config.UPLOAD_LIMIT_MB / 2 ** 20,
        items: await publicItems(db, request),
      }
    })
  },

  async items({ kernel, address }, { ticket }) {
    await countGuest(kernel, 'open', address, openPace)
    const request = await requestByTicket(kernel, ticket)
    return kernel.database.inTenant({ tenantId: request.tenantId, userId: '' }, (db) => publicItems(db, request))
  },

  async sample(context, { ticket, itemId }) {
    const { kernel, address } = context
    await countGuest(kernel, 'file', address, heavyPace)
    const { row, tenantId } = await requestByTicket(kernel, ticket)
    const file = await kernel.database.inTenant({ tenantId, userId: '' }, async (db) => {
      const item = await db
        .selectFrom('doc_request_item')
        .select('sample_node_id')
        .where('id', '=', itemId)
        .where('request_id', '=', row.id)
        .executeTakeFirst()
      const user = item?.sample_node_id ? await kernel.sessions.keyHolder(db, row.create_user) : undefined
      if (!item?.sample_node_id || !user) throw notFound()
      return nodeById({ db, user }, item.sample_node_id, diskLevel.download)
    })
    await sendOriginal({ ...context, tenantId }, file)
  },
}
