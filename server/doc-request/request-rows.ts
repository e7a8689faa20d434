import { type Selectable, sql } from 'kysely'
import {
  type AcceptKind,
  acceptKinds,
  handTargets,
  type ItemState,
  itemStates,
  type RequestDetailRow,
  type RequestHeadRow,
  type RequestItemRow,
} from '#contract/doc-request.ts'
import type { Db } from '#server/kernel/database.ts'
import type { DocRequestItem } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { type Asker, reachesEnterprise, reachesProject } from '../project/reach.ts'
import { chinaToday, lockedUntil } from '../share/share-rows.ts'

export type ItemStored = Selectable<DocRequestItem>

export const stateOfItem = (state: string): ItemState => itemStates.find((one) => one === state) ?? 'waiting'
export const kindsOfItem = (kinds: readonly string[]): AcceptKind[] => acceptKinds.filter((one) => kinds.includes(one))

/** Whether the client still owes something for it. */
export const isOpen = (state: string): boolean => state === 'waiting' || state === 'returned'
export const isOverdue = (state: string, due: string | null): boolean =>
  isOpen(state) && due !== null && due < chinaToday()

/** Whose a request is: its own client, or its project's. */
export const clientOf = sql<string>`coalesce(doc_request.enterprise_id, firm_project.enterprise_id)`

/** Requests with the names that stand above them; of a client alone there is no project. */
export const namedRequests = (db: Db) =>
  db
    .selectFrom('doc_request')
    .leftJoin('firm_project', 'firm_project.id', 'doc_request.project_id')
    .innerJoin('firm_enterprise', (join) => join.on('firm_enterprise.id', '=', clientOf))
    .where((eb) =>
      eb.or([
        eb('firm_project.is_deleted', '=', 0),
        eb.and([eb('doc_request.project_id', 'is', null), eb('firm_enterprise.is_deleted', '=', 0)]),
      ]),
    )
    .selectAll('doc_request')
    .select(['firm_enterprise.enterprise_name', 'firm_enterprise.id as client_id'])
    .select(sql<string>`coalesce(firm_project.project_name, '')`.as('project_name'))

/** Requests of projects and clients that the asker reaches. */
export const requests = (asker: Asker) =>
  namedRequests(asker.db)
    .where((eb) =>
      eb.or([
        eb('doc_request.project_id', 'in', asker.db.selectFrom('firm_project').select('firm_project.id').where(reachesProject(asker))), // prettier-ignore
        eb('doc_request.enterprise_id', 'in', asker.db.selectFrom('firm_enterprise').select('firm_enterprise.id').where(reachesEnterprise(asker))), // prettier-ignore
      ]),
    )
    .select(sql<string | null>`person_name(doc_request.create_user::text)`.as('maker_name'))
export type RequestStored = Awaited<ReturnType<ReturnType<typeof requests>['execute']>>[number]

/** Items of these requests in their order, each due with its request where it has no day of its own. */
export const itemsOf = (db: Db, requestIds: readonly string[]) =>
  db
    .selectFrom('doc_request_item')
    .selectAll()
    .where('request_id', 'in', requestIds)
    .orderBy('sort')
    .orderBy('id')
    .execute()

function countsOf(items: readonly ItemStored[], due: string | null): RequestHeadRow['counts'] {
  const of = (state: ItemState) => items.filter((item) => item.state === state).length
  return {
    total: items.length,
    required: items.filter(({ required }) => required).length,
    waiting: of('waiting'),
    received: of('received'),
    accepted: of('accepted'),
    returned: of('returned'),
    na: of('na'),
    overdue: items.filter(({ state, due_day }) => isOverdue(state, due_day ?? due)).length,
  }
}

export function showHead(row: RequestStored, items: readonly ItemStored[]): RequestHeadRow {
  return {
    id: row.id,
    projectId: row.project_id ?? '',
    projectName: row.project_name,
    enterpriseId: row.client_id,
    enterpriseName: row.enterprise_name,
    title: row.title,
    note: row.note,
    contactName: row.contact_name,
    contactPhone: row.contact_phone,
    dueDay: row.due_day,
    hasPassword: row.password_hash !== null,
    lockedUntil: lockedUntil(row),
    remindDays: row.remind_days,
    remindEvery: row.remind_every,
    state: row.state === 'closed' ? 'closed' : 'open',
    createUserName: row.maker_name ?? '',
    createTime: wallTime(row.create_time),
    lastRemindTime: row.last_remind_time ? wallTime(row.last_remind_time) : null,
    counts: countsOf(items, row.due_day),
  }
}

/** Files that came for these items, oldest first, and whether the disk still has them. */
export const filesOf = (db: Db, itemIds: readonly string[]) =>
  db
    .selectFrom('doc_request_file')
    .leftJoin('disk_node', (join) =>
      join.onRef('disk_node.id', '=', 'doc_request_file.node_id').on('disk_node.trashed_at', 'is', null),
    )
    .selectAll('doc_request_file')
    .select(['disk_node.id as standing', 'disk_node.file_id as current_file'])
    .where('item_id', 'in', itemIds.length ? itemIds : ['00000000-0000-0000-0000-000000000000'])
    .orderBy('doc_request_file.create_time')
    .orderBy('doc_request_file.id')
    .execute()

/** The request with its items and what came. */
export async function showDetail(db: Db, row: RequestStored): Promise<RequestDetailRow> {
  const items = await itemsOf(db, [row.id])
  const files = Map.groupBy(await filesOf(db, items.map(({ id }) => id)), ({ item_id }) => item_id) // prettier-ignore
  const samples = items.flatMap(({ sample_node_id: id }) => id ?? [])
  const names = new Map(
    samples.length === 0
      ? []
      : (await db.selectFrom('disk_node').select(['id', 'name']).where('id', 'in', samples).execute()).map(
          ({ id, name }) => [id, name] as const,
        ),
  )
  const shown = items.map((item): RequestItemRow => {
    const due = item.due_day ?? row.due_day
    return {
      id: item.id,
      sort: item.sort,
      code: item.code,
      name: item.name,
      note: item.note,
      required: item.required,
      dueDay: item.due_day,
      kinds: kindsOfItem(item.kinds),
      papers: item.papers,
      target: handTargets.find((one) => one === item.target) ?? 'none',
      sampleNodeId: item.sample_node_id ?? '',
      sampleName: names.get(item.sample_node_id ?? '') ?? '',
      state: stateOfItem(item.state),
      reason: item.reason,
      stateTime: item.state_time ? wallTime(item.state_time) : null,
      overdue: isOverdue(item.state, due),
      files: (files.get(item.id) ?? []).map((file) => ({
        id: file.id,
        nodeId: file.node_id,
        name: file.name,
        size: Number(file.size),
        sender: file.sender,
        time: wallTime(file.create_time),
        handedFileId: file.handed_file_id ?? '',
        returned: file.returned_time !== null,
        inDisk: file.standing !== null,
        fileId: file.current_file ?? '',
      })),
    }
  })
  return { ...showHead(row, items), items: shown }
}
