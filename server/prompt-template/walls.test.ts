import { beforeAll, describe, expect, test } from 'vitest'
import { file } from '#contract/file.ts'
import { PROMPT_FILE, promptTemplate } from '#contract/prompt-template.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newProject } from '../knowledge/testing-base.ts'

let server: TestServer
let boss: Caller
let li: Caller
let wang: Caller
let stranger: Caller
beforeAll(async () => {
  server = await testServer()
  boss = await server.as('admin', '王管理')
  li = await server.as('zxs', '李顾问')
  wang = await server.as('zxs', '王顾问')
  stranger = await server.as('admin', '外所', await server.tenant())
})

const content = { body: '说明{{事项}}', variables: [{ name: '事项', kind: 'text' as const }] }
const save = (caller: Caller, name: string, scope: 'personal' | 'firm', publish = true) =>
  caller(promptTemplate.save, { name, scope, category: 'other', content, publish })

const calls = (caller: Caller, id: string, revision: number): [string, Promise<unknown>][] => [
  ['detail', caller(promptTemplate.detail, { id })],
  ['save', caller(promptTemplate.save, { id, revision, name: '抢走', scope: 'personal', category: 'other', content })],
  ['publish', caller(promptTemplate.publish, { id, revision })],
  ['versions', caller(promptTemplate.versions, { id })],
  ['restore', caller(promptTemplate.restore, { id, version: 1, revision })],
  ['remove', caller(promptTemplate.remove, { ids: id })],
  ['copy', caller(promptTemplate.copy, { id })],
  ['favour', caller(promptTemplate.favour, { id, favourite: true })],
  ['render', caller(promptTemplate.render, { id, values: {} })],
]
const outcomes = async (given: [string, Promise<unknown>][]) =>
  Promise.all(
    given.map(async ([name, answer]) => [
      name,
      await answer.then(
        () => 'done',
        (error: { code?: number }) => error.code,
      ),
    ]),
  )

describe('a template of one’s own', () => {
  test('is not there for a colleague, his administrator or another firm', async () => {
    const { id, revision } = await save(li, '自用', 'personal')
    for (const caller of [wang, boss, stranger]) {
      const answers = await outcomes(calls(caller, id, revision))
      expect(answers.filter(([, code]) => code !== 404)).toEqual([])
      expect((await caller(promptTemplate.list, { name: '自用' })).total).toBe(0)
    }
    expect(await li(promptTemplate.detail, { id })).toMatchObject({ name: '自用', uses: 0 })
  })
})

describe('a template of the firm', () => {
  test('is used by its people and changed by its administrators; another firm never sees it', async () => {
    const { id, revision } = await save(boss, '本所', 'firm')
    const answers = await outcomes(calls(li, id, revision))
    expect(Object.fromEntries(answers)).toEqual({
      detail: 'done', save: 400, publish: 400, versions: 'done', restore: 400, remove: 400, copy: 'done', favour: 'done',
      render: 'done',
    }) // prettier-ignore
    await expect(save(li, '僭越', 'firm')).rejects.toThrow('管理员')
    expect((await outcomes(calls(stranger, id, revision))).filter(([, code]) => code !== 404)).toEqual([])
  })

  test('is seen by its administrators alone until it is published', async () => {
    const { id } = await save(boss, '未发布', 'firm', false)
    await expect(li(promptTemplate.detail, { id })).rejects.toMatchObject({ code: 404 })
    expect(await boss(promptTemplate.detail, { id })).toMatchObject({ version: 0, drafted: true })
  })
})

test('the product’s are changed by the platform alone, and whoever may not is told who may', async () => {
  const [shipped] = (await boss(promptTemplate.list, { scope_equal: 'system' })).records
  const id = shipped?.id ?? ''
  await expect(boss(promptTemplate.remove, { ids: id })).rejects.toThrow('平台')
  await expect(boss(promptTemplate.publish, { id, revision: 1 })).rejects.toThrow('平台')
  await expect(
    boss(promptTemplate.save, { name: '系统', scope: 'system', category: 'other', content }),
  ).rejects.toThrow('平台')
  const platform = await server.as('administrator', '平台管理', { tenantId: '000000' })
  expect((await platform(promptTemplate.capable, {})).scopes).toEqual(['system'])
  const { id: made } = await platform(promptTemplate.save, {
    name: '新增',
    scope: 'system',
    category: 'other',
    content,
  })
  await expect(li(promptTemplate.detail, { id: made })).rejects.toMatchObject({ code: 404 })
  await platform(promptTemplate.publish, { id: made, revision: 1 })
  expect(await li(promptTemplate.detail, { id: made })).toMatchObject({ draft: null, version: 1 })
  // what other firms fill in stays their own
  await stranger(promptTemplate.render, { id: made, values: {} })
  await stranger(promptTemplate.favour, { id: made, favourite: true })
  expect(await li(promptTemplate.detail, { id: made })).toMatchObject({ uses: 0, favourite: false })
})

test('what is picked is read with the permissions of who fills in', async () => {
  const projectId = await newProject(li)
  const { id: fileId } = await li.upload(
    file.upload,
    { purpose: PROMPT_FILE, ownerId: li.userId },
    { name: '密.txt', content: '秘密' },
  )
  await expect(
    li.upload(file.upload, { purpose: PROMPT_FILE, ownerId: wang.userId }, { name: '密.txt', content: '秘密' }),
  ).rejects.toThrow('自己上传')
  const picks = [
    ['project', { projectId }],
    ['account', { projectId, accountCode: '1001' }],
    ['cell', { projectId, cell: 'C01.book' }],
    ['file', { fileId }],
  ] as const
  for (const [kind, value] of picks) {
    const given = { content: { body: '{{a}}', variables: [{ name: 'a', kind }] }, values: { a: value } }
    for (const caller of [wang, stranger])
      await expect(caller(promptTemplate.preview, given)).rejects.toMatchObject({ code: 404 })
  }
})

test('a role without AI has no templates', async () => {
  const user = await server.as('user', '访客')
  await expect(user(promptTemplate.list, {})).rejects.toMatchObject({ code: 403 })
})
