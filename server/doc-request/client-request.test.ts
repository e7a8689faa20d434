import { beforeAll, expect, test } from 'vitest'
import { disk } from '#contract/disk.ts'
import { docFile } from '#contract/doc-files.ts'
import { docRequest, docRequestPublic } from '#contract/doc-request.ts'
import { enterprise } from '#contract/enterprise.ts'
import { project } from '#contract/project.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newProject } from '../knowledge/testing-base.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'
import { guestOf, sendAsGuest } from '../share/testing-guest.ts'

let server: TestServer
let url: string
let li: Caller
beforeAll(async () => {
  server = await testServer({ DIGAO_PUBLIC_URL: 'https://digao.example.com' })
  url = await server.app.listen({ port: 0 })
  li = await server.as('zxs', '李审计')
})

const draft = {
  title: '2025 年度汇算清缴资料',
  contactName: '陈会计',
  items: [
    { name: '全年科目余额表', kinds: ['sheet' as const], papers: ['A01'], target: 'ledger' as const },
    { name: '银行对账单', required: false },
  ],
}
const gone = { message: '链接无效或已失效，请向发送人索取新的链接', status: 404 }
let clients = 700
const newClient = async (caller: Caller) => {
  clients += 1
  const name = `无项目客户${clients}`
  return { name, ...(await caller(enterprise.save, { enterpriseName: name, creditCode: testCreditCode(clients) })) }
}
const projectOf = async (caller: Caller, { id, firmId }: { id: string; firmId: string }) => {
  const [template] = await caller(docFile.templates, { firmId, taxProjectCategory: 1 })
  const of = { enterpriseId: id, projectName: '之后的项目', year: '2025', category: 1 }
  return caller(project.save, { ...of, workpaperTemplateId: template?.id ?? '' })
}

test('a request of a client without a project: what comes lies in the client’s space and goes to a project one names', async () => {
  const client = await newClient(li)
  const { id, path } = await li(docRequest.save, { enterpriseId: client.id, ...draft })
  expect(await li(docRequest.detail, { id })).toMatchObject({
    projectId: '',
    projectName: '',
    enterpriseId: client.id,
    enterpriseName: client.name,
  })
  const { ticket, items } = await guestOf(server)(docRequestPublic.open, { token: path.replace('/request/', '') })
  const balance = items?.[0]?.id ?? ''
  await sendAsGuest({ url, ticket, item: balance, name: '余额表.xlsx', content: '给企业的', sender: '陈会计' })
  expect(await li(disk.spaces, { enterpriseId: client.id })).toMatchObject([{ type: 'enterprise' }])
  await li(docRequest.accept, { itemId: balance })
  const fileId = (await li(docRequest.detail, { id })).items[0]?.files[0]?.id ?? ''
  await expect(li(docRequest.hand, { fileId })).rejects.toThrow('请选择要交给该企业的哪个项目')
  await expect(li(docRequest.toPaper, { id })).rejects.toThrow('请选择要交给该企业的哪个项目')
  // a project of another client is not there
  const other = await newProject(li)
  await expect(li(docRequest.hand, { fileId, projectId: other })).rejects.toMatchObject({ status: 404 })
  const mine = await projectOf(li, client)
  const handed = await li(docRequest.hand, { fileId, projectId: mine.id })
  expect((await li(project.files, { projectId: mine.id })).map((one) => one.id)).toEqual([handed.fileId])
  expect(await li(docRequest.toPaper, { id, projectId: mine.id })).toEqual({ rows: 2, added: 2 })
  const ofProject = await li(docRequest.save, { projectId: mine.id, ...draft, title: '项目的' })
  const listed = await li(docRequest.list, { enterpriseId: client.id })
  expect(listed.records.map((row) => row.id).toSorted()).toEqual([id, ofProject.id].toSorted())
  expect((await li(docRequest.items, { requestId: id })).records).toMatchObject([
    { projectName: '' },
    { projectName: '' },
  ])
  await expect(li(docRequest.save, draft)).rejects.toThrow('请选择项目，或者选择企业')
})

test('a client’s request is out of reach for a colleague and another firm, and opens no more once the client is deleted', async () => {
  const client = await newClient(li)
  const { id, path } = await li(docRequest.save, { enterpriseId: client.id, ...draft })
  const token = path.replace('/request/', '')
  const colleague = await server.as('zxs', '钱同事')
  const stranger = await server.as('admin', '再一家', await server.tenant('再一家事务所'))
  for (const other of [colleague, stranger]) {
    await expect(other(docRequest.detail, { id })).rejects.toMatchObject({ status: 404 })
    await expect(other(docRequest.save, { enterpriseId: client.id, ...draft })).rejects.toMatchObject({ status: 404 })
    expect((await other(docRequest.list, { enterpriseId: client.id })).records).toEqual([])
  }
  await guestOf(server)(docRequestPublic.open, { token })
  await li(enterprise.remove, { ids: client.id })
  await expect(guestOf(server)(docRequestPublic.open, { token })).rejects.toMatchObject(gone)
})
