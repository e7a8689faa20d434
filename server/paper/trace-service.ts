import { trace } from '#contract/trace.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { reachableProject } from '#server/project/reach.ts'
import { exportOf } from '../list/list-export.ts'
import { cellDecisions } from './cell-decisions.ts'
import { shownGeneration } from './generation-query.ts'
import { type Chain, lineage } from './lineage.ts'
import { findPlaces } from './trace-find.ts'
import { traceGraph } from './trace-graph.ts'
import { tracePaths } from './trace-paths.ts'

/** The chain of the generation that shows; not found if the project is out of reach. */
async function chainOf(context: Context, projectId: string): Promise<Chain> {
  const generationId = shownGeneration(await reachableProject(context, projectId))
  return lineage({ db: context.db, generationId, projectId, language: context.language })
}

export const traceService: Service<typeof trace> = {
  async find(context, { projectId, text }) {
    return findPlaces(await chainOf(context, projectId), text)
  },

  async graph(context, { projectId, ...start }) {
    return traceGraph(await chainOf(context, projectId), start)
  },

  async paths(context, { projectId, kind, ref, ...paging }) {
    return tracePaths(await chainOf(context, projectId), { kind, ref }, paging)
  },

  async decisions(context, { projectId, cell }) {
    return cellDecisions(await chainOf(context, projectId), cell)
  },
}

/** Every way from the chosen place to the journal, for a workbook or csv. */
export const pathExport = exportOf(trace.paths, {
  name: 'tracePath',
  title: { zh: '账表链', en: 'Ledger chain' },
  rows: traceService.paths,
  columns: [
    { key: 'returnLine', title: { zh: '申报表', en: 'Return' }, width: 40 },
    { key: 'returnRef', title: { zh: '申报表位置', en: 'Place in the return' }, width: 16 },
    { key: 'through', title: { zh: '经由底稿', en: 'Through' }, width: 30 },
    { key: 'cell', title: { zh: '取数单元格', en: 'Cell' }, width: 20 },
    { key: 'cellName', title: { zh: '底稿项目', en: 'Paper' }, width: 36 },
    { key: 'statement', title: { zh: '报表项目', en: 'Statement line' }, width: 24 },
    { key: 'account', title: { zh: '科目编码', en: 'Account' }, width: 14 },
    { key: 'accountName', title: { zh: '科目名称', en: 'Name' }, width: 36 },
    { key: 'voucher', title: { zh: '凭证', en: 'Voucher' }, width: 14 },
    { key: 'date', title: { zh: '日期', en: 'Date' }, width: 12 },
    { key: 'summary', title: { zh: '摘要', en: 'Summary' }, width: 40 },
    { key: 'amount', title: { zh: '金额（元）', en: 'Amount (CNY)' }, width: 18, money: true },
  ],
})
