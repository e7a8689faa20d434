import { sql } from 'kysely'
import type { Sample, SampleFrame, SampleItem } from '#contract/voucher-check.ts'
import { type Fen, fenOf, yuan } from '#engine/money.ts'
import { project as projected } from '#engine/voucher-check/projection.ts'
import type { Drawn } from '#engine/voucher-check/sampling.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, one } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { recalculate } from '#server/paper/recalculate.ts'
import { type ProjectRow, reachableProject } from '#server/project/reach.ts'

/** 执行重要性 as paper Z06 has it, fen; null where it does not. */
export async function materialityOf(db: Db, { generation_id: id }: ProjectRow): Promise<Fen | null> {
  if (id === null) return null
  const cell = await db
    .selectFrom('paper_cell')
    .select('value')
    .where('generation_id', '=', id)
    .where('cell', '=', 'Z06.pm')
    .executeTakeFirst()
  return cell?.value && /^\d+$/.test(cell.value) && cell.value !== '0' ? BigInt(cell.value) : null
}

type Layers = { name: Drawn['layer']; amount: string }[]

const money = (fen: Fen | null) => (fen === null ? null : yuan(fen))

/** The project's samples, the newest first, each with what its errors say of the whole. */
export async function shownSamples(db: Db, project: ProjectRow): Promise<Sample[]> {
  const samples = await db
    .selectFrom('voucher_sample')
    .selectAll()
    .select(sql<string | null>`person_name(create_user)`.as('who'))
    .where('project_id', '=', project.id)
    .orderBy('create_time', 'desc')
    .orderBy('id')
    .execute()
  const items = await db
    .selectFrom('voucher_sample_item as i')
    .innerJoin('voucher_sample as s', 's.id', 'i.sample_id')
    .select(['i.sample_id', 'i.amount', 'i.misstatement', 'i.layer', 'i.conclusion'])
    .where('s.project_id', '=', project.id)
    .execute()
  const bySample = Map.groupBy(items, ({ sample_id }) => sample_id)
  return samples.map((row): Sample => {
    const mine = bySample.get(row.id) ?? []
    const method = row.method as DrawnMethod
    const found = projected(
      mine.map(({ amount, misstatement, layer }) => ({ amount, misstatement, layer: layer as Drawn['layer'] })),
      {
        method,
        confidence: row.confidence,
        interval: row.interval,
        population: row.population,
        layers: (row.layers as Layers).map(({ name, amount }) => ({ name, amount: BigInt(amount) })),
      },
    )
    return {
      id: row.id,
      name: row.name,
      datasetId: row.dataset_id,
      outdated: row.dataset_id !== project.dataset_id,
      method,
      frame: row.frame as SampleFrame,
      confidence: row.confidence,
      materiality: money(row.materiality),
      size: row.size,
      seed: row.seed.toString(),
      lines: row.lines,
      population: yuan(row.population),
      interval: yuan(row.interval),
      drawn: mine.length,
      tested: mine.filter(({ conclusion }) => conclusion !== 'pending').length,
      exceptions: mine.filter(({ conclusion }) => conclusion === 'exception').length,
      projection: {
        known: yuan(found.known),
        projected: yuan(found.projected),
        precision: money(found.precision),
        allowance: money(found.allowance),
        upper: money(found.upper),
      },
      withdrawn: row.withdrawn_time !== null,
      withdrawnReason: row.withdrawn_reason,
      createUserName: row.who ?? '',
      createTime: wallTime(row.create_time),
    }
  })
}
type DrawnMethod = Parameters<typeof projected>[1]['method']

const untested = { attached: '', content: '', approved: '', entered: '', period: '' } as const

async function sampleOf(db: Db, projectId: string, sampleId: string) {
  return one(
    await db
      .selectFrom('voucher_sample')
      .select(['id', 'name', 'withdrawn_time'])
      .where('id', '=', sampleId)
      .where('project_id', '=', projectId)
      .execute(),
  )
}

/** The drawn lines of a sample, in the journal's order. */
export async function shownItems(context: Context, projectId: string, sampleId: string): Promise<SampleItem[]> {
  const { db } = context
  await reachableProject(context, projectId)
  await sampleOf(db, projectId, sampleId)
  const rows = await db
    .selectFrom('voucher_sample_item')
    .selectAll()
    .select(sql<string | null>`person_name(update_user)`.as('who'))
    .where('sample_id', '=', sampleId)
    .orderBy('line')
    .execute()
  return rows.map((row) => ({
    line: row.line,
    voucherKey: row.voucher_key,
    voucherLine: row.voucher_line,
    date: row.day,
    account: row.account,
    accountName: row.account_name,
    counter: row.counter,
    summary: row.summary,
    amount: yuan(row.amount),
    layer: row.layer,
    tests: { ...untested, ...(row.tests as SampleItem['tests']) },
    conclusion: row.conclusion as SampleItem['conclusion'],
    misstatement: yuan(row.misstatement),
    evidence: row.evidence,
    note: row.note,
    version: row.version,
    updateUserName: row.who ?? '',
    updateTime: row.update_time === null ? '' : wallTime(row.update_time),
  }))
}

type Result = Pick<SampleItem, 'line' | 'version' | 'tests' | 'conclusion' | 'misstatement' | 'evidence' | 'note'>

/** Records what testing showed. An exception needs its words; a version that is not the stored one is refused. */
export async function saveResult(context: Context, place: { projectId: string; sampleId: string }, result: Result) {
  const { db, user } = context
  const { projectId, sampleId } = place
  await reachableProject(context, projectId, { lock: true })
  const sample = await sampleOf(db, projectId, sampleId)
  if (sample.withdrawn_time !== null) throw new Refusal('voucherSampleWithdrawn')
  if (result.conclusion === 'exception' && result.note === '') throw new Refusal('voucherSampleNoError')
  const at = db
    .selectFrom('voucher_sample_item')
    .select(['version', 'tests', 'conclusion', 'misstatement', 'voucher_key'])
    .where('sample_id', '=', sampleId)
    .where('line', '=', result.line)
  const before = one(await at.execute())
  if (before.version !== result.version) throw conflict()
  await db
    .updateTable('voucher_sample_item')
    .set({
      tests: JSON.stringify(result.tests),
      conclusion: result.conclusion,
      misstatement: fenOf(result.misstatement) ?? 0n,
      evidence: result.evidence,
      note: result.note,
      version: result.version + 1,
      update_user: user.id,
      update_time: sql`now()`,
    })
    .where('sample_id', '=', sampleId)
    .where('line', '=', result.line)
    .execute()
  const jobId = await recalculate(context, projectId)
  await audit(context, {
    action: 'testVoucher',
    bizType: 'project',
    bizId: projectId,
    before: { voucher: before.voucher_key, conclusion: before.conclusion, misstatement: yuan(before.misstatement) },
    after: { sample: sample.name, voucher: before.voucher_key, ...result },
  })
  return { jobId }
}

/** Withdraws a sample: it stays to be seen and no longer counts in papers. */
export async function withdrawSample(context: Context, place: { projectId: string; sampleId: string }, reason: string) {
  const { db, user } = context
  await reachableProject(context, place.projectId, { lock: true })
  const sample = await sampleOf(db, place.projectId, place.sampleId)
  if (reason === '') throw new Refusal('voucherCheckNoReason')
  if (sample.withdrawn_time !== null) throw new Refusal('voucherSampleWithdrawn')
  await db
    .updateTable('voucher_sample')
    .set({ withdrawn_user: user.id, withdrawn_time: sql`now()`, withdrawn_reason: reason })
    .where('id', '=', place.sampleId)
    .execute()
  await recalculate(context, place.projectId)
  await audit(context, {
    action: 'withdrawVoucherSample',
    bizType: 'project',
    bizId: place.projectId,
    before: { sample: sample.name },
    after: { reason },
  })
}
