import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { dept } from '#contract/dept.ts'
import { file } from '#contract/file.ts'
import { ImportResult, list } from '#contract/list.ts'
import { post } from '#contract/post.ts'
import { job } from '#contract/system.ts'
import { user } from '#contract/user.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { md5 } from '../auth/password.ts'

let server: TestServer
let admin: Caller
let root: string
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  root = (await admin(dept.tree, {}))[0]?.id ?? ''
  await admin(dept.submit, { parentId: root, deptName: '审计一部' })
  await admin(post.submit, { postCode: 'manager', postName: '项目经理' })
})

const heads = ['姓名', '账号', '部门', '角色', '岗位', '手机', '性别']
const book = (rows: (string | null)[][]) =>
  writeXlsx({ sheets: [{ name: '用户', rows: [heads, ...rows] }] }).then((bytes) => Buffer.from(bytes))
const tryOut = async (content: Buffer) => {
  const { jobId } = await admin.upload(list.import, { list: 'user' }, { name: '用户.xlsx', content })
  const ended = await admin.done(jobId)
  return { jobId, result: ImportResult.parse(ended.result) }
}
const cellsOf = async (id: string) => {
  const { body } = await admin.download(file.download, { id })
  return (await readXlsx(new Uint8Array(body))).sheets[0]?.rows ?? []
}
const place = '测试税务师事务所/审计一部'

test('the dry run names every wrong row and makes nobody', async () => {
  const before = (await admin(user.list, {})).total
  await admin(user.submit, { account: 'taken', realName: '已在', phone: '13811110000' })
  const owner = await server.as('administrator', '周所长')
  const { result } = await tryOut(
    await book([
      ['好', 'good_one', place, '咨询师', '项目经理', '13811110001', '男'],
      ['短', 'x', null, null, null, null, null],
      ['没部门', 'nodept', '审计九部', null, null, null, null],
      ['没角色', 'norole', null, '大师', null, null, null],
      ['太高', 'toohigh', null, '超级管理员', null, null, null],
      ['重', 'good_one', null, null, null, null, null],
      ['手机', 'phone', null, null, null, '13811110000', null],
      ['上级', owner.account, null, null, null, null, null],
      ['改', 'TAKEN', place, null, null, null, '女'],
    ]),
  )
  expect(result).toMatchObject({ rows: 9, newRows: 1, updates: 1, errors: 7 })
  const reasons = result.shown.flatMap(({ state, reasons: why }) => (state === 'error' ? [why.join('；')] : []))
  expect(reasons).toEqual([
    '账号为2至50个字符：字母、数字、汉字，以及其后的 _ . @ -',
    '部门“审计九部”不在可选范围内',
    '没有叫“大师”的角色或岗位',
    '角色“超级管理员”的权限超出您自己的权限，不能分配或收回',
    '与第 2 行重复',
    '手机号码已被“已在”使用',
    '“周所长”的权限超出您自己的权限，不能由您管理',
  ])
  expect((await admin(user.list, {})).total).toBe(before + 2)
})

test('people are imported, and their first passwords come once, in a workbook of whoever imported them', async () => {
  const known = await admin(user.submit, { account: 'known', realName: '老人', phone: '13822220000', remark: '留' })
  const { jobId, result } = await tryOut(
    await book([
      ['新一', 'new_one', place, '咨询师', '项目经理', '13822220001', '女'],
      ['=新二', 'new_two', null, null, null, null, null],
      ['老人甲', 'known', place, null, null, null, '男'],
    ]),
  )
  expect(result).toMatchObject({ newRows: 2, updates: 1, errors: 0 })
  const confirmed = await admin(list.confirm, { jobId })
  await admin.done(confirmed.jobId)
  const [row] = (await admin(user.list, { account_equal: 'new_one' })).records
  expect(row).toMatchObject({
    realName: '新一',
    deptName: '审计一部',
    roleName: '咨询师',
    postName: '项目经理',
    sex: 2,
    mustChangePassword: true,
    state: 'pending',
  })
  const changed = await admin(user.detail, { id: known.id })
  expect(changed).toMatchObject({
    realName: '老人甲',
    phone: '13822220000',
    remark: '留',
    sex: 1,
    deptName: '审计一部',
  })

  const [made] = (await admin(job.list, { type_equal: 'user.firstPasswords' })).records
  const done = await admin.done(made?.id ?? '')
  const [head, ...lines] = await cellsOf(String(done.result['fileId']))
  expect(head).toEqual(['姓名', '账号', '初始密码'])
  expect(lines.map(([name, account]) => [name, account])).toEqual([
    ['新一', 'new_one'],
    // a name that begins like a formula is text wherever the file is saved again
    ["'=新二", 'new_two'],
  ])
  for (const [, account, password] of lines) {
    await server.signIn(server.home.tenantId, String(account), md5(String(password)))
  }
  const other = await server.as('admin', '另一位')
  await expect(other.download(file.download, { id: String(done.result['fileId']) })).rejects.toMatchObject({
    code: 404,
  })
})

test('the export holds the filtered people and no secret', async () => {
  const asked = { list: 'user', query: { realName: '新' }, columns: ['realName', 'account', 'deptName', 'state'] }
  const { jobId } = await admin(list.export, asked)
  const ended = await admin.done(jobId)
  const cells = await cellsOf(String(ended.result['fileId']))
  expect(cells[0]).toEqual(['姓名', '账号', '部门', '状态'])
  const names = cells.slice(1).map(([name]) => name)
  expect(new Set(names)).toEqual(new Set(['新一', "'=新二"]))
})
