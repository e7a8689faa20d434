import type { z } from 'zod'
import type { docRequest } from '#contract/doc-request.ts'
import { MOST_ITEMS } from '#contract/doc-request.ts'
import { diskLevel } from '#contract/disk-shapes.ts'
import { askedGroups, askedServices } from '#facts/doc-request-items.ts'
import { audit } from '#server/kernel/audit.ts'
import { every, type Context, page, type Service } from '#server/kernel/service.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { nodeById } from '../disk/rows.ts'
import { reachableEnterprise, reachableProject } from '../project/reach.ts'
import { hashShared } from '../share/guest-password.ts'
import { unlocked } from '../share/link-lock.ts'
import { newToken, tokenAgain } from '../share/guest-token.ts'
import { handFile } from './hand-file.ts'
import { checkOpen, reachableItem, reachableRequest } from './reach-request.ts'
import { itemPage } from './item-page.ts'
import { remindByHand } from './remind.ts'
import { filesOf, itemsOf, kindsOfItem, requests, showDetail, showHead } from './request-rows.ts'
import { toPaper } from './to-paper.ts'

type Draft = Omit<z.output<typeof docRequest.update.input>, 'id'>
type ItemDraft = z.output<typeof docRequest.saveItem.input>['item']

type Of = Pick<z.output<typeof docRequest.save.input>, 'projectId' | 'enterpriseId'>

const publicPath = (token: string) => `/request/${token}`

const columns = (draft: Draft) => ({
  title: draft.title,
  note: draft.note,
  contact_name: draft.contactName,
  contact_phone: draft.contactPhone,
  due_day: draft.dueDay,
  remind_days: draft.remindDays,
  remind_every: draft.remindEvery,
})

/** What an item says; a sample is a file that whoever adds it may give away. */
async function itemColumns(context: Context, item: ItemDraft) {
  const sample = item.sampleNodeId && item.sampleNodeId !== '0' ? item.sampleNodeId : null
  if (sample) {
    const node = await nodeById(context, sample, diskLevel.download)
    if (node.kind !== 'file') throw new Refusal('diskNotFile', { name: node.name })
  }
  const { code, name, note, required, dueDay, kinds, papers, target } = item
  return { code, name, note, required, due_day: dueDay, kinds, papers, target, sample_node_id: sample }
}

/** What a new request is of: a project, else a client. */
async function placeOf(context: Context, { projectId, enterpriseId }: Of) {
  if (projectId && projectId !== '0') return { project_id: (await reachableProject(context, projectId)).id }
  if (!enterpriseId || enterpriseId === '0') throw new Refusal('requestOfOne')
  return { enterprise_id: (await reachableEnterprise(context, enterpriseId)).id }
}

const detail = async (context: Context, id: string) => showDetail(context.db, await reachableRequest(context, id))

const noted = (context: Context, action: string, id: string, after: object) =>
  audit(context, { action: `docRequest.${action}`, bizType: 'docRequest', bizId: id, after })

async function setState(
  { db }: Context,
  itemId: string,
  { state, reason = '' }: { state: 'accepted' | 'returned' | 'na' | 'waiting' | 'received'; reason?: string },
): Promise<void> {
  await db
    .updateTable('doc_request_item')
    .set({ state, reason, state_time: new Date() })
    .where('id', '=', itemId)
    .execute()
}

export const docRequestService: Service<typeof docRequest> = {
  async list(context, { projectId, enterpriseId, ...paging }) {
    let query = requests(context)
    if (projectId) query = query.where('doc_request.project_id', '=', projectId)
    else if (enterpriseId) query = query.where('firm_enterprise.id', '=', enterpriseId)
    const named = {
      title: 'doc_request.title',
      state: 'doc_request.state',
      dueDay: 'doc_request.due_day',
      createTime: 'doc_request.create_time',
    }
    const found = await page(query, paging, named, ['doc_request.create_time desc', 'doc_request.id'])
    const ids = found.records.map(({ id }) => id)
    const items = Map.groupBy(ids.length ? await itemsOf(context.db, ids) : [], ({ request_id }) => request_id)
    return { ...found, records: found.records.map((row) => showHead(row, items.get(row.id) ?? [])) }
  },

  detail: (context, { id }) => detail(context, id),
  items: itemPage,

  async templates({ language }) {
    const say = ({ zh, en }: { zh: string; en: string }) => (language === 'en' ? en : zh)
    return askedServices.map(({ service, name, items }) => ({
      service,
      name: say(name),
      items: items.map((item) => ({
        code: item.code,
        name: say(item.name),
        note: say(item.note),
        group: say(askedGroups[item.group] ?? { zh: '', en: '' }),
        required: item.required,
        kinds: kindsOfItem(item.kinds),
        papers: [...item.papers],
        target: item.target === 'ledger' ? ('ledger' as const) : ('none' as const),
      })),
    }))
  },

  async save(context, { projectId, enterpriseId, items, password, ...draft }) {
    const { db, user, kernel } = context
    if (user.homeTenantId !== user.tenantId) throw new Refusal('shareFrom')
    const of = await placeOf(context, { projectId, enterpriseId })
    const { token, hash, sealed } = newToken(kernel, user.tenantId)
    const password_hash = password === undefined ? null : await hashShared(password)
    const made = { ...of, token_hash: hash, token_sealed: sealed, password_hash, create_user: user.id }
    const { id } = await db
      .insertInto('doc_request')
      .values({ ...columns(draft), ...made })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows: (Awaited<ReturnType<typeof itemColumns>> & { request_id: string; sort: number })[] = []
    for (const [sort, item] of items.entries())
      rows.push({ ...(await itemColumns(context, item)), request_id: id, sort })
    await db.insertInto('doc_request_item').values(rows).execute()
    await noted(context, 'save', id, { title: draft.title, items: items.length, password: password_hash !== null })
    return { id, path: publicPath(token) }
  },

  async update(context, { id, password, ...draft }) {
    await reachableRequest(context, id, { lock: true })
    const locked = password === undefined ? {} : { password_hash: await hashShared(password), ...unlocked }
    await context.db
      .updateTable('doc_request')
      .set({ ...columns(draft), ...locked })
      .where('id', '=', id)
      .execute()
    await noted(context, 'update', id, { title: draft.title, dueDay: draft.dueDay, password: password !== undefined })
    return detail(context, id)
  },

  async link(context, { id }) {
    const row = await reachableRequest(context, id)
    return { id, path: publicPath(tokenAgain(context.kernel, row.token_sealed)) }
  },

  async renew(context, { id }) {
    await reachableRequest(context, id, { lock: true })
    const { token, hash, sealed } = newToken(context.kernel, context.user.tenantId)
    const set = { token_hash: hash, token_sealed: sealed, ...unlocked }
    await context.db.updateTable('doc_request').set(set).where('id', '=', id).execute()
    await noted(context, 'renew', id, {})
    return { id, path: publicPath(token) }
  },

  async state(context, { id, state }) {
    await reachableRequest(context, id, { lock: true })
    await context.db.updateTable('doc_request').set({ state }).where('id', '=', id).execute()
    await noted(context, 'state', id, { state })
    return detail(context, id)
  },

  async saveItem(context, { requestId, item }) {
    const { db } = context
    const request = await reachableRequest(context, requestId, { lock: true })
    checkOpen(request)
    const set = await itemColumns(context, item)
    if (item.id) {
      const { item: held } = await reachableItem(context, item.id)
      if (held.request_id !== requestId) throw new Refusal('notFound')
      await db.updateTable('doc_request_item').set(set).where('id', '=', item.id).execute()
    } else {
      const there = await itemsOf(db, [requestId])
      if (there.length >= MOST_ITEMS) throw new Refusal('requestItemMost', { limit: MOST_ITEMS })
      const sort = Math.max(-1, ...there.map((one) => one.sort)) + 1
      await db
        .insertInto('doc_request_item')
        .values({ ...set, request_id: requestId, sort })
        .execute()
    }
    await noted(context, 'saveItem', requestId, { item: item.name })
    return detail(context, requestId)
  },

  async removeItem(context, { ids }) {
    const { db } = context
    for (const itemId of new Set(ids)) {
      const { item, request } = await reachableItem(context, itemId)
      checkOpen(request)
      if ((await filesOf(db, [itemId])).length > 0) throw new Refusal('requestItemHasFiles', { item: item.name })
      const gone = await db.deleteFrom('doc_request_item').where('id', '=', itemId).returning('id').execute()
      every([itemId])(gone)
      await noted(context, 'removeItem', request.id, { item: item.name })
    }
    return new Set(ids).size
  },

  async accept(context, { itemId }) {
    const { item, request } = await reachableItem(context, itemId)
    checkOpen(request)
    if (item.state !== 'received') throw new Refusal('requestNothingCame', { item: item.name })
    await setState(context, itemId, { state: 'accepted' })
    await noted(context, 'accept', request.id, { item: item.name })
    return detail(context, request.id)
  },

  async giveBack(context, { itemId, reason }) {
    const { item, request } = await reachableItem(context, itemId)
    checkOpen(request)
    if (item.state !== 'received' && item.state !== 'accepted')
      throw new Refusal('requestNothingCame', { item: item.name })
    await setState(context, itemId, { state: 'returned', reason })
    await context.db
      .updateTable('doc_request_file')
      .set({ returned_time: new Date() })
      .where('item_id', '=', itemId)
      .where('returned_time', 'is', null)
      .execute()
    await noted(context, 'return', request.id, { item: item.name, reason })
    return detail(context, request.id)
  },

  async setNa(context, { itemId, na, reason }) {
    const { item, request } = await reachableItem(context, itemId)
    checkOpen(request)
    const came = (await filesOf(context.db, [itemId])).length > 0
    if (na) await setState(context, itemId, { state: 'na', reason })
    else if (item.state === 'na') await setState(context, itemId, { state: came ? 'received' : 'waiting' })
    await noted(context, 'na', request.id, { item: item.name, na, reason })
    return detail(context, request.id)
  },

  hand: handFile,
  toPaper,
  remind: remindByHand,

  async reminds(context, { id, ...paging }) {
    await reachableRequest(context, id)
    const query = context.db.selectFrom('doc_request_remind').selectAll().where('request_id', '=', id)
    const found = await page(query, { ...paging, where: [], sort: [] }, {}, ['create_time desc', 'id'])
    const records = found.records.map((row) => ({
      id: row.id,
      way: row.way === 'sms' ? ('sms' as const) : row.way === 'copy' ? ('copy' as const) : ('message' as const),
      to: row.sent_to,
      items: row.items,
      by: row.sent_by,
      problem: row.problem,
      time: wallTime(row.create_time),
    }))
    return { ...found, records }
  },
}
