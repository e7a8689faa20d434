import { beforeAll, expect, test } from 'vitest'
import { diskFile } from '#contract/disk-file.ts'
import { docFile } from '#contract/doc-files.ts'
import { file } from '#contract/file.ts'
import { voucherAttachment } from '#contract/voucher-attachment.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newProject } from '../knowledge/testing-base.ts'
import { sendTo, topFolder } from './testing-disk.ts'

let server: TestServer
let send: ReturnType<typeof sendTo>
let zhang: Caller
beforeAll(async () => {
  server = await testServer()
  send = sendTo(await server.app.listen({ port: 0 }))
  zhang = await server.as('zxs', '张审计')
})

test('files of the disk become evidence: of a paper, of the project, and among the documents that wait for vouchers', async () => {
  const projectId = await newProject(zhang)
  const own = await topFolder(zhang, 'user')
  const pdf = await send(zhang, { folder: own, name: '2025-07 记 10 发票.pdf', content: '%PDF-1.4 发票' })
  const program = await send(zhang, { folder: own, name: '回函.pdf', content: 'MZ\u0090' })
  const ids = [pdf.nodeId]
  const [paper] = await zhang(docFile.projectFiles, { firmProjectId: projectId })
  const paperId = paper?.paperId ?? ''
  expect(await zhang(diskFile.toAttachment, { ids, projectId, paperId })).toEqual({ added: 1 })
  // once, however often
  expect(await zhang(diskFile.toAttachment, { ids, projectId, paperId })).toEqual({ added: 0 })
  expect(await zhang(diskFile.toAttachment, { ids, projectId })).toEqual({ added: 1 })
  const [hung] = await zhang(docFile.attachments, { parentFileId: `${projectId}_${paperId}` })
  expect(hung?.originalName).toBe('2025-07 记 10 发票.pdf')
  expect((await zhang.download(file.download, { id: hung?.id ?? '' })).body.toString()).toBe('%PDF-1.4 发票')
  expect(await zhang(diskFile.toVoucher, { ids, projectId })).toEqual({ added: 1 })
  expect(await zhang(diskFile.toVoucher, { ids, projectId })).toEqual({ added: 0 })
  const { files } = await zhang(voucherAttachment.waiting, { projectId })
  expect(files.map(({ name }) => name)).toEqual(['2025-07 记 10 发票.pdf'])
  // what runs is no evidence, whatever it is called; a paper that is not there, a project or a file that is not his
  const ran = { message: expect.stringContaining('程序或脚本') as string }
  await expect(zhang(diskFile.toAttachment, { ids: [program.nodeId], projectId, paperId })).rejects.toMatchObject(ran)
  await expect(zhang(diskFile.toVoucher, { ids: [program.nodeId], projectId })).rejects.toMatchObject(ran)
  await expect(zhang(diskFile.toAttachment, { ids, projectId, paperId: 'Z99' })).rejects.toMatchObject({ code: 404 })
  const li = await server.as('zxs', '孙审计')
  const stranger = await server.as('admin', '外所丙', await server.tenant('外所丙'))
  for (const who of [li, stranger]) {
    await expect(who(diskFile.toAttachment, { ids, projectId, paperId })).rejects.toMatchObject({ code: 404 })
    await expect(who(diskFile.toVoucher, { ids, projectId })).rejects.toMatchObject({ code: 404 })
    const theirs = await newProject(who)
    await expect(who(diskFile.toVoucher, { ids, projectId: theirs })).rejects.toMatchObject({ code: 404 })
    await expect(who(diskFile.toAttachment, { ids, projectId: theirs })).rejects.toMatchObject({ code: 404 })
  }
})
