import { sql } from 'kysely'
import { docRequest, itemStates } from '#contract/doc-request.ts'
import { page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { exportOf } from '../list/list-export.ts'
import { clientOf, filesOf, isOverdue, requests, stateOfItem } from './request-rows.ts'
import type { Text } from '#contract/texts.ts'

const words: Record<(typeof itemStates)[number], Text> = {
  waiting: { zh: '待提供', en: 'Waiting' },
  received: { zh: '待验收', en: 'Received' },
  accepted: { zh: '已验收', en: 'Accepted' },
  returned: { zh: '已退回', en: 'Returned' },
  na: { zh: '不适用', en: 'Not applicable' },
}

/** Items of all requests that the asker reaches, with what came for each. */
export const itemPage: Service<typeof docRequest>['items'] = async (context, { projectId, requestId, ...paging }) => {
  const { db } = context
  let reached = requests(context).clearSelect().select('doc_request.id')
  if (projectId) reached = reached.where('doc_request.project_id', '=', projectId)
  if (requestId) reached = reached.where('doc_request.id', '=', requestId)
  const query = db
    .selectFrom('doc_request_item')
    .innerJoin('doc_request', 'doc_request.id', 'doc_request_item.request_id')
    .leftJoin('firm_project', 'firm_project.id', 'doc_request.project_id')
    .innerJoin('firm_enterprise', (join) => join.on('firm_enterprise.id', '=', clientOf))
    .where('doc_request.id', 'in', reached)
    .selectAll('doc_request_item')
    .select(['doc_request.title', 'firm_enterprise.enterprise_name'])
    .select(sql<string>`coalesce(firm_project.project_name, '')`.as('project_name'))
    .select(sql<string | null>`coalesce(doc_request_item.due_day, doc_request.due_day)`.as('due'))
  const named = {
    name: 'doc_request_item.name',
    state: 'doc_request_item.state',
    dueDay: sql`coalesce(doc_request_item.due_day, doc_request.due_day)`,
    requestTitle: 'doc_request.title',
    required: 'doc_request_item.required',
  }
  const found = await page(query, paging, named, [
    'doc_request.create_time desc',
    'doc_request_item.sort',
    'doc_request_item.id',
  ])
  const files = Map.groupBy(await filesOf(db, found.records.map(({ id }) => id)), ({ item_id }) => item_id) // prettier-ignore
  const records = found.records.map((row) => ({
    id: row.id,
    requestId: row.request_id,
    requestTitle: row.title,
    projectName: row.project_name,
    enterpriseName: row.enterprise_name,
    name: row.name,
    code: row.code,
    required: row.required,
    dueDay: row.due,
    state: stateOfItem(row.state),
    reason: row.reason,
    papers: row.papers,
    overdue: isOverdue(row.state, row.due),
    files: (files.get(row.id) ?? []).map(({ name }) => name),
    lastTime: row.state_time ? wallTime(row.state_time) : null,
  }))
  return { ...found, records }
}

/** What came and what is owed, as a workbook. */
export const docRequestExport = exportOf(docRequest.items, {
  name: 'docRequestItem',
  title: { zh: '资料清单', en: 'Document requests' },
  rows: itemPage,
  columns: [
    { key: 'enterpriseName', title: { zh: '企业', en: 'Client' }, width: 28 },
    { key: 'projectName', title: { zh: '项目', en: 'Project' }, width: 24 },
    { key: 'requestTitle', title: { zh: '清单', en: 'Request' }, width: 24 },
    { key: 'name', title: { zh: '资料', en: 'Document' }, width: 40 },
    {
      key: 'required',
      title: { zh: '必需', en: 'Required' },
      width: 8,
      value: ({ required }, language) => (required ? (language === 'en' ? 'yes' : '是') : ''),
    },
    { key: 'dueDay', title: { zh: '到期日', en: 'Due' }, width: 12 },
    { key: 'state', title: { zh: '状态', en: 'State' }, width: 12, words },
    { key: 'reason', title: { zh: '退回原因', en: 'Reason' }, width: 28 },
    { key: 'papers', title: { zh: '对应底稿', en: 'Papers' }, width: 16, value: ({ papers }) => papers.join('、') },
    { key: 'files', title: { zh: '收到的文件', en: 'Files' }, width: 48, value: ({ files }) => files.join('、') },
    { key: 'lastTime', title: { zh: '最近变动', en: 'Last change' }, width: 20 },
  ],
})
