import { sql } from 'kysely'
import type { CarryProposal, CarryYear, initData } from '#contract/init-data.ts'
import { say } from '#contract/errors.ts'
import { fenOf, yuan } from '#engine/money.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import type { StoredSheet } from '../ledger/stored-sheet.ts'
import { sentence, wordOf } from '../ledger/words.ts'
import { listParams, saveParams } from '../paper/params.ts'
import { recalculate } from '../paper/recalculate.ts'
import { type ProjectRow, reachableEnterprise, reachableProject } from '../project/reach.ts'
import { carriesOf } from './carries.ts'
import { INIT_FILE } from './init-file.ts'
import { READ, type ReadInput } from './read-job.ts'

const ASKED = 'prior_return/'

export const initDataService: Service<typeof initData> = {
  async overview(context, { enterpriseId }) {
    const { db } = context
    const client = await reachableEnterprise(context, enterpriseId)
    const blanks = [
      ...(client.taxpayer_type === '' ? ['taxpayerType'] : []),
      ...(client.industry_section === '' ? ['industrySection'] : []),
      ...(client.registered_capital === null ? ['registeredCapital'] : []),
      ...(client.establish_date === null ? ['establishDate'] : []),
      ...(client.legal_representative === '' ? ['legalRepresentative'] : []),
      ...(client.tax_authority === '' ? ['taxAuthority'] : []),
    ]
    return { enterpriseId, enterpriseName: client.enterprise_name, blanks, years: await yearsOf(db, enterpriseId) }
  },

  async carries(context, { enterpriseId, year }) {
    await reachableEnterprise(context, enterpriseId)
    return carriesOf(context.db, enterpriseId, year, context.language)
  },

  async saveCarry(context, { enterpriseId, year, cell, amount, evidence }) {
    const { db } = context
    await reachableEnterprise(context, enterpriseId, { lock: true })
    if (amount !== null && evidence === '') throw new Refusal('carryEvidence')
    const fen = amount === null ? null : (fenOf(amount) ?? null)
    const before = await db
      .selectFrom('enterprise_carry')
      .select(['hand_amount', 'evidence'])
      .where('enterprise_id', '=', enterpriseId)
      .where('year', '=', year)
      .where('cell', '=', cell)
      .executeTakeFirst()
    const row = { hand_amount: fen, evidence: fen === null ? '' : evidence }
    await db
      .insertInto('enterprise_carry')
      .values({ enterprise_id: enterpriseId, year, cell, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'enterprise_id', 'year', 'cell'])
          .doUpdateSet({ ...row, update_user: sql<string>`current_actor()`, update_time: sql<Date>`now()` }),
      )
      .execute()
    const held = before?.hand_amount ?? null
    await audit(context, {
      action: 'initData.saveCarry',
      bizType: 'enterprise',
      bizId: enterpriseId,
      before: { year, cell, amount: held === null ? null : yuan(held), evidence: before?.evidence ?? '' },
      after: { year, cell, amount, evidence: row.evidence },
    })
    return {}
  },

  async readings(context, { enterpriseId, year }) {
    const { db, language } = context
    await reachableEnterprise(context, enterpriseId)
    const rows = await db
      .selectFrom('enterprise_reading')
      .innerJoin('file', 'file.id', 'enterprise_reading.file_id')
      .leftJoin('job', 'job.id', 'enterprise_reading.job_id')
      .select(['enterprise_reading.id', 'file_id', 'file.name', 'enterprise_reading.create_time', 'job_id'])
      .select(['job.state', 'cells', 'accounts', 'sheets'])
      .select(sql<string | null>`person_name(enterprise_reading.create_user)`.as('who'))
      .where('enterprise_id', '=', enterpriseId)
      .where('year', '=', year)
      .orderBy('enterprise_reading.create_time', 'desc')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      fileId: row.file_id,
      fileName: row.name,
      createUserName: row.who ?? '',
      createTime: wallTime(row.create_time),
      jobId: row.job_id ?? '',
      state: row.state ?? 'queued',
      cells: row.cells,
      accounts: row.accounts,
      sheets: (row.sheets as StoredSheet[]).map(({ name, kind, evidence, remarks }) => ({
        name,
        kindName: wordOf('kind', kind, language),
        says: [...evidence.filter(({ code }) => code !== 'evidenceColumn'), ...remarks]
          .map((remark) => sentence(remark, language))
          .join(language === 'en' ? '; ' : '；'),
      })),
    }))
  },

  async read(context, { enterpriseId, year, fileId }) {
    const { db, user, kernel } = context
    const client = await reachableEnterprise(context, enterpriseId, { lock: true })
    const file = one(
      await db
        .selectFrom('file')
        .select(['id', 'name', 'sha256'])
        .where('id', '=', fileId)
        .where('purpose', '=', INIT_FILE)
        .where('owner_id', '=', enterpriseId)
        .where('is_deleted', '=', 0)
        .execute(),
    )
    const running = await db
      .selectFrom('enterprise_reading')
      .innerJoin('job', 'job.id', 'enterprise_reading.job_id')
      .select('job.id')
      .where('enterprise_id', '=', enterpriseId)
      .where('year', '=', year)
      .where('file_id', '=', fileId)
      .where('job.state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (running) return { jobId: running.id }
    const reading = await db
      .insertInto('enterprise_reading')
      .values({ enterprise_id: enterpriseId, year, file_id: fileId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const jobId = await kernel.jobs.start(
      db,
      { tenantId: user.tenantId, userId: user.id },
      {
        type: READ,
        title: client.enterprise_name,
        bizType: 'enterprise',
        bizId: enterpriseId,
        input: { readingId: reading.id } satisfies ReadInput,
      },
    )
    await db.updateTable('enterprise_reading').set({ job_id: jobId }).where('id', '=', reading.id).execute()
    const after = { year, file: file.name, sha256: file.sha256 }
    await audit(context, { action: 'initData.read', bizType: 'enterprise', bizId: enterpriseId, after })
    return { jobId }
  },

  async proposals(context, { projectId }) {
    return proposalsOf(context, await reachableProject(context, projectId))
  },

  async confirm(context, { projectId, names }) {
    const { db, language } = context
    const project = await reachableProject(context, projectId, { lock: true })
    const proposed = new Map((await proposalsOf(context, project)).map((row) => [row.name, row]))
    const taken = [...new Set(names)].map((name) => {
      const row = proposed.get(name)
      if (!row) throw new Refusal('carryNotProposed', { name })
      return { name, value: row.amount, evidence: row.source.slice(0, 500) }
    })
    const before = await saveParams(db, project, taken, language)
    const jobId = await recalculate(context, projectId)
    await audit(context, {
      action: 'initData.confirm',
      bizType: 'paper',
      bizId: projectId,
      before: { params: before },
      after: { params: taken },
    })
    return { taken: taken.length, jobId }
  },
}

/** What the project's papers ask of last year's return and the client's earlier years know. */
async function proposalsOf({ db, language }: Context, project: ProjectRow): Promise<CarryProposal[]> {
  const asked = (await listParams(db, project, language)).filter(({ name }) => name.startsWith(ASKED))
  const known = new Map(
    (await carriesOf(db, project.enterprise_id, project.year - 1, language)).map((row) => [row.cell, row]),
  )
  return asked.flatMap(({ name, label, value }) => {
    const cell = name.slice(ASKED.length)
    const carry = known.get(cell) ?? known.get(`${cell}.1`)
    if (!carry || carry.amount === null) return []
    const source = carry.byHand ? say('carryByHand', language, { evidence: carry.evidence }) : carry.readFrom
    return { name, label, amount: carry.amount, source, held: value }
  })
}

/** The years of a client's projects, each year before one of them, and those of which something is known; newest first. */
async function yearsOf(db: Db, enterpriseId: string): Promise<CarryYear[]> {
  const { rows } = await sql<CarryYear>`
    with projects as (
      select distinct on (p.year) p.year, p.id, p.project_name, coalesce(d.version, 0) as version
      from firm_project p left join dataset d on d.id = p.dataset_id
      where p.enterprise_id = ${enterpriseId} and p.is_deleted = 0 order by p.year, p.create_time desc
    ), carried as (
      select year, count(*)::int as n from enterprise_carry
      where enterprise_id = ${enterpriseId} and coalesce(hand_amount, read_amount) is not null group by year
    ), opened as (
      select year, count(*)::int as n from enterprise_opening where enterprise_id = ${enterpriseId} group by year
    ), years as (
      select year from projects union select year - 1 from projects union select year from carried
      union select year from opened union select year from enterprise_reading where enterprise_id = ${enterpriseId}
    )
    select y.year, coalesce(p.id::text, '') as "projectId", coalesce(p.project_name, '') as "projectName",
      coalesce(p.version, 0) as "datasetVersion", coalesce(c.n, 0) as cells, coalesce(o.n, 0) as accounts
    from years y left join projects p using (year) left join carried c using (year) left join opened o using (year)
    order by y.year desc`.execute(db)
  return rows
}
