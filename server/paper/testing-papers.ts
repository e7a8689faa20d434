import { paper } from '#contract/paper.ts'
import { job } from '#contract/system.ts'
import type { Expected } from '#facts/testing/fixture-ledger.ts'
import { yuan } from '#engine/money.ts'
import type { Caller, TestServer } from '#server/kernel/testing.ts'
import { fixtureFiles, importFiles, projectOf } from '#server/ledger/testing-import.ts'
import { settle } from '#server/relation/testing-bill.ts'
import { GENERATE } from './generate-job.ts'

/** A project whose ledger is imported and whose relation bill is agreed and locked. */
export async function readyProject(server: TestServer, caller: Caller, set: string): Promise<string> {
  const projectId = await projectOf(caller)
  await importFiles(server, caller, projectId, fixtureFiles(set))
  await settle(caller, projectId)
  return projectId
}

const money = (fen: number) => yuan(BigInt(fen))

/** The assumptions of expected.json, as a person types them; each with the proof he holds. */
export function assumptions(expected: Expected): { name: string; value: string; evidence: string }[] {
  const unpaid = (name: string) => {
    const account = expected.accounts.find(
      ({ full_name }) => full_name.startsWith('应付职工薪酬') && full_name.endsWith(name),
    )
    return money(-(account?.closing ?? 0))
  }
  const answers: Record<string, string> = {
    assets_q: expected.tax.quarter_total_assets.map(money).join(','),
    staff_q: expected.profile.staff_by_quarter.join('，'),
    restricted_industry: 'false',
    'paid_after_year_end/wage': unpaid('工资'),
    'paid_after_year_end/social': unpaid('社会保险费'),
    'paid_after_year_end/housing': unpaid('住房公积金'),
    union_receipt: 'true',
    donation_qualified: money(expected.tax_tags['donation']?.amount ?? 0),
    advert_not_allowed: '0',
    advertising_class: 'general',
    advert_shared_out: '0',
    advert_shared_in: '0',
    no_invoice_at_filing: '0',
    loss_available: '0',
    prepaid_tax: '0',
    rd_super_claimed: 'false',
    rd_class: 'general',
    rd_outsourced_domestic: '0',
    rd_outsourced_overseas: '0',
    rd_special_income: '0',
  }
  for (const line of ['A105050.5.7', 'A105060.13.1', 'A105070.4.7', 'A105070.5.7', 'A105070.6.7'])
    answers[`prior_return/${line}`] = '0'
  for (const { voucher, fair_value: fairValue } of expected.deemed_sales) {
    answers[`deemed_applies/${voucher}`] = 'true'
    answers[`deemed_fair_value/${voucher}`] = money(fairValue)
  }
  return Object.entries(answers).map(([name, value]) => ({ name, value, evidence: '底稿附件' }))
}

/** Generates and waits; answers the job. */
export async function generated(caller: Caller, projectId: string) {
  const { jobId } = await caller(paper.generate, { projectId })
  return caller.done(jobId)
}

/** Waits for the papers that a change set going; answers the last job of the project. */
export async function recalculated(caller: Caller, projectId: string) {
  const { records } = await caller(job.list, { bizId_equal: projectId, current: 1, size: 20 })
  const jobs = records.filter(({ type }) => type === GENERATE)
  const done = await Promise.all(jobs.map(({ id }) => caller.done(id)))
  if (!done[0]) throw new Error('nothing is recomputed')
  return done[0]
}

/** expected.json calls SAP's 06-SA-1800000013 by its word and the number within the type: 06-转-13. */
function sameVoucher(asked: string, expected: string): boolean {
  const [a, b] = [asked, expected].map((name) => /^(\w+\/\d\d)-[^-]+-(\d+)$/.exec(name))
  return a?.[1] !== undefined && a[1] === b?.[1] && Number(a[2]?.slice(2)) === Number(b[2])
}

/** Generates, answers what the papers then ask, and generates again. */
export async function answered(caller: Caller, projectId: string, expected: Expected) {
  await generated(caller, projectId)
  const asked = (await caller(paper.params, { projectId })).map(({ name }) => name)
  const params = assumptions(expected).flatMap((answer) => {
    const name = asked.find((one) => one === answer.name || sameVoucher(one, answer.name))
    return name === undefined ? [] : [{ ...answer, name }]
  })
  await caller(paper.saveParams, { projectId, params })
  const job = await generated(caller, projectId)
  if (job.state !== 'succeeded') throw new Error(`the papers were not generated: ${JSON.stringify(job)}`)
  return job
}
