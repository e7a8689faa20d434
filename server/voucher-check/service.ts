import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { voucherCheck } from '#contract/voucher-check.ts'
import { yuan } from '#engine/money.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { type ProjectRow, reachableProject } from '#server/project/reach.ts'
import { type CheckInput, type SampleInput, VOUCHER_CHECK, VOUCHER_SAMPLE } from './check-job.ts'
import { decideHits, listWhitelist, revokePattern } from './decide.ts'
import { computedSize } from './draw.ts'
import { listHits, shownRun } from './hits.ts'
import { materialityOf, saveResult, shownItems, shownSamples, withdrawSample } from './samples.ts'
import { effectiveSettings, saveSetting, shownSettings } from './settings.ts'

const datasetOf = ({ dataset_id: id }: ProjectRow): string => {
  if (id === null) throw new Refusal('voucherCheckNoDataset')
  return id
}

const start = (context: Context, project: ProjectRow, job: { type: string; title: string; input: object }) =>
  context.kernel.jobs.start(
    context.db,
    { tenantId: context.user.tenantId, userId: context.user.id },
    { ...job, bizType: 'project', bizId: project.id },
  )

export const voucherCheckService: Service<typeof voucherCheck> = {
  async settings(context, { projectId }) {
    await reachableProject(context, projectId)
    return shownSettings(context.db, projectId)
  },

  async saveFirmSetting(context, given) {
    await saveSetting(context, null, given)
    return {}
  },

  async saveProjectSetting(context, { projectId, ...given }) {
    await reachableProject(context, projectId, { lock: true })
    await saveSetting(context, projectId, given)
    return {}
  },

  async run(context, { projectId }) {
    const { db } = context
    const project = await reachableProject(context, projectId, { lock: true })
    const datasetId = datasetOf(project)
    const waiting = await db
      .selectFrom('job')
      .select('id')
      .where('biz_type', '=', 'project')
      .where('biz_id', '=', projectId)
      .where('type', '=', VOUCHER_CHECK)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (waiting) return { jobId: waiting.id }
    const materiality = await materialityOf(db, project)
    const settings = await effectiveSettings(db, projectId)
    const input: CheckInput = { projectId, datasetId, settings, materiality: materiality?.toString() ?? null }
    const jobId = await start(context, project, { type: VOUCHER_CHECK, title: project.project_name, input })
    await audit(context, { action: 'checkVouchers', bizType: 'project', bizId: projectId, after: { jobId, datasetId } })
    return { jobId }
  },

  async lastRun(context, { projectId }) {
    return { run: await shownRun(context.db, await reachableProject(context, projectId)) }
  },

  hits: (context, paging) => listHits(context, paging),

  decide: (context, { projectId, ...decision }) => decideHits(context, projectId, decision),

  whitelist: (context, paging) => listWhitelist(context, paging),

  async revokeWhitelist(context, input) {
    await revokePattern(context, input)
    return {}
  },

  async frame(context, { projectId, frame, confidence }) {
    const { db } = context
    const project = await reachableProject(context, projectId)
    const codes = frame.accounts.map((code) => `${code.replace(/[\\%_]/g, '\\$&')}%`)
    const amount = frame.side === 'debit' ? sql`debit` : frame.side === 'credit' ? sql`credit` : sql`debit + credit`
    const { rows } = await sql<{ amount: bigint }>`
      select coalesce(sum(${amount}), 0)::bigint as amount from ledger_posting
      where dataset_id = ${datasetOf(project)} and not closing
        and (${codes.length === 0} or account like any(${codes})) and (${frame.months.length === 0} or period = any(${frame.months}))`.execute(
      db,
    )
    const found = rows[0] ?? { amount: 0n }
    const materiality = await materialityOf(db, project)
    return {
      amount: yuan(found.amount),
      materiality: materiality === null ? null : yuan(materiality),
      size: computedSize(found.amount, materiality, confidence) ?? null,
    }
  },

  async draw(context, { projectId, seed, ...plan }) {
    const { db, language } = context
    const project = await reachableProject(context, projectId, { lock: true })
    const datasetId = datasetOf(project)
    const materiality = (await materialityOf(db, project))?.toString() ?? null
    const taken = seed === '' ? randomInt(1, 1_000_000_000) : Number(seed)
    const input: SampleInput = { projectId, datasetId, ...plan, seed: taken, materiality, language }
    const jobId = await start(context, project, { type: VOUCHER_SAMPLE, title: plan.name, input })
    await audit(context, {
      action: 'drawVouchers',
      bizType: 'project',
      bizId: projectId,
      after: { ...plan, seed: taken, jobId },
    })
    return { jobId }
  },

  async samples(context, { projectId }) {
    return shownSamples(context.db, await reachableProject(context, projectId))
  },

  items: (context, { projectId, sampleId }) => shownItems(context, projectId, sampleId),

  saveItem: (context, { projectId, sampleId, ...result }) => saveResult(context, { projectId, sampleId }, result),

  async withdrawSample(context, { reason, ...place }) {
    await withdrawSample(context, place, reason)
    return {}
  },
}
