import { sql } from 'kysely'
import type { relation } from '#contract/relation.ts'
import type { Language } from '#contract/texts.ts'
import { linesOf } from '#engine/taxlaw/statement.ts'
import type { Evidence } from '#engine/mapping/relation.ts'
import { yuan } from '#engine/money.ts'
import { mappingFacts, statementSets } from '#facts/facts.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, page, type Service } from '#server/kernel/service.ts'
import { type ProjectRow, reachableProject } from '#server/project/reach.ts'
import { accountBill, type AccountRow, billCounts, billState, lineBill, type LineRow } from './bill-query.ts'
import { decideAccounts, decideLines } from './decide.ts'
import type { ProposeTask } from './propose-worker.ts'
import { type Proposal, storeProposal } from './relation-store.ts'
import { say, standardName, tagName } from './relation-words.ts'
import { runWorker } from './worker-run.ts'

const standing = (project: ProjectRow): string => {
  if (!project.dataset_id) throw new Refusal('relationNoDataset')
  return project.dataset_id
}

/** The project, held until the transaction ends, with its bill open for change. */
async function openBill(context: Context, projectId: string) {
  const project = await reachableProject(context, projectId, { lock: true })
  const datasetId = standing(project)
  if (project.relation_locked_by !== '') throw new Refusal('relationLocked')
  return { project, datasetId }
}

const bump = (context: Context, projectId: string) =>
  context.db
    .updateTable('firm_project')
    .set({ relation_version: sql`relation_version + 1` })
    .where('id', '=', projectId)
    .returningAll()
    .executeTakeFirstOrThrow()

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

/** Standard accounts that a reason names as likely too: the second choice, or the one whose code speaks against the name. */
function candidates(evidence: unknown, standard: string, language: Language) {
  return (evidence as Evidence[])
    .filter(({ code }) => code === 'runner_up' || code === 'code_contradicts')
    .flatMap((reason) => {
      const [named = ''] = (reason.params['account'] ?? '').split(' ')
      const account = [...mappingFacts.charts.cas, ...mappingFacts.charts.small].find(
        ({ code, key }) => code === named || key === named,
      )
      if (!account || account.key === standard) return []
      return [{ standard: account.key, standardName: account.name, confidence: 0.5, evidence: [say(reason, language)] }]
    })
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
    return billState(context.db, await reachableProject(context, projectId))
  },

  async propose(context, { projectId }) {
    const { db, user, kernel } = context
    const { project, datasetId } = await openBill(context, projectId)
    const actor = { tenantId: user.tenantId, userId: user.id }
    const task: ProposeTask = { config: kernel.database.configOf(actor.tenantId), actor, projectId, datasetId }
    const proposal = await runWorker<Proposal>(new URL('propose-worker.ts', import.meta.url), task)
    const changed = await storeProposal(db, projectId, proposal)
    const state = await billState(db, changed ? await bump(context, projectId) : project)
    const after = {
      version: state.version,
      accounts: state.accounts,
      pending: state.accountsPending + state.linesPending,
    }
    await audit(context, { action: 'propose', bizType: 'relation', bizId: projectId, after })
    return state
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
    const { standard } = await billState(context.db, project)
    return {
      accounts: mappingFacts.charts[standard].map(({ key, code, name, class: kind }) => ({ key, code, name, kind })),
      tags: [
        ...new Set([...mappingFacts.natures.map(({ id }) => id), ...mappingFacts.detailTags.map(({ tag }) => tag)]),
      ].map((tag) => ({ id: tag, name: tagName(tag, context.language) })),
    }
  },

  async decideAccounts(context, { projectId, accounts }) {
    const { datasetId } = await openBill(context, projectId)
    const { before, after } = await decideAccounts({ db: context.db, projectId, datasetId }, accounts)
    const state = await billState(context.db, await bump(context, projectId))
    await audit(context, { action: 'decideAccounts', bizType: 'relation', bizId: projectId, before, after })
    return state
  },

  async decideLines(context, { projectId, lines }) {
    const { datasetId } = await openBill(context, projectId)
    const { before, after } = await decideLines({ db: context.db, projectId, datasetId }, lines)
    const state = await billState(context.db, await bump(context, projectId))
    await audit(context, { action: 'decideLines', bizType: 'relation', bizId: projectId, before, after })
    return state
  },

  async lock(context, { projectId }) {
    const { datasetId } = await openBill(context, projectId)
    const { accountsPending, unmapped, linesPending, accounts } = await billCounts(context.db, projectId, datasetId)
    if (accountsPending + unmapped + linesPending > 0 || accounts === 0) {
      throw new Refusal('relationOpen', { accounts: accountsPending, unmapped, lines: linesPending })
    }
    return lockedBy(context, projectId, context.user.id)
  },

  async unlock(context, { projectId }) {
    const project = await reachableProject(context, projectId, { lock: true })
    if (project.relation_locked_by === '') throw new Refusal('relationNotLocked')
    return lockedBy(context, projectId, '')
  },
}

async function lockedBy(context: Context, projectId: string, userId: string) {
  const project = await context.db
    .updateTable('firm_project')
    .set({ relation_locked_by: userId, relation_locked_time: userId === '' ? null : sql<Date>`now()` })
    .where('id', '=', projectId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const state = await billState(context.db, project)
  const action = userId === '' ? 'unlock' : 'lock'
  await audit(context, { action, bizType: 'relation', bizId: projectId, after: { version: state.version } })
  return state
}
