import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { project } from '#contract/project.ts'
import { voucherCheck } from '#contract/voucher-check.ts'
import type { z } from 'zod'
import { projectEntries } from '#server/entry/project-entries.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, importFiles } from '#server/ledger/testing-import.ts'
import { settle } from '#server/relation/testing-bill.ts'
import { readyProject } from '#server/paper/testing-papers.ts'

let server: TestServer
let zxs: Caller
let projectId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await readyProject(server, zxs, 'yonyou-u8')
  await check()
})

async function check(of = projectId) {
  const { jobId } = await zxs(voucherCheck.run, { projectId: of })
  expect(await zxs.done(jobId)).toMatchObject({ state: 'succeeded' })
}
const lastRun = async (of = projectId) => {
  const { run } = await zxs(voucherCheck.lastRun, { projectId: of })
  if (!run) throw new Error('no run')
  return run
}
const hits = async (more: object = {}, of = projectId) =>
  (await zxs(voucherCheck.hits, { projectId: of, size: 500, ...more })).records
const entries = (of = projectId) =>
  server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, (db) => projectEntries(db, of))

/** Another project of the same client with the same books. */
async function sisterProject(): Promise<string> {
  const { enterpriseId, workpaperTemplateId } = await zxs(project.detail, { id: projectId })
  const { id } = await zxs(project.save, {
      enterpriseId, projectName: '次年', year: '2025', category: 1, workpaperTemplateId: workpaperTemplateId ?? '',
    }) // prettier-ignore
  await importFiles(server, zxs, id, fixtureFiles('yonyou-u8'))
  await settle(zxs, id)
  return id
}

describe('a run of the checks', () => {
  test('says of each of the 36 what it found or why it could not look', async () => {
    const run = await lastRun()
    expect(run.checks).toHaveLength(36)
    expect(run).toMatchObject({ outdated: false, createUserName: '张审计' })
    expect(run.checks.find(({ id }) => id === 'V09')).toMatchObject({
      state: 'not_applicable',
      note: { zh: expect.stringContaining('没有录入时间') },
    })
    expect(run.checks.find(({ id }) => id === 'V01')).toMatchObject({ state: 'done', total: 0 })
    for (const { kept, open, proposed, decided } of run.checks) expect(open + proposed + decided).toBe(kept)
  })

  test('pages its hits by check, month and amount, each with its voucher and why', async () => {
    const all = await hits()
    expect(all.length).toBeGreaterThan(20)
    const first = all.find(({ voucherKey }) => voucherKey !== '')
    expect(first?.why.zh).toBeTruthy()
    const large = await hits({ checkId_equal: 'V12', amount_ge: '10000' })
    expect(large.length).toBeGreaterThan(0)
    for (const { checkId, amount } of large) expect([checkId, Number(amount) >= 10_000]).toEqual(['V12', true])
    for (const { period } of await hits({ period_equal: '03' })) expect(period).toBe('03')
  })

  test('goes by what a project or the firm has set', async () => {
    const before = (await lastRun()).checks.find(({ id }) => id === 'V12')?.total ?? 0
    await zxs(voucherCheck.saveProjectSetting, { projectId, checkId: 'V12', enabled: true, params: { k: '1' } })
    await check()
    expect((await lastRun()).checks.find(({ id }) => id === 'V12')?.total).toBeLessThan(before)
    const set = (await zxs(voucherCheck.settings, { projectId })).find(({ id }) => id === 'V12')
    expect(set).toMatchObject({ projectUserName: '张审计' })
    expect(set?.params.find(({ key }) => key === 'k')).toMatchObject({ standard: '25', firm: null, project: '1' })
    const admin = await server.as('administrator')
    await admin(voucherCheck.saveFirmSetting, { checkId: 'V36', enabled: false, params: {} })
    await check()
    expect((await lastRun()).checks.find(({ id }) => id === 'V36')?.state).toBe('off')
    await expect(
      admin(voucherCheck.saveFirmSetting, { checkId: 'V27', enabled: true, params: { limit: '很多' } }),
    ).rejects.toThrow('“单笔限额（元）”的值“很多”不正确')
    await expect(
      zxs(voucherCheck.saveFirmSetting, { checkId: 'V27', enabled: true, params: {} }),
    ).rejects.toMatchObject({ code: 403 })
  })
})

describe('a decision', () => {
  test('needs a reason, holds in later runs, reaches F01 and Z07, and can be taken back', async () => {
    const [one, other] = await hits({ state_equal: 'open' })
    if (!one || !other) throw new Error('too few hits')
    await expect(
      zxs(voucherCheck.decide, { projectId, keys: [one.key], state: 'normal', reason: ' ' }),
    ).rejects.toThrow('请写明理由')
    await zxs(voucherCheck.decide, {
      projectId,
      keys: [one.key],
      state: 'adjust',
      reason: '应调增',
      paper: 'C14',
      evidence: '发票',
    })
    await zxs(voucherCheck.decide, { projectId, keys: [other.key], state: 'pending', reason: '待企业提供合同' })
    await check()
    const decided = (await hits()).find(({ key }) => key === one.key)
    expect(decided).toMatchObject({ state: 'adjust', reason: '应调增', paper: 'C14', userName: '张审计' })
    const { voucher_findings: findings = [], open_points: points = [] } = await entries()
    expect(findings.find(({ values }) => values['note'] === '应调增')?.values).toMatchObject({
      disposition: 'adjusted',
      amount: one.amount,
    })
    expect(findings.some(({ values }) => values['disposition'] === 'open')).toBe(true)
    expect(points.map(({ values }) => values['status'])).toEqual(expect.arrayContaining(['open', 'closed']))
    await zxs(voucherCheck.decide, { projectId, keys: [one.key], state: 'open', reason: '' })
    expect((await hits()).find(({ key }) => key === one.key)?.state).toBe('open')
    const admin = await server.as('admin')
    const { records } = await admin(audit.list, { action_equal: 'decideVoucherHits', current: 1, size: 10 })
    expect(records.length).toBe(3)
  })

  test(
    'that explains is proposed again in another year of the client until it is revoked',
    { timeout: 120_000 },
    async () => {
      const open = await hits({ state_equal: 'open' })
      const chosen = open.find(({ checkId }) => open.filter((hit) => hit.checkId === checkId).length > 1)
      if (!chosen) throw new Error('no check with several hits')
      const { decided } = await zxs(voucherCheck.decide, {
        projectId,
        allOf: chosen.checkId,
        state: 'whitelist',
        reason: '每年如此',
      })
      expect(decided).toBeGreaterThan(1)
      const next = await sisterProject()
      await check(next)
      const proposed = await hits({ state_equal: 'proposed' }, next)
      expect(proposed.length).toBeGreaterThan(1)
      expect(proposed[0]).toMatchObject({ reason: '每年如此' })
      const list = await zxs(voucherCheck.whitelist, { projectId: next, size: 500 })
      for (const { id } of list.records)
        await zxs(voucherCheck.revokeWhitelist, { projectId: next, id, reason: '今年情况不同' })
      expect(await hits({ state_equal: 'proposed' }, next)).toEqual([])
      expect((await zxs(voucherCheck.whitelist, { projectId: next, size: 1 })).records[0]).toMatchObject({
        revoked: true,
      })
    },
  )

  test('of a hit that is not there is refused', async () => {
    await expect(
      zxs(voucherCheck.decide, { projectId, keys: ['V01:x:y'], state: 'normal', reason: '好' }),
    ).rejects.toThrow('请刷新')
  })
})

describe('a sample', () => {
  const frame = { accounts: ['66'], months: [], least: '', most: '', side: 'debit' as const }
  const draw = async (more: Partial<z.input<typeof voucherCheck.draw.input>> = {}) => {
    const { jobId } = await zxs(voucherCheck.draw, {
      projectId, name: '费用抽凭', frame, method: 'mus', confidence: 95, size: 12, seed: '4711', ...more,
    }) // prettier-ignore
    return zxs.done(jobId)
  }

  test('can be drawn again by its seed, tested, and projected', async () => {
    expect(await draw()).toMatchObject({ state: 'succeeded' })
    expect(await draw({ name: '重抽' })).toMatchObject({ state: 'succeeded' })
    const [again, sample] = await zxs(voucherCheck.samples, { projectId })
    if (!again || !sample) throw new Error('no samples')
    const [items, same] = await Promise.all(
      [sample, again].map(({ id }) => zxs(voucherCheck.items, { projectId, sampleId: id })),
    )
    const [item] = items ?? []
    if (!items || !same || !item) throw new Error('nothing drawn')
    expect(same.map(({ line }) => line)).toEqual(items.map(({ line }) => line))
    expect(sample).toMatchObject({ seed: '4711', drawn: items.length, tested: 0, materiality: null })
    const { amount } = await zxs(voucherCheck.frame, { projectId, frame, confidence: 95 })
    // red lines are netted here, and count as they are in a drawing
    expect([Number(amount) > 0, Number(amount) <= Number(sample.population)]).toEqual([true, true])
    const tests = { attached: 'yes', content: 'yes', approved: 'no', entered: 'yes', period: 'na' } as const
    const result = {
      projectId, sampleId: sample.id, line: item.line, version: item.version, tests, conclusion: 'exception' as const,
      misstatement: '100.00', evidence: '发票 001', note: '金额多记',
    } // prettier-ignore
    await expect(zxs(voucherCheck.saveItem, { ...result, note: '' })).rejects.toThrow('请写明说明')
    await zxs(voucherCheck.saveItem, result)
    await expect(zxs(voucherCheck.saveItem, result)).rejects.toThrow('数据已被他人修改，请刷新')
    const after = (await zxs(voucherCheck.samples, { projectId })).find(({ id }) => id === sample.id)
    expect(after).toMatchObject({ tested: 1, exceptions: 1, projection: { known: '100.00' } })
    expect(Number(after?.projection.upper)).toBeGreaterThan(Number(after?.projection.projected))
    const { samples = [] } = await entries()
    expect(samples.find(({ values }) => values['conclusion'] === 'exception')?.values).toMatchObject({
      approved: 'no',
      amount: item.amount,
    })
    await zxs(voucherCheck.withdrawSample, { projectId, sampleId: again.id, reason: '重复' })
    expect((await entries())['samples']).toHaveLength(items.length)
  })

  test('says when its size cannot be computed or nothing lies in it', async () => {
    expect(await draw({ size: null })).toMatchObject({ state: 'failed' })
    expect(await draw({ frame: { ...frame, accounts: ['99'] } })).toMatchObject({ state: 'failed' })
  })
})

test('nobody of another tenant, and no other consultant, reaches runs, hits, whitelist or samples', async () => {
  const [sample] = await zxs(voucherCheck.samples, { projectId })
  const sampleId = sample?.id ?? ''
  const others = [await server.as('zxs', '李'), await server.as('administrator', '外人', await server.tenant())]
  for (const other of others)
    for (const attempt of [
      () => other(voucherCheck.lastRun, { projectId }),
      () => other(voucherCheck.hits, { projectId }),
      () => other(voucherCheck.whitelist, { projectId }),
      () => other(voucherCheck.run, { projectId }),
      () => other(voucherCheck.samples, { projectId }),
      () => other(voucherCheck.items, { projectId, sampleId }),
      () => other(voucherCheck.withdrawSample, { projectId, sampleId, reason: 'x' }),
      () => other(voucherCheck.decide, { projectId, keys: ['x'], state: 'normal', reason: 'x' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 404 })
})
