import { notFound, Refusal } from '#server/kernel/errors.ts'
import { type Asker, reachableProject } from '../project/reach.ts'
import { type ItemStored, type RequestStored, requests } from './request-rows.ts'

type Lock = { lock?: boolean }

/** The request, if its project is within the asker's reach; otherwise not found. */
export async function reachableRequest(asker: Asker, id: string, { lock = false }: Lock = {}): Promise<RequestStored> {
  let query = requests(asker).where('doc_request.id', '=', id)
  if (lock) query = query.forUpdate('doc_request')
  const row = await query.executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** An item with its request, held until the transaction ends. */
export async function reachableItem(
  asker: Asker,
  itemId: string,
): Promise<{ item: ItemStored; request: RequestStored }> {
  const found = await asker.db
    .selectFrom('doc_request_item')
    .select('request_id')
    .where('id', '=', itemId)
    .executeTakeFirst()
  if (!found) throw notFound()
  const request = await reachableRequest(asker, found.request_id, { lock: true })
  const item = await asker.db.selectFrom('doc_request_item').selectAll().where('id', '=', itemId).executeTakeFirst()
  if (!item) throw notFound()
  return { item, request }
}

/** The project that something of a request goes to: its own, else one of its client's that the asker names and reaches. */
export async function projectFor(asker: Asker, request: RequestStored, named: string | undefined): Promise<string> {
  if (request.project_id) return request.project_id
  if (!named || named === '0') throw new Refusal('requestChooseProject', { title: request.title })
  const project = await reachableProject(asker, named)
  if (project.enterprise_id !== request.client_id) throw notFound()
  return project.id
}

/** Refuses to change the items of a request that is closed. */
export function checkOpen({ state }: RequestStored): void {
  if (state === 'closed') throw new Refusal('requestClosed')
}
