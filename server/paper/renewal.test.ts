import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { paper } from '#contract/paper.ts'
import { relation } from '#contract/relation.ts'
import { job } from '#contract/system.ts'
import { workbook } from '#contract/workbook.ts'
import type { Db } from '#server/kernel/database.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { GENERATE } from './generate-job.ts'
import { queuedGeneration, recalculate } from './recalculate.ts'
import { generated, readyProject, recalculated } from './testing-papers.ts'

let server: TestServer
let zxs: Caller
let projectId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await readyProject(server, zxs, 'yonyou-u8')
  await generated(zxs, projectId)
})

const save = (name: string, value: string | null) =>
  zxs(paper.saveParams, { projectId, params: [{ name, value, evidence: '依据' }] })
const jobs = async () => {
  const { records } = await zxs(job.list, { bizId_equal: projectId, current: 1, size: 50 })
  return records.filter(({ type }) => type === GENERATE).map(({ id }) => id)
}
const inTenant = <T>(work: (db: Db) => Promise<T>) =>
  server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, work)
const book = async () => {
  const { cells, sheets } = await zxs(paper.workbook, { projectId })
  return { cells, sheets }
}

describe('one change after another', () => {
  test('an answer sets the papers going by itself, and shows what it changed', async () => {
    expect(await zxs(paper.changes, { projectId })).toEqual({
      before: null,
      total: 0,
      changes: [],
      since: [],
      stale: 0,
    })
    await save('prepaid_tax', '1000')
    expect(await recalculated(zxs, projectId)).toMatchObject({ state: 'succeeded' })
    expect((await zxs(paper.generation, { projectId })).generation?.stale).toBe(false)
    const { changes, total } = await zxs(paper.changes, { projectId })
    expect(total).toBe(changes.length)
    const prepaid = changes.find(({ cell }) => cell === 'E60.amount@prepaid')
    expect(prepaid).toMatchObject({ before: null, after: '1000.00', statusBefore: 'missing', statusAfter: 'ok' })
    expect(prepaid?.causes).toEqual([{ kind: 'parameter', name: expect.stringContaining('预缴') }])
    for (const { causes } of changes) expect(causes).toEqual(prepaid?.causes)
  })

  test('several changes while one generation waits are computed once, and the button takes the one that waits', async () => {
    const user = { id: zxs.userId, tenantId: zxs.tenantId, realName: '张审计', account: zxs.account }
    const [first, again, button] = await inTenant(async (db) => {
      const context = { db, user, kernel: server.kernel, address: '', trace: '' }
      return [
        await recalculate(context, projectId),
        await recalculate(context, projectId),
        await queuedGeneration(db, projectId, zxs.userId),
      ]
    })
    expect(first).not.toBeNull()
    expect([again, button]).toEqual([first, first])
    expect(await zxs.done(first ?? '')).toMatchObject({ state: 'succeeded', result: { reused: true } })
  })

  test('nothing is computed while the relation bill is open', async () => {
    const before = (await jobs()).length
    await zxs(relation.unlock, { projectId })
    await save('prepaid_tax', '77')
    expect((await jobs()).length).toBe(before)
    expect((await zxs(paper.generation, { projectId })).generation?.stale).toBe(true)
    await zxs(relation.lock, { projectId })
    await generated(zxs, projectId)
  })

  test('stores the very papers that computing everything anew stores', async () => {
    await save('loss_available', '0')
    await generated(zxs, projectId)
    const renewed = await book()
    const hash = (await zxs(paper.generation, { projectId })).generation?.resultHash
    const [keys, before] = [['C15.actual', 'E60.amount@prepaid', 'A01.close@1122'], new Map<string, unknown>()]
    for (const cell of keys) before.set(cell, await zxs(paper.provenance, { projectId, cell }))
    // the same bill under another version: nothing that was kept serves
    await inTenant((db) =>
      db
        .updateTable('firm_project')
        .set({ relation_version: sql`relation_version + 1` })
        .where('id', '=', projectId)
        .execute(),
    )
    expect(await generated(zxs, projectId)).toMatchObject({ result: { reused: false, resultHash: hash } })
    expect(await book()).toEqual(renewed)
    for (const cell of keys) expect(await zxs(paper.provenance, { projectId, cell })).toEqual(before.get(cell))
    expect((await zxs(paper.changes, { projectId })).total).toBe(0)
  })

  test('keeps the last generations and those that show, and drops the others', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await save('prepaid_tax', String(2000 + turn))
      await generated(zxs, projectId)
    }
    const stored = await inTenant((db) =>
      db.selectFrom('generation').select('id').where('project_id', '=', projectId).execute(),
    )
    expect(stored.length).toBeLessThanOrEqual(7)
    expect(stored.length).toBeGreaterThanOrEqual(5)
    expect((await zxs(paper.changes, { projectId })).total).toBeGreaterThan(0)
  })
})

const stale = async (paperId: string) => {
  const { cells } = await zxs(workbook.open, { projectId, paperId })
  return cells.filter((cell) => cell.stale).map(({ cell }) => cell)
}

describe('while the papers are not computed anew', () => {
  test('nothing is out of date when they were just made', async () => {
    await generated(zxs, projectId)
    expect(await stale('E60')).toEqual([])
    expect((await zxs(paper.generation, { projectId })).generation?.stale).toBe(false)
    expect((await zxs(workbook.marks, { projectId })).every((one) => one.stale === 0)).toBe(true)
  })

  test('an answer and a decision mark what depends on them, paper by paper, and say what changed; computing clears it', async () => {
    // an open relation bill: nothing is computed of itself
    await zxs(relation.unlock, { projectId })
    await zxs(paper.saveParams, { projectId, params: [{ name: 'prepaid_tax', value: '4321', evidence: '完税证明' }] })
    const decision = { projectId, cell: 'C15.actual', value: '5000', reason: '账外补记', evidence: '协议' }
    expect(await zxs(workbook.setOverride, decision)).toMatchObject({ jobId: null })
    expect((await zxs(paper.generation, { projectId })).generation?.stale).toBe(true)
    const [e60, c15] = [await stale('E60'), await stale('C15')]
    expect(e60).toContain('E60.amount@prepaid')
    expect(e60).not.toContain('E60.amount@revenue')
    expect(c15).toContain('C15.actual')
    expect(c15.length).toBeLessThan((await zxs(workbook.open, { projectId, paperId: 'C15' })).cells.length)
    expect(await stale('A02')).toEqual([])
    const { since, stale: count } = await zxs(paper.changes, { projectId })
    expect(since).toContainEqual({ kind: 'override', name: 'C15.actual' })
    expect(since).toContainEqual({ kind: 'parameter', name: expect.stringContaining('预缴') })
    const marks = await zxs(workbook.marks, { projectId })
    expect(marks.reduce((sum, one) => sum + one.stale, 0)).toBe(count)
    expect(marks.find(({ paperId }) => paperId === 'E60')?.stale).toBe(e60.length)

    await zxs(relation.lock, { projectId })
    await generated(zxs, projectId)
    expect(await stale('E60')).toEqual([])
    expect(await zxs(paper.changes, { projectId })).toMatchObject({ since: [], stale: 0 })
  })

  test('a bill locked anew without any change asks for computing, but marks no figure', async () => {
    await zxs(relation.unlock, { projectId })
    await zxs(relation.lock, { projectId })
    const { generation } = await zxs(paper.generation, { projectId })
    const { since, stale: count } = await zxs(paper.changes, { projectId })
    expect(generation?.stale).toBe(since.length > 0)
    expect(count).toBe(0)
  })
})
