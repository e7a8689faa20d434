import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { file } from '#contract/file.ts'
import { initData } from '#contract/init-data.ts'
import { job } from '#contract/system.ts'
import { paper } from '#contract/paper.ts'
import { project } from '#contract/project.ts'
import { ledger } from '#contract/ledger.ts'
import { heldByRoles } from '#contract/grants.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { type Handed, importFiles, projectOf } from '../ledger/testing-import.ts'
import { longLedger } from '../ledger/testing-ledger.ts'
import { INIT_FILE } from './init-file.ts'

let server: TestServer
let zxs: Caller
let projectId: string
let enterpriseId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await projectOf(zxs)
  enterpriseId = (await zxs(project.detail, { id: projectId })).enterpriseId
})

async function add({ name, content }: Handed): Promise<string> {
  const path = join(server.folder, randomUUID())
  writeFileSync(path, content)
  const user = {
    id: zxs.userId, tenantId: zxs.tenantId, homeTenantId: zxs.tenantId, sessionId: '', account: zxs.account,
    realName: '', deptId: '', roles: ['zxs'], held: heldByRoles('zxs'),
  } // prettier-ignore
  const { id } = await server.kernel.files.add(user, { purpose: INIT_FILE, ownerId: enterpriseId, name, path })
  return id
}
const filed = {
  name: 'A105060-2024.csv',
  content:
    'A105060 广告费,,\n税款所属期间：2024年01月01日至2024年12月31日,,\n行次,项目,广告费,佣金\n13,累计结转以后年度扣除额,88.88,0\n',
}
const carry = async (cell: string) =>
  (await zxs(initData.carries, { enterpriseId, year: 2024 })).find((row) => row.cell === cell)

test('before anything is known, what next year’s papers ask is listed as not known, never as nought', async () => {
  const { years, enterpriseName, blanks } = await zxs(initData.overview, { enterpriseId })
  expect(enterpriseName).not.toBe('')
  expect(blanks).toContain('industrySection')
  expect(years).toMatchObject([
    { year: 2025, projectId, datasetVersion: 0 },
    { year: 2024, projectId: '', cells: 0, accounts: 0 },
  ])
  expect(await carry('A105060.13.1')).toMatchObject({ amount: null, readAmount: null, wanted: true })
  expect(await zxs(initData.proposals, { projectId })).toEqual([])
})

test('last year’s return is read from its file, sheet and row; sent twice it is read once', async () => {
  const fileId = await add(filed)
  const read = () => zxs(initData.read, { enterpriseId, year: 2024, fileId })
  const [one, other] = await Promise.all([read(), read()])
  expect(one.jobId).toBe(other.jobId)
  expect((await zxs.done(one.jobId)).state).toBe('succeeded')
  expect(await carry('A105060.13.1')).toMatchObject({
    amount: '88.88',
    readFrom: 'A105060-2024.csv · 4',
    byHand: false,
    label: expect.stringContaining('累计结转以后年度扣除额'),
  })
  const [reading] = await zxs(initData.readings, { enterpriseId, year: 2024 })
  expect(reading).toMatchObject({ fileName: filed.name, state: 'succeeded', cells: 2, accounts: 0 })
  expect(reading?.sheets[0]?.kindName).toBe('上年申报表')
})

test('a figure put by hand needs its evidence, counts over the file, survives another reading, and can be taken back', async () => {
  const put = (amount: string | null, evidence = '') =>
    zxs(initData.saveCarry, { enterpriseId, year: 2024, cell: 'A105060.13.1', amount, evidence })
  await expect(put('90.00')).rejects.toMatchObject({ message: expect.stringContaining('请注明依据') })
  await put('90.00', '税局回执更正申报')
  expect(await carry('A105060.13.1')).toMatchObject({ amount: '90.00', readAmount: '88.88', byHand: true })
  const { jobId } = await zxs(initData.read, {
    enterpriseId,
    year: 2024,
    fileId: await add({ ...filed, name: '再次.csv' }),
  })
  await zxs.done(jobId)
  expect(await carry('A105060.13.1')).toMatchObject({ amount: '90.00', evidence: '税局回执更正申报' })
  const admin = await server.as('admin')
  const { records } = await admin(audit.list, { bizId_equal: enterpriseId, action_equal: 'initData.saveCarry' })
  expect(records[0]).toMatchObject({ after: { cell: 'A105060.13.1', amount: '90.00', evidence: '税局回执更正申报' } })
  await put(null)
  expect(await carry('A105060.13.1')).toMatchObject({ amount: '88.88', byHand: false })
})

test('a file without that year’s return or balances says so and changes nothing', async () => {
  const { jobId } = await zxs(initData.read, {
    enterpriseId,
    year: 2020,
    fileId: await add({ name: '杂.csv', content: '姓名,电话\n甲,1\n' }),
  })
  expect((await zxs.done(jobId)).state).toBe('failed')
  expect((await zxs(job.detail, { id: jobId })).error).toContain('没有读到2020年度')
  expect((await zxs(initData.carries, { enterpriseId, year: 2020 })).filter(({ amount }) => amount !== null)).toEqual(
    [],
  )
})

test('last year’s trial balance is compared with this year’s opening, though there was no project', async () => {
  const [balance] = longLedger(3, '2024', 5n).files
  if (!balance) throw new Error('no file')
  const { jobId } = await zxs(initData.read, { enterpriseId, year: 2024, fileId: await add(balance) })
  expect((await zxs.done(jobId)).state).toBe('succeeded')
  const { years } = await zxs(initData.overview, { enterpriseId })
  expect(years.find(({ year }) => year === 2024)).toMatchObject({ accounts: 5, cells: 2 })
  // the books of 2025 open with nothing: every balance of 2024 is missed
  const { datasetId } = await importFiles(server, zxs, projectId, longLedger(3).files)
  const { checks } = await zxs(ledger.report, { datasetId })
  const opening = checks.find(({ differences }) => differences.some(({ kind }) => kind === 'carried_forward'))
  expect(opening?.differences.map(({ at }) => at)).toContain('1002')
})

test('what earlier years know is proposed to the project’s papers and taken in only when a person confirms it', async () => {
  const proposals = await zxs(initData.proposals, { projectId })
  const advert = proposals.find(({ name }) => name === 'prior_return/A105060.13.1')
  expect(advert).toMatchObject({ amount: '88.88', held: null })
  await expect(zxs(initData.confirm, { projectId, names: ['prior_return/A105070.4.7'] })).rejects.toMatchObject({
    message: expect.stringContaining('没有可采用的往年数据'),
  })
  const name = advert?.name ?? ''
  await Promise.all([
    zxs(initData.confirm, { projectId, names: [name] }),
    zxs(initData.confirm, { projectId, names: [name] }),
  ])
  const answer = (await zxs(paper.params, { projectId })).find((row) => row.name === name)
  expect(answer).toMatchObject({ value: '88.88', evidence: '再次.csv · 4' })
})

test('nobody of another tenant, and no colleague who is not assigned, sees or changes a client’s earlier years', async () => {
  const fileId = await add({ ...filed, name: '保密.csv' })
  const stranger = await server.as('administrator', '外人', await server.tenant())
  const li = await server.as('zxs', '李')
  for (const other of [stranger, li]) {
    const refused = [
      other(initData.overview, { enterpriseId }),
      other(initData.carries, { enterpriseId, year: 2024 }),
      other(initData.readings, { enterpriseId, year: 2024 }),
      other(initData.read, { enterpriseId, year: 2024, fileId }),
      other(initData.saveCarry, { enterpriseId, year: 2024, cell: 'A105060.13.1', amount: '1', evidence: '无' }),
      other(initData.proposals, { projectId }),
      other(initData.confirm, { projectId, names: ['prior_return/A105060.13.1'] }),
    ]
    for (const answer of await Promise.allSettled(refused))
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 404 } })
    await expect(other.download(file.download, { id: fileId })).rejects.toMatchObject({ code: 404 })
  }
})
