import { beforeAll, expect, test } from 'vitest'
import { docRequest, docRequestPublic } from '#contract/doc-request.ts'
import { entry } from '#contract/entry.ts'
import { message } from '#contract/notice.ts'
import { project } from '#contract/project.ts'
import { sms } from '#contract/sms.ts'
import { askedServices } from '#facts/doc-request-items.ts'
import { paperPack } from '#facts/facts.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newProject } from '../knowledge/testing-base.ts'
import { guestOf, newFile, newFolder, sendAsGuest } from '../share/testing-guest.ts'
import { chinaToday } from '../share/share-rows.ts'
import { smsIdle } from '../sms/sms-outbox.ts'
import { isRemindDay, remindDue } from './remind-schedule.ts'

let server: TestServer
let url: string
let li: Caller
let projectId: string

beforeAll(async () => {
  server = await testServer({ DIGAO_PUBLIC_URL: 'https://digao.example.com' })
  url = await server.app.listen({ port: 0 })
  li = await server.as('zxs', '李审计')
  projectId = await newProject(li)
})

const draft = {
  title: '2025 年度汇算清缴资料',
  contactName: '陈会计',
  items: [
    { name: '全年科目余额表', kinds: ['sheet' as const], papers: ['A01'], target: 'ledger' as const },
    { name: '银行对账单', required: false },
  ],
}
const newRequest = async (more: object = {}) => {
  const { id, path } = await li(docRequest.save, { projectId, ...draft, ...more })
  const detail = await li(docRequest.detail, { id })
  const [balance = '', bank = ''] = detail.items.map((item) => item.id)
  return { id, token: path.replace('/request/', ''), balance, bank }
}
const stateOf = async (id: string) => (await li(docRequest.detail, { id })).items.map(({ state }) => state)
const gone = { message: '链接无效或已失效，请向发送人索取新的链接', status: 404 }

test('a client uploads, reads why it came back, uploads again, and the papers get it', async () => {
  const { id, token, balance } = await newRequest({ dueDay: '2999-05-31', note: '请于汇算前提供' })
  const client = guestOf(server)
  const opened = await client(docRequestPublic.open, { token })
  expect(opened).toMatchObject({ firmName: '测试税务师事务所', title: draft.title, dueDay: '2999-05-31' })
  expect(opened.items?.map(({ name, state }) => [name, state])).toEqual([
    ['全年科目余额表', 'waiting'],
    ['银行对账单', 'waiting'],
  ])
  const { ticket } = opened
  const file = { url, ticket, item: balance, name: '余额表.xlsx', content: '第一次', sender: '陈会计' }
  await expect(sendAsGuest({ ...file, name: '余额表.pdf' })).rejects.toThrow('格式不在收集范围内')
  await sendAsGuest(file)
  expect(await stateOf(id)).toEqual(['received', 'waiting'])
  await li(docRequest.giveBack, { itemId: balance, reason: '缺少 12 月' })
  const [returned] = await client(docRequestPublic.items, { ticket })
  expect(returned).toMatchObject({ state: 'returned', reason: '缺少 12 月', files: [{ name: '余额表.xlsx' }] })
  await sendAsGuest({ ...file, content: '第二次' })
  expect((await client(docRequestPublic.items, { ticket }))[0]).toMatchObject({ state: 'received', reason: '' })
  const before = await li(docRequest.detail, { id })
  const second = before.items[0]?.files[1]?.id ?? ''
  await expect(li(docRequest.hand, { fileId: second })).rejects.toThrow('请先验收“全年科目余额表”')
  await li(docRequest.accept, { itemId: balance })
  await expect(sendAsGuest(file)).rejects.toThrow('“全年科目余额表”已验收或不适用，不再接收文件')
  const handed = await li(docRequest.hand, { fileId: second })
  expect(await li(docRequest.hand, { fileId: second })).toEqual(handed)
  const financial = await li(project.files, { projectId })
  expect(financial.map((one) => one.id)).toEqual([handed.fileId])
})

test('what was returned is marked for both sides and never handed on in place of what came instead', async () => {
  const { id, token, balance } = await newRequest()
  const client = guestOf(server)
  const { ticket } = await client(docRequestPublic.open, { token })
  const file = { url, ticket, item: balance, name: '余额表.xlsx', sender: '陈会计' }
  await sendAsGuest({ ...file, content: '错的一份' })
  await li(docRequest.giveBack, { itemId: balance, reason: '借贷不平' })
  await sendAsGuest({ ...file, content: '对的一份' })
  await li(docRequest.accept, { itemId: balance })
  const [item] = (await li(docRequest.detail, { id })).items
  expect(item?.files.map(({ returned }) => returned)).toEqual([true, false])
  expect((await client(docRequestPublic.items, { ticket }))[0]?.files.map(({ returned }) => returned)).toEqual([
    true,
    false,
  ])
  await expect(li(docRequest.hand, { fileId: item?.files[0]?.id ?? '' })).rejects.toThrow('已退回给客户')
  expect(await li(docRequest.hand, { fileId: item?.files[1]?.id ?? '' })).toMatchObject({ name: item?.files[1]?.name })
})

test('the list goes into paper Z03, and again without doubling rows', async () => {
  const { id, balance } = await newRequest({ dueDay: '2999-05-31' })
  await li(docRequest.setNa, { itemId: balance, na: true, reason: '未建账' })
  expect(await li(docRequest.toPaper, { id })).toEqual({ rows: 2, added: 2 })
  expect(await li(docRequest.toPaper, { id })).toEqual({ rows: 2, added: 0 })
  const { rows } = await li(entry.rows, { projectId, register: 'pbc' })
  expect(rows.map(({ values }) => values)).toEqual([
    expect.objectContaining({ name: '全年科目余额表', paper: 'A01', due: '2999-05-31', status: 'na' }),
    expect.objectContaining({ name: '银行对账单', status: 'requested' }),
  ])
})

test('two documents of one name are two rows of the paper, again too', async () => {
  const { id } = await newRequest()
  for (const dueDay of ['2999-01-01', '2999-02-02'])
    await li(docRequest.saveItem, { requestId: id, item: { name: '贷款合同', dueDay } })
  for (const added of [2, 0]) expect(await li(docRequest.toPaper, { id })).toMatchObject({ added })
  const { rows } = await li(entry.rows, { projectId, register: 'pbc' })
  expect(
    rows.flatMap(({ values }) => (values['name']?.startsWith('贷款合同') ? [[values['name'], values['due']]] : [])),
  ).toEqual([
    ['贷款合同', '2999-01-01'],
    ['贷款合同（2）', '2999-02-02'],
  ])
})

test('a request closes and opens again; a new address ends the old one; a password is asked', async () => {
  const { id, token } = await newRequest({ password: 'dao-2025' })
  const client = guestOf(server, '203.0.113.30')
  expect(await client(docRequestPublic.open, { token })).toEqual({
    firmName: '测试税务师事务所',
    needsPassword: true,
    ticket: '',
  })
  await expect(client(docRequestPublic.open, { token, password: 'wrong' })).rejects.toThrow('密码不正确')
  const { ticket } = await client(docRequestPublic.open, { token, password: 'dao-2025' })
  await li(docRequest.state, { id, state: 'closed' })
  await expect(client(docRequestPublic.items, { ticket })).rejects.toMatchObject(gone)
  await li(docRequest.state, { id, state: 'open' })
  expect(await client(docRequestPublic.items, { ticket })).toHaveLength(2)
  const renewed = await li(docRequest.renew, { id })
  await expect(client(docRequestPublic.open, { token })).rejects.toMatchObject(gone)
  expect((await li(docRequest.link, { id })).path).toBe(renewed.path)
})

test('a sample is given to the client, and nothing else of the disk', async () => {
  const place = await newFolder(server, li, '样例')
  const sample = await newFile(server, li, { parentId: place.id, name: '余额表样例.xlsx', content: '样例内容' })
  const { id, token, balance, bank } = await newRequest()
  const item = { id: balance, name: '全年科目余额表', sampleNodeId: sample.id }
  await li(docRequest.saveItem, { requestId: id, item })
  const client = guestOf(server)
  const { ticket, items } = await client(docRequestPublic.open, { token })
  expect(items?.map(({ sampleName }) => sampleName)).toEqual(['余额表样例.xlsx', ''])
  expect((await client.send(docRequestPublic.sample, { ticket, itemId: balance })).body).toBe('样例内容')
  expect((await client.send(docRequestPublic.sample, { ticket, itemId: bank })).statusCode).toBe(404)
})

test('a reminder names what is owed and keeps who was reminded; by SMS it carries the address', async () => {
  const { id, balance, bank } = await newRequest({ dueDay: '2999-05-31', contactPhone: '13800138000' })
  const words = await li(docRequest.remind, { id, way: 'copy' })
  expect(words.text).toBe(
    `您好，测试税务师事务所提醒您：“${draft.title}”还有 2 项资料待提交（到期日 2999-05-31）：全年科目余额表、银行对账单。请打开链接上传：{link}`,
  )
  const other = await newRequest({ contactPhone: '13800138000' })
  expect(await li(docRequest.remind, { id: other.id, way: 'sms' })).toMatchObject({ to: '138****8000', items: 2 })
  await expect(li(docRequest.remind, { id: other.id, way: 'sms' })).rejects.toThrow('刚刚已经催收')
  await smsIdle(server.kernel)
  const admin = await server.as('admin')
  const { records } = await admin(sms.log, {})
  expect(records[0]?.text).toContain(`https://digao.example.com/request/${other.token}`)
  for (const itemId of [balance, bank]) await li(docRequest.setNa, { itemId, na: true })
  await expect(li(docRequest.remind, { id, way: 'copy' })).rejects.toThrow('没有待交的资料')
  expect((await li(docRequest.reminds, { id })).records).toMatchObject([{ way: 'copy', by: '李审计', items: 2 }])
})

test('reminders come by themselves before the due day and every so many days after, once a day', async () => {
  const rule = { before: [3, 1], every: 5 }
  const due = '2026-05-31'
  const on = ['2026-05-27', '2026-05-28', '2026-05-30', '2026-05-31', '2026-06-03', '2026-06-05', '2026-06-10']
  expect(on.filter((day) => isRemindDay(day, due, rule))).toEqual([
    '2026-05-28',
    '2026-05-30',
    '2026-06-05',
    '2026-06-10',
  ])
  const wang = await server.as('zxs', '王会计')
  const own = await newProject(wang)
  await wang(docRequest.save, { projectId: own, ...draft, dueDay: chinaToday(), remindDays: [0] })
  const run = () =>
    server.kernel.database.inTenant({ tenantId: wang.tenantId, userId: '' }, (db) => remindDue(server.kernel, db))
  expect((await run()).reminded).toBe(1)
  expect((await run()).reminded).toBe(0)
  const { records } = await wang(message.list, {})
  expect(records[0]).toMatchObject({ title: `资料清单“${draft.title}”待催收` })
})

test('an item with a day of its own is reminded of on that day, whether its request has one or not', async () => {
  const zhou = await server.as('zxs', '周会计')
  const own = await newProject(zhou)
  const items = [{ name: '工资表', dueDay: chinaToday() }, { name: '合同' }]
  await zhou(docRequest.save, { projectId: own, ...draft, items, remindDays: [0] })
  await zhou(docRequest.save, {
    projectId: own,
    ...draft,
    title: '另一份',
    items,
    dueDay: '2999-05-31',
    remindDays: [0],
  })
  const run = () =>
    server.kernel.database.inTenant({ tenantId: zhou.tenantId, userId: '' }, (db) => remindDue(server.kernel, db))
  await run()
  const { records } = await zhou(message.list, {})
  expect(records.map(({ title }) => title).sort()).toEqual(
    [`资料清单“${draft.title}”待催收`, '资料清单“另一份”待催收'].sort(),
  )
  expect(JSON.stringify(records)).toContain(`到期日 ${chinaToday()}`)
})

test('items of another’s project are not there for a colleague, nor for another firm', async () => {
  const { id, balance, token } = await newRequest()
  const { ticket } = await guestOf(server)(docRequestPublic.open, { token })
  await sendAsGuest({ url, ticket, item: balance, name: '余额表.xlsx', content: '同事看不到' })
  await li(docRequest.accept, { itemId: balance })
  const fileId = (await li(docRequest.detail, { id })).items[0]?.files[0]?.id ?? ''
  const colleague = await server.as('zxs', '赵同事')
  const stranger = await server.as('admin', '别家', await server.tenant('别家事务所'))
  for (const other of [colleague, stranger]) {
    const notThere = { status: 404 }
    expect((await other(docRequest.list, {})).records).toEqual([])
    expect((await other(docRequest.items, {})).records).toEqual([])
    for (const endpoint of [
      docRequest.detail,
      docRequest.link,
      docRequest.reminds,
      docRequest.renew,
      docRequest.toPaper,
    ])
      await expect(other(endpoint, { id })).rejects.toMatchObject(notThere)
    await expect(other(docRequest.update, { id, title: '改' })).rejects.toMatchObject(notThere)
    await expect(other(docRequest.state, { id, state: 'closed' })).rejects.toMatchObject(notThere)
    await expect(other(docRequest.remind, { id, way: 'copy' })).rejects.toMatchObject(notThere)
    await expect(other(docRequest.saveItem, { requestId: id, item: { name: '加' } })).rejects.toMatchObject(notThere)
    await expect(other(docRequest.removeItem, { ids: balance })).rejects.toMatchObject(notThere)
    await expect(other(docRequest.save, { projectId, ...draft })).rejects.toMatchObject(notThere)
    for (const endpoint of [docRequest.accept, docRequest.setNa] as const)
      await expect(other(endpoint, { itemId: balance, na: true })).rejects.toMatchObject(notThere)
    await expect(other(docRequest.giveBack, { itemId: balance, reason: '退' })).rejects.toMatchObject(notThere)
    await expect(other(docRequest.hand, { fileId })).rejects.toMatchObject(notThere)
  }
})

test('who is in charge of the project is told of what came, beside the maker', async () => {
  const boss = await server.as('admin', '周主任')
  const sun = await server.as('zxs', '孙负责')
  const of = await newProject(sun)
  const { id, path } = await boss(docRequest.save, { projectId: of, ...draft, title: '主任建立的清单' })
  const { ticket, items } = await guestOf(server)(docRequestPublic.open, { token: path.replace('/request/', '') })
  await sendAsGuest({ url, ticket, item: items?.[0]?.id ?? '', name: '余额表.xlsx', content: '告知负责人' })
  for (const told of [boss, sun]) {
    const { records } = await told(message.list, {})
    expect(records.filter(({ title }) => title === '资料清单“主任建立的清单”收到文件')).toHaveLength(1)
    expect(records[0]?.link).toContain(id)
  }
})

test('every item of the templates names papers that exist, and its code once', () => {
  const papers = new Set(paperPack.papers.map(({ id }) => id))
  for (const { items } of askedServices) {
    expect(items.flatMap((item) => item.papers.filter((paper) => !papers.has(paper)))).toEqual([])
    expect(new Set(items.map(({ code }) => code)).size).toBe(items.length)
  }
})
