import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { enterprise } from '#contract/enterprise.ts'
import type { FirmStatistics } from '#contract/firm-statistics.ts'
import { firm } from '#contract/firm.ts'
import { docFile } from '#contract/doc-files.ts'
import { type Project, project } from '#contract/project.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'
import { periodOf } from '#server/kernel/period.ts'

type Stage = Project['stage']
let server: TestServer
let boss: Caller
let zhang: Caller
let plain: Caller
let where: { tenantId: string }
const today = wallTime(new Date()).slice(0, 10)
const lastYear = String(Number(today.slice(0, 4)) - 1)
const twoYearsAgo = String(Number(today.slice(0, 4)) - 2)

const inTenant = <T>(work: Parameters<typeof server.kernel.database.inTenant<T>>[1]) =>
  server.kernel.database.inTenant({ tenantId: where.tenantId, userId: boss.userId }, work)

/** Brings a project to a stage as the main job would leave it, without the work. */
async function bring(projectId: string, year: string, stage: Stage) {
  if (stage === 'empty') return
  const [dataset, generation] = [randomUUID(), randomUUID()]
  const state = stage === 'imported' ? 'staged' : 'active'
  await inTenant(async (db) => {
    await db
      .insertInto('dataset')
      .values({ id: dataset, project_id: projectId, version: 1, state, year: Number(year) })
      .execute()
    if (stage === 'imported') return
    const locked = stage === 'verified' ? {} : { relation_version: 1, relation_locked_by: boss.userId }
    await db
      .updateTable('firm_project')
      .set({ dataset_id: dataset, ...locked })
      .where('id', '=', projectId)
      .execute()
    if (stage !== 'generated') return
    await sql`insert into generation (id, project_id, dataset_id, relation_version, rule_pack, params_hash, input_hash, result_hash,
        cells, missing, errors, wanted, statement)
      values (${generation}, ${projectId}, ${dataset}, 1, 'x', 'x', 'x', 'x', 1, 0, 0, '[]', '{}')`.execute(db)
    await db.updateTable('firm_project').set({ generation_id: generation }).where('id', '=', projectId).execute()
  })
}

let code = 700
async function client(caller: Caller, fields: object = {}): Promise<string> {
  code += 1
  const names = { enterpriseName: `企业${code}`, creditCode: testCreditCode(code) }
  return (await caller(enterprise.save, { ...names, ...fields })).id
}

beforeAll(async () => {
  server = await testServer()
  where = await server.tenant()
  boss = await server.as('administrator', '王合伙', where)
  zhang = await server.as('zxs', '张咨询', where)
  plain = await server.as('user', '某人', where)
  const [template] = await boss(docFile.templates, {})
  const add = async (caller: Caller, enterpriseId: string, year: string, [stage, category = 1]: [Stage, number?]) => {
    const { id } = await caller(project.save, {
      enterpriseId,
      projectName: `${stage} ${category}`,
      year,
      category,
      workpaperTemplateId: category === 1 ? (template?.id ?? '') : '',
    })
    await bring(id, year, stage)
  }
  const first = await client(boss, { accountingStandard: 'small' })
  const second = await client(zhang)
  const gone = await client(boss)
  await inTenant(async (db) => {
    await db.updateTable('firm_enterprise').set({ status: 'left' }).where('id', '=', gone).execute()
    for (const [enterprise_id, tax_type, cycle] of [
      [first, 'vat', 'month'],
      [first, 'cit', 'quarter'],
      [second, 'vat', 'month'],
      [gone, 'vat', 'month'],
    ] as const)
      await db
        .insertInto('enterprise_tax')
        .values({ enterprise_id, tax_type, cycle, valid_from: '2020-01-01' })
        .execute()
  })
  for (const stage of ['empty', 'imported', 'verified', 'mapped', 'generated'] as const)
    await add(boss, first, twoYearsAgo, [stage])
  await add(boss, first, today.slice(0, 4), ['empty'])
  await add(boss, first, twoYearsAgo, ['empty', 2])
  await add(zhang, second, twoYearsAgo, ['verified'])
  await add(zhang, second, lastYear, ['generated'])
}, 60_000)

const later = (days: number) => wallTime(new Date(Date.now() + days * 86_400_000)).slice(0, 10)
type Filters = Record<string, string>
/** The filters under which the list of projects shows what a number counts: those of the links on the homes. */
const shownBy: Partial<Record<keyof FirmStatistics['kpi'], Filters>> = {
  projects: {},
  activeProjects: { stage_notequal: 'generated' },
  dueIn7: { stage_notequal: 'generated', dueDate_ge: today, dueDate_le: later(7) },
  dueIn30: { stage_notequal: 'generated', dueDate_ge: today, dueDate_le: later(30) },
  overdue: { overdue_equal: 'true' },
  waitingClient: { stage_equal: 'empty' },
  ledgersWaiting: { stage_equal: 'imported' },
  relationsWaiting: { stage_equal: 'verified' },
  papersWaiting: { stage_equal: 'mapped' },
  papersReady: { stage_equal: 'generated' },
  opened: { createTime_datege: `${today.slice(0, 4)}-01-01`, createTime_datele: today },
  finished: { finishTime_datege: `${today.slice(0, 4)}-01-01`, finishTime_datele: today },
}
const listed = async (caller: Caller, filters: Filters) => (await caller(project.list, { ...filters, size: 1 })).total

describe('every number counts what its list shows', () => {
  test.each(['boss', 'zhang'] as const)('for %s', async (who) => {
    const caller = who === 'boss' ? boss : zhang
    const said = await caller(firm.statistics, where)
    for (const [name, filters] of Object.entries(shownBy)) {
      expect.soft([name, said.kpi[name as keyof typeof said.kpi]]).toEqual([name, await listed(caller, filters)])
    }
    for (const { stage, count, overdue } of said.pipeline) {
      expect.soft(count).toBe(await listed(caller, { stage_equal: stage }))
      expect.soft(overdue).toBe(await listed(caller, { stage_equal: stage, overdue_equal: 'true' }))
    }
    for (const { year, projects } of said.byYear) expect.soft(projects).toBe(await listed(caller, { year_equal: year }))
    expect(said.kpi.enterprises).toBe((await caller(enterprise.list, { status_notequal: 'left', size: 1 })).total)
  })

  test('and of one person or department', async () => {
    const of = { ...where, userId: zhang.userId }
    const said = await boss(firm.statistics, of)
    expect(said.kpi).toMatchObject({ projects: 2, activeProjects: 1, papersReady: 1, enterprises: 1 })
    expect(said.kpi.projects).toBe(await listed(boss, { owner_equal: zhang.userId }))
    const nobody = await boss(firm.statistics, { ...where, deptId: randomUUID() })
    expect(nobody.kpi).toMatchObject({ projects: 0, enterprises: 0 })
    const { dept } = await inTenant(async (db) => {
      const { dept_id } = await db
        .selectFrom('app_user')
        .select('dept_id')
        .where('id', '=', zhang.userId)
        .executeTakeFirstOrThrow()
      return { dept: dept_id ?? '' }
    })
    const ofDept = await boss(firm.statistics, { ...where, deptId: dept })
    expect(ofDept.kpi.projects).toBe(await listed(boss, { ownerDept_equal: dept }))
    expect(ofDept.kpi.projects).toBeGreaterThan(0)
  })
})

test('overdue is what has passed its statutory day without papers, and nothing without such a day', async () => {
  const { kpi, pipeline } = await boss(firm.statistics, where)
  // the settlements of two years ago without papers; tax advice has no statutory day
  expect(kpi).toMatchObject({ projects: 9, activeProjects: 7, overdue: 5, waitingClient: 3, papersReady: 2 })
  expect(pipeline.find(({ stage }) => stage === 'generated')?.overdue).toBe(0)
})

test('an administrator sees who has how much, a consultant only his own numbers', async () => {
  const { workload } = await boss(firm.statistics, where)
  expect(workload).toMatchObject([
    { userId: boss.userId, name: '王合伙', doing: 6, overdue: 4, clients: 1 },
    { userId: zhang.userId, name: '张咨询', doing: 1, overdue: 1, clients: 1 },
  ])
  const own = await zhang(firm.statistics, where)
  expect(own.workload).toEqual([])
  expect(own.kpi).toMatchObject({ projects: 2, enterprises: 1 })
  expect(own.usage).toEqual([])
})

test('the calendar names the next deadlines with the clients that declare the tax; who has left is not among them', async () => {
  const { deadlines } = await boss(firm.statistics, where)
  expect(deadlines.every(({ date }) => date >= today)).toBe(true)
  expect(deadlines.map(({ date }) => date)).toEqual(deadlines.map(({ date }) => date).toSorted())
  const vat = deadlines.filter(({ taxType }) => taxType === 'vat')
  expect(vat.length).toBeGreaterThanOrEqual(3)
  expect(vat.every(({ clients, cycle }) => clients === 2 && cycle === 'month')).toBe(true)
  const quarters = deadlines.filter(({ taxType, cycle }) => taxType === 'cit' && cycle === 'quarter')
  expect(quarters.every(({ date }) => ['01', '04', '07', '10'].includes(date.slice(5, 7)))).toBe(true)
  expect(quarters.length).toBeGreaterThanOrEqual(1)
  expect((await zhang(firm.statistics, where)).deadlines.filter(({ taxType }) => taxType === 'cit')).toEqual([])
})

test('clients are counted by what they are, new and left within the days asked for', async () => {
  const { portfolio } = await boss(firm.statistics, where)
  expect(portfolio).toMatchObject({ new: 3, left: 1 })
  expect(portfolio.byStandard.toSorted((a, b) => a.key.localeCompare(b.key))).toEqual([
    { key: 'cas', clients: 1 },
    { key: 'small', clients: 1 },
  ])
  expect(portfolio.byStatus).toEqual([
    { key: 'active', clients: 2 },
    { key: 'left', clients: 1 },
  ])
  const before = await boss(firm.statistics, { ...where, from: '2020-01-01', to: '2020-12-31' })
  expect(before.portfolio).toMatchObject({ new: 0, left: 0 })
  expect(before.kpi).toMatchObject({ opened: 0, finished: 0, projects: 9 })
  expect(before.trend).toHaveLength(12)
})

test('every number of clients is that of their list, under the filter of its link', async () => {
  const { portfolio, deadlines, from, to } = await boss(firm.statistics, where)
  const total = async (filters: Filters) => (await boss(enterprise.list, { ...filters, size: 1 })).total
  const staying = { status_notequal: 'left' }
  for (const { key, clients } of portfolio.byStatus) expect(await total({ status_equal: key })).toBe(clients)
  for (const { key, clients } of portfolio.byStandard)
    expect(await total({ ...staying, accountingStandard_equal: key })).toBe(clients)
  // what is not recorded sorts before the first section
  expect(portfolio.byIndustry).toEqual([{ key: '', clients: await total({ ...staying, industrySection_lt: 'A' }) }])
  expect(await total({ createTime_datege: from, createTime_datele: to })).toBe(portfolio.new)
  expect(await total({ leftTime_datege: from, leftTime_datele: to })).toBe(portfolio.left)
  for (const { taxType, cycle, annual, clients } of deadlines) {
    const declared = { ...(taxType && { taxType }), ...(annual === '' && { taxCycle: cycle }) }
    expect.soft(await total({ ...staying, ...declared })).toBe(clients)
  }
})

test('months show what was opened and finished in them', async () => {
  const { trend, from, to } = await boss(firm.statistics, where)
  expect([from, to]).toEqual([`${today.slice(0, 4)}-01-01`, today])
  expect(trend).toHaveLength(Number(today.slice(5, 7)))
  expect(trend.at(-1)).toEqual({ month: today.slice(0, 7), opened: 9, finished: 2 })
})

test('how long projects stand at a stage is told in days; of those with papers, how long these took', async () => {
  const firm2 = await server.tenant()
  const admin = await server.as('admin', '算天数', firm2)
  const enterpriseId = await client(admin)
  const add = async (projectName: string) =>
    (await admin(project.save, { enterpriseId, projectName, year: '2025', category: 2 })).id
  const ids = [await add('未导入'), await add('未导入二'), await add('待映射'), await add('已出底稿')]
  await server.kernel.database.inTenant({ tenantId: firm2.tenantId, userId: admin.userId }, async (db) => {
    const days = [4, 8, 30, 30]
    for (const [at, id] of ids.entries())
      await sql`update firm_project set create_time = now() - make_interval(days => ${days[at]}) where id = ${id}`.execute(
        db,
      )
    for (const id of ids.slice(2)) {
      await sql`with d as (insert into dataset (project_id, version, state, year, update_time)
          values (${id}, 1, 'active', 2025, now() - interval '10 days') returning id)
        update firm_project set dataset_id = d.id from d where firm_project.id = ${id}`.execute(db)
    }
    const [, , , last = ''] = ids
    await sql`with g as (insert into generation (project_id, dataset_id, relation_version, rule_pack, params_hash, input_hash,
          result_hash, cells, missing, errors, wanted, statement, create_time)
        select id, dataset_id, 1, 'x', 'x', 'x', 'x', 1, 0, 0, '[]', '{}', create_time + interval '5 days'
        from firm_project where id = ${last} returning id)
      update firm_project set generation_id = g.id, relation_version = 1, relation_locked_by = 'x' from g
      where firm_project.id = ${last}`.execute(db)
  })
  const { pipeline } = await admin(firm.statistics, firm2)
  const shown = pipeline.map(({ stage, count, avgDays }) => [stage, count, avgDays])
  expect(shown.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
    ['empty', 2, 6],
    ['generated', 1, 5],
    ['verified', 1, 10],
  ])
})

test('a day is a day of China, in the numbers and in the lists', async () => {
  const firm2 = await server.tenant()
  const admin = await server.as('admin', '早班', firm2)
  const enterpriseId = await client(admin)
  await admin(project.save, { enterpriseId, projectName: '跨夜', year: '2025', category: 2 })
  await server.kernel.database.inTenant({ tenantId: firm2.tenantId, userId: admin.userId }, (db) =>
    // half past midnight in China, still the day before in UTC
    db
      .updateTable('firm_project')
      .set({ create_time: new Date('2026-02-28T16:30:00Z') })
      .execute(),
  )
  const march = { ...firm2, from: '2026-03-01', to: '2026-03-31' }
  const said = await admin(firm.statistics, march)
  expect([said.kpi.opened, said.trend]).toEqual([1, [{ month: '2026-03', opened: 1, finished: 0 }]])
  expect(await listed(admin, { createTime_datege: '2026-03-01', createTime_datele: '2026-03-31' })).toBe(1)
  expect(await listed(admin, { createTime_datege: '2026-02-01', createTime_datele: '2026-02-28' })).toBe(0)
})

test('who sees no work sees no numbers; another tenant is not found; days the wrong way round are refused', async () => {
  const none = await plain(firm.statistics, where)
  expect(none.kpi).toMatchObject({ enterprises: 0, projects: 0, overdue: 0 })
  expect(none).toMatchObject({ pipeline: [], workload: [], deadlines: [], usage: [] })
  await expect(boss(firm.statistics, { tenantId: server.home.tenantId })).rejects.toMatchObject({ code: 404 })
  await expect(boss(firm.statistics, { ...where, from: '2026-02-01', to: '2026-01-01' })).rejects.toMatchObject({
    code: 400,
  })
  expect(() => periodOf({ from: '2000-01-01', to: '2026-01-01' })).toThrow('period')
})
