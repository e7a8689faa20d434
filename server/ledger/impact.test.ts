import { beforeAll, expect, test } from 'vitest'
import { ledger } from '#contract/ledger.ts'
import { fileMapping, ledgerVersion } from '#contract/ledger-version.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { generated } from '#server/paper/testing-papers.ts'
import { settle } from '#server/relation/testing-bill.ts'
import { importFiles, projectOf } from './testing-import.ts'
import { longLedger } from './testing-ledger.ts'

let zxs: Caller
let projectId: string
let first: string
beforeAll(async () => {
  const server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await projectOf(zxs)
  first = (await importFiles(server, zxs, projectId, longLedger(12).files)).datasetId
  await settle(zxs, projectId)
  await generated(zxs, projectId)
})

const again = async (fileIds: string[], answers?: Record<string, Record<string, 'summary'>>) => {
  const { jobId, datasetId } = await zxs(ledger.import, { projectId, fileIds, ...(answers && { answers }) })
  await zxs.done(jobId)
  return datasetId
}

test('the mapping counts the papers and cells that read each file', async () => {
  const { files, missing } = await zxs(fileMapping.show, { projectId })
  const fed = files.flatMap(({ sheets }) => sheets).filter(({ papers }) => papers.length > 0)
  expect(fed.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['trial_balance', 'journal']))
  expect(missing).toEqual([])
})

test('a version that reads alike touches no cell', async () => {
  const read = await zxs(ledger.files, { datasetId: first })
  const journal = read.flatMap(({ sheets }) => sheets).find(({ kind }) => kind === 'journal')
  const summary = journal?.columns.find(({ role }) => role === 'summary')
  const same = await again(
    read.map(({ fileId }) => fileId),
    { [journal?.signature ?? '']: { [summary?.signature ?? '']: 'summary' } },
  )
  expect(await zxs(ledgerVersion.impact, { datasetId: same })).toMatchObject({
    papers: 0, cells: 0, accounts: [], newAccounts: 0, lines: 0, unlocks: true,
  }) // prettier-ignore
  // papers show the version that was: it stays when another takes its place
  await zxs(ledger.activate, { datasetId: same, instead: first })
  await expect(zxs(ledger.discard, { datasetId: first })).rejects.toMatchObject({
    message: '已有底稿由该版本生成，不能丢弃',
  })
})

test('a version without the journal names the papers whose cells read it', async () => {
  const [balance] = await zxs(ledger.files, { datasetId: first })
  const seen = await zxs(ledgerVersion.impact, { datasetId: await again([balance?.fileId ?? '']) })
  expect(seen.papers).toBeGreaterThan(1)
  expect(seen.ofPapers[0]?.name).not.toBe('')
  expect(seen.cells).toBe(seen.ofPapers.reduce((sum, { cells }) => sum + cells, 0))
})
