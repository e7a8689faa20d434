import type { relation } from '#contract/relation.ts'
import type { Language } from '#contract/texts.ts'
import type { Evidence } from '#engine/mapping/relation.ts'
import { linesOf } from '#engine/taxlaw/statement.ts'
import { yuan } from '#engine/money.ts'
import { mappingFacts, statementSets } from '#facts/facts.ts'
import { page, type Service } from '#server/kernel/service.ts'
import { reachableProject } from '#server/project/reach.ts'
import { accountBill, type AccountRow, lineBill, type LineRow } from './bill-query.ts'
import { billGaps } from './gaps.ts'
import { relationChanges, stateOf } from './relation-changes.ts'
import { say, standardName, tagName } from './relation-words.ts'
import { standardOfBooks } from './standard.ts'

/** The statement line a standard account belongs to; where its wrong-side details are reclassified comes second. */
const statementLines = (() => {
  const { cas, small } = mappingFacts.charts
  const sides = new Map([...small, ...cas].map(({ key, side }) => [key, side]))
  const own = new Map<string, string>()
  const reclassified = new Map<string, string>()
  for (const line of linesOf(statementSets).values()) {
    for (const { account, measure } of line.terms) {
      const wrongSide = measure === (sides.get(account) === 'cr' ? 'dr_detail' : 'cr_detail')
      const names = wrongSide ? reclassified : own
      if (!names.has(account)) names.set(account, line.name)
    }
  }
  return new Map([...reclassified, ...own])
})()

const said = (evidence: unknown, language: Language) => (evidence as Evidence[]).map((reason) => say(reason, language))

/** Reasons that name another standard account a person may choose. */
const naming: ReadonlySet<string> = new Set(['runner_up', 'code_contradicts', 'decided_near', 'model_suggests'])

/** Standard accounts that a reason names as likely too, each with all that speaks for it. */
function candidates(evidence: unknown, standard: string, language: Language) {
  const named = (evidence as Evidence[]).filter(({ code }) => naming.has(code))
  const byKey = Map.groupBy(named, ({ params }) => params['key'] ?? '')
  return [...byKey].flatMap(([key, own]) =>
    key === '' || key === standard || standardName(key) === ''
      ? []
      : [{ standard: key, standardName: standardName(key), evidence: own.map((reason) => say(reason, language)) }],
  )
}

const accountOnWire = (language: Language) => (row: AccountRow) => {
  const tags = [...new Set([row.nature, ...row.tags].filter((tag) => tag !== ''))]
  return {
    code: row.code,
    name: row.name,
    fullName: row.fullName,
    closing: yuan(row.closing),
    debit: yuan(row.debit),
    credit: yuan(row.credit),
    standard: row.standard,
    standardName: standardName(row.standard),
    statementLine: statementLines.get(row.standard) ?? '',
    tags,
    tagNames: tags.map((tag) => tagName(tag, language)),
    status: row.status,
    confidence: row.confidence / 1000,
    evidence: said(row.evidence, language),
    candidates: candidates(row.evidence, row.standard, language),
    decidedBy: row.decided_by_name,
  }
}

const lineOnWire = (language: Language) => (row: LineRow) => ({
  voucherKey: row.voucherKey,
  line: row.line,
  date: row.date,
  summary: row.summary,
  account: row.account,
  accountName: row.accountName,
  amount: yuan(row.amount),
  tag: row.tag,
  tagName: tagName(row.tag, language),
  accountTagName: tagName(row.accountNature, language),
  status: row.status,
  confidence: row.confidence / 1000,
  evidence: said(row.evidence, language),
  decidedBy: row.decided_by_name,
})

const empty = ({ current, size }: { current: number; size: number }) => ({
  records: [],
  total: 0,
  size,
  current,
  pages: 0,
})

export const relationService: Service<typeof relation> = {
  async state(context, { projectId }) {
    return stateOf(context, await reachableProject(context, projectId))
  },

  async accounts(context, { projectId, ...paging }) {
    const { dataset_id: datasetId } = await reachableProject(context, projectId)
    if (!datasetId) return empty(paging)
    const columns = {
      code: 'code',
      name: 'fullName',
      standard: 'standard',
      status: 'status',
      tag: 'tag',
      confidence: 'confidence',
    }
    const bill = accountBill(context.db, projectId, datasetId).selectAll()
    const found = await page(bill as never, paging, columns, ["status = 'pending' desc", 'stake desc', 'code'])
    return { ...found, records: (found.records as AccountRow[]).map(accountOnWire(context.language)) }
  },

  async lines(context, { projectId, ...paging }) {
    const { dataset_id: datasetId } = await reachableProject(context, projectId)
    if (!datasetId) return empty(paging)
    const columns = {
      voucherKey: 'voucherKey',
      account: 'account',
      tag: 'tag',
      status: 'status',
      confidence: 'confidence',
      summary: 'summary',
    }
    const bill = lineBill(context.db, projectId, datasetId).selectAll()
    const order = ["status = 'pending' desc", 'stake desc', '"voucherKey"', 'line']
    const found = await page(bill as never, paging, columns, order)
    return { ...found, records: (found.records as LineRow[]).map(lineOnWire(context.language)) }
  },

  async standards(context, { projectId }) {
    const project = await reachableProject(context, projectId)
    const { standard } = project.dataset_id
      ? await standardOfBooks(context.db, projectId, project.dataset_id)
      : { standard: 'cas' as const }
    return {
      accounts: mappingFacts.charts[standard].map(({ key, code, name, class: kind }) => ({ key, code, name, kind })),
      tags: [
        ...new Set([...mappingFacts.natures.map(({ id }) => id), ...mappingFacts.detailTags.map(({ tag }) => tag)]),
      ].map((tag) => ({ id: tag, name: tagName(tag, context.language) })),
    }
  },

  async gaps(context, { projectId }) {
    const { dataset_id: datasetId } = await reachableProject(context, projectId)
    if (!datasetId) return { leaves: 0, placed: 0, gaps: [] }
    const { standard } = await standardOfBooks(context.db, projectId, datasetId)
    return billGaps(context.db, { projectId, datasetId, standard }, context.language)
  },

  ...relationChanges,
}
