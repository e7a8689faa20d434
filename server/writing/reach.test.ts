import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { file } from '#contract/file.ts'
import { WRITING_PURPOSE, writing } from '#contract/writing.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newProject } from '../knowledge/testing-base.ts'
import { bodySaying, dot, newWriting } from './testing-writing.ts'

let server: TestServer
let admin: Caller
let owner: Caller
let colleague: Caller
let teacher: Caller
let elsewhere: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  owner = await server.as('zxs', '张审计')
  colleague = await server.as('zxs', '李审计')
  teacher = await server.as('teacher', '赵老师')
  elsewhere = await server.as('admin', '外人', await server.tenant('别家'))
})

type Share = { share?: 'personal' | 'project' | 'firm'; projectId?: string }
/** A document with a version, a comment and a picture, and every call that names one of them. */
async function everyCall(where: Share = {}): Promise<{ id: string; calls: [string, Endpoint, object][] }> {
  const id = await newWriting(owner, '机密报告', { lines: ['机密内容'], ...where })
  await owner(writing.keep, { id, name: '初稿' })
  await owner(writing.lease, { id, act: 'leave' })
  const commentId = crypto.randomUUID()
  await owner(writing.comment, { id, commentId, text: '批注' })
  const picture = await owner.upload(
    file.upload,
    { purpose: WRITING_PURPOSE, ownerId: id },
    { name: 'a.png', content: dot() },
  )
  const calls: [string, Endpoint, object][] = [
    ['detail', writing.detail, { id }],
    ['copy', writing.copy, { id }],
    ['create from it', writing.create, { kind: 'word', title: '偷', templateId: id }],
    ['versions', writing.versions, { id }],
    ['version', writing.version, { id, no: 1 }],
    ['compare', writing.compare, { id, before: 1 }],
    ['comments', writing.comments, { id }],
    ['comment', writing.comment, { id, commentId: crypto.randomUUID(), text: '插话' }],
    ['resolve', writing.resolveComment, { id, commentId, resolved: true }],
    ['beat', writing.lease, { id, act: 'beat' }],
    ['docx', writing.docx, { id }],
    ['docx of a version', writing.docx, { id, no: 1 }],
    ['picture', file.download, { id: picture.id }],
    ['remove comment', writing.removeComment, { id, commentId }],
    ['take', writing.lease, { id, act: 'take' }],
    ['save', writing.save, { id, baseRev: 2, body: bodySaying('被改') }],
    ['keep', writing.keep, { id, name: '占用' }],
    ['restore version', writing.restoreVersion, { id, no: 1 }],
    ['assist', writing.assist, { id, act: 'rewrite', selection: '机密' }],
    ['update', writing.update, { id, title: '改名' }],
    ['force', writing.lease, { id, act: 'force' }],
    ['remove', writing.remove, { ids: id }],
    ['restore', writing.restore, { ids: id }],
  ]
  return { id, calls }
}

async function answers(caller: Caller, calls: readonly [string, Endpoint, object][]): Promise<string[]> {
  const said: string[] = []
  for (const [name, endpoint, input] of calls) {
    const sent = endpoint.kind === 'file' ? caller.download(endpoint, input) : caller(endpoint, input)
    said.push(await sent.then(() => `${name} 200`, (error: { code?: number }) => `${name} ${error.code}`)) // prettier-ignore
  }
  return said
}
const named = (said: readonly string[], code: number) =>
  said.filter((line) => line.endsWith(` ${code}`)).map((line) => line.replace(/ \d+$/, ''))

describe('to whom it is not shared, a document does not exist', () => {
  test.each<[string, () => Caller, () => Promise<Share>]>([
    ['another tenant', () => elsewhere, async () => ({ share: 'firm' })],
    ['a colleague, of a personal one', () => colleague, async () => ({})],
    ['the firm’s administrator, of a personal one', () => admin, async () => ({})],
    ['a colleague outside the project', () => colleague, async () => ({ share: 'project', projectId: await newProject(owner) })],
  ])('%s', async (_, who, share) => {
    const { id, calls } = await everyCall(await share())
    const said = await answers(who(), calls)
    expect(said.filter((line) => !line.endsWith(' 404'))).toEqual([])
    expect((await who()(writing.list, { words: '机密' })).records.map((row) => row.id)).not.toContain(id)
    expect((await owner(writing.detail, { id })).body).toEqual(bodySaying('机密内容'))
  }) // prettier-ignore
})

const reading = [
  'detail', 'copy', 'create from it', 'versions', 'version', 'compare', 'comments', 'comment', 'resolve', 'beat', 'docx', 'docx of a version',
  'picture',
] // prettier-ignore

test('whoever reads a firm’s document reads and comments, and changes nothing', async () => {
  const { id, calls } = await everyCall({ share: 'firm' })
  const said = await answers(colleague, calls)
  expect(named(said, 200)).toEqual(reading)
  // in the trash it is not there for him
  expect(named(said, 404)).toEqual(['restore'])
  const upload = colleague.upload(
    file.upload,
    { purpose: WRITING_PURPOSE, ownerId: id },
    { name: 'a.png', content: dot() },
  )
  await expect(upload).rejects.toThrow('您只能查看这个文档')
  await expect(colleague(writing.save, { id, baseRev: 2, body: bodySaying('改') })).rejects.toThrow(
    '您只能查看这个文档',
  )
})

test('whoever may edit what is shared with a project edits, but does not share or delete it', async () => {
  const projectId = await newProject(admin)
  const id = await newWriting(admin, '项目报告', { share: 'project', projectId })
  // reads every project of the firm, edits none
  await expect(teacher(writing.save, { id, baseRev: 2, body: bodySaying('改') })).rejects.toThrow('您只能查看')
  await admin(writing.update, { id, othersEdit: true })
  await expect(teacher(writing.save, { id, baseRev: 2, body: bodySaying('改') })).rejects.toThrow('您只能查看')
  const boss = await server.as('admin', '第二管理')
  expect(await boss(writing.save, { id, baseRev: 2, body: bodySaying('改') })).toMatchObject({ rev: 3 })
})

test('the firm’s templates are kept by administrators and used by everybody', async () => {
  const draft = { kind: 'word' as const, form: 'template' as const, title: '本所模板', share: 'firm' as const }
  await expect(owner(writing.create, draft)).rejects.toThrow('全所模板由管理员维护')
  const { id } = await admin(writing.create, draft)
  await admin(writing.save, { id, baseRev: 1, body: bodySaying('模板正文') })
  await admin(writing.update, { id, othersEdit: true })
  await admin(writing.lease, { id, act: 'leave' })
  await expect(owner(writing.save, { id, baseRev: 2, body: bodySaying('改') })).rejects.toThrow('您只能查看')
  const made = await owner(writing.create, { kind: 'word', title: '用模板', templateId: id })
  expect((await owner(writing.detail, { id: made.id })).body).toEqual(bodySaying('模板正文'))
  expect((await owner(writing.templates, {})).map((one) => one.title)).toContain('本所模板')
  const mine = await owner(writing.create, { ...draft, share: 'personal' })
  await expect(owner(writing.update, { id: mine.id, share: 'firm' })).rejects.toThrow('全所模板由管理员维护')
})

test('another’s project is named nowhere: not for a new document, fields, figures or a file', async () => {
  const projectId = await newProject(owner)
  const own = await newWriting(colleague, '自己的')
  for (const caller of [colleague, elsewhere]) {
    await expect(caller(writing.create, { kind: 'word', title: '甲', projectId })).rejects.toMatchObject({ code: 404 })
    await expect(caller(writing.fields, { projectId })).rejects.toMatchObject({ code: 404 })
    const file = { name: 'a.docx', content: 'x' }
    await expect(caller.upload(writing.import, { kind: 'word', projectId }, file)).rejects.toMatchObject({ code: 404 })
    expect(await caller(writing.figures, { figures: [{ projectId, cell: 'E60.amount@tax' }] })).toMatchObject([
      { state: 'noProject', label: '', place: '' },
    ])
  }
  await expect(colleague(writing.update, { id: own, projectId })).rejects.toMatchObject({ code: 404 })
})

test('a set with one foreign document deletes none', async () => {
  const mine = await newWriting(owner, '自己的')
  const foreign = await newWriting(colleague, '别人的')
  await expect(owner(writing.remove, { ids: `${mine},${foreign}` })).rejects.toMatchObject({ code: 404 })
  expect(await owner(writing.detail, { id: mine })).toMatchObject({ title: '自己的' })
})

test('a comment of another document is not there', async () => {
  const { id } = await everyCall()
  const other = await newWriting(owner, '另一份')
  const [comment] = await owner(writing.comments, { id })
  const commentId = comment?.id ?? ''
  await expect(owner(writing.resolveComment, { id: other, commentId, resolved: true })).rejects.toMatchObject({
    code: 404,
  })
  await expect(owner(writing.removeComment, { id: other, commentId })).rejects.toMatchObject({ code: 404 })
})
