import { expect, test } from 'vitest'
import { ledger } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, handOver, importFiles, projectOf } from './testing-import.ts'

test('nobody else reaches a ledger: another consultant, another tenant, a file of another project', async () => {
  const server = await testServer()
  const zxs = await server.as('zxs', '张审计')
  const projectId = await projectOf(zxs)
  const { datasetId, fileIds } = await importFiles(server, zxs, projectId, fixtureFiles('yonyou-u8'))
  const others = [await server.as('zxs', '李'), await server.as('administrator', '外人', await server.tenant())]
  for (const other of others) {
    for (const attempt of [
      () => other(ledger.datasets, { projectId }),
      () => other(ledger.files, { datasetId }),
      () => other(ledger.report, { datasetId }),
      () => other(ledger.dropped, { datasetId }),
      () => other(ledger.accounts, { datasetId }),
      () => other(ledger.lines, { datasetId }),
      () => other(ledger.voucher, { datasetId, key: '01-记-1' }),
      () => other(ledger.activate, { datasetId, reason: '强行' }),
      () => other(ledger.discard, { datasetId }),
      () => other(ledger.import, { projectId, fileIds }),
      () => other(ledger.removeFile, { projectId, fileId: fileIds[0] ?? '' }),
      () => other(project.files, { projectId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 404, status: 404 })
    }
    await expect(handOver(server, other, projectId, { name: 'x.csv', content: 'x' })).rejects.toMatchObject({
      key: 'notFound',
    })
  }
  const elsewhere = await projectOf(zxs)
  await expect(zxs(ledger.import, { projectId: elsewhere, fileIds })).rejects.toMatchObject({ code: 404 })
  await expect(zxs(ledger.removeFile, { projectId: elsewhere, fileId: fileIds[0] ?? '' })).rejects.toMatchObject({
    code: 404,
  })
  await expect(zxs(ledger.voucher, { datasetId, key: '01-记-9999' })).rejects.toMatchObject({ code: 404 })
  const teacher = await server.as('teacher')
  expect((await teacher(ledger.accounts, { datasetId })).total).toBeGreaterThan(100)
  await expect(teacher(ledger.import, { projectId, fileIds })).rejects.toMatchObject({ code: 403 })
})
