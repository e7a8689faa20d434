import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writing } from '#contract/writing.ts'
import { type BlockNode, WRITING_NODES, type WritingBody } from '#contract/writing-doc.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { ask } from '../datasource/testing-far-server.ts'
import { newProject } from '../knowledge/testing-base.ts'
import { bodyLines } from './doc-text.ts'
import { bodyOf, bodySaying, line, newWriting, say } from './testing-writing.ts'

let server: TestServer
let zhang: Caller
let li: Caller
beforeAll(async () => {
  server = await testServer()
})
beforeEach(async () => {
  const firm = await server.tenant()
  zhang = await server.as('zxs', '张审计', firm)
  li = await server.as('zxs', '李审计', firm)
})
/** Ends the connections that wait for a document's row; answers how many. */
const killWaiting = async (admin: Parameters<typeof ask>[0]) =>
  (
    await ask(
      admin,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%writing_doc%'`,
    )
  ).length
const lines = async (caller: Caller, id: string) => bodyLines((await caller(writing.detail, { id })).body)

describe('a document', () => {
  test('begins empty, is saved, renamed, copied, deleted and brought back', async () => {
    const { id } = await zhang(writing.create, { kind: 'content', title: ' 管理建议书 ' })
    expect(await zhang(writing.detail, { id })).toMatchObject({
      title: '管理建议书', kind: 'content', form: 'document', share: 'personal', rev: 1, mine: true, editable: true, manages: true,
      createUserName: '张审计', notes: [], lease: { holderId: '' },
    }) // prettier-ignore
    expect(await zhang(writing.save, { id, baseRev: 1, body: bodySaying('第一段', '第二段') })).toMatchObject({
      rev: 2,
    })
    await zhang(writing.update, { id, title: '建议书' })
    const copy = await zhang(writing.copy, { id, form: 'template' })
    expect(await zhang(writing.detail, { id: copy.id })).toMatchObject({ title: '建议书', form: 'template' })
    expect(await lines(zhang, copy.id)).toEqual(['第一段', '第二段'])
    await zhang(writing.remove, { ids: id })
    await expect(zhang(writing.detail, { id })).rejects.toMatchObject({ code: 404 })
    expect((await zhang(writing.list, { trash: 'true' })).records.map(({ title }) => title)).toEqual(['建议书'])
    await zhang(writing.restore, { ids: id })
    expect(await lines(zhang, id)).toEqual(['第一段', '第二段'])
  })

  test('is found by words of its title and its text', async () => {
    await newWriting(zhang, '甲报告', { lines: ['研发费用加计扣除'] })
    await newWriting(zhang, '乙报告', { lines: ['业务招待费 100%'] })
    const found = async (words: string) => (await zhang(writing.list, { words })).records.map(({ title }) => title)
    expect(await found('加计')).toEqual(['甲报告'])
    expect(await found('报告 招待费')).toEqual(['乙报告'])
    expect(await found('100%')).toEqual(['乙报告'])
    expect(await found('%')).toEqual(['乙报告'])
    expect((await zhang(writing.list, { kind_equal: 'content' })).records).toEqual([])
  })
})

describe('what is no document is refused in words, and changes nothing', () => {
  const nested = (levels: number): BlockNode =>
    levels === 0 ? line(say('底')) : { type: 'blockquote', content: [nested(levels - 1)] }
  test.each<[string, unknown, RegExp]>([
    ['a script for a link', bodyOf(line(say('点', { type: 'link', attrs: { href: 'javascript:alert(1)' } }))), /https/],
    [
      'an address without protocol',
      bodyOf(line(say('点', { type: 'link', attrs: { href: '//evil.example' } }))),
      /https/,
    ],
    [
      'a picture from elsewhere',
      { ...bodyOf(), doc: { type: 'doc', content: [{ type: 'image', attrs: { src: 'https://x/a.png' } }] } },
      /fileId/,
    ],
    [
      'a node of no kind we know',
      { ...bodyOf(), doc: { type: 'doc', content: [{ type: 'iframe' }] } },
      /doc\.content\.0/,
    ],
    ['nesting beyond 40', bodyOf(nested(42)), /嵌套/],
    ['nesting beyond everything', bodyOf(nested(2000)), /无法读取|嵌套/],
    ['more nodes than may be', bodyOf(...Array.from({ length: WRITING_NODES + 1 }, () => line())), /过长/],
    ['a NUL in the text', bodyOf(line(say('甲\u0000乙'))), /不正确/],
    ['half a character', bodyOf(line(say('甲\ud800'))), /不正确/],
    ['no document at all', 'x', /body/],
  ])('%s', async (_, body, why) => {
    const id = await newWriting(zhang, '原样', { lines: ['原样'] })
    await expect(zhang(writing.save, { id, baseRev: 2, body: body as WritingBody })).rejects.toThrow(why)
    expect(await lines(zhang, id)).toEqual(['原样'])
  })

  test('attributes nobody knows are dropped', async () => {
    const { id } = await zhang(writing.create, { kind: 'word', title: '甲' })
    const given = {
      type: 'paragraph',
      attrs: { textAlign: null, indent: 0, onclick: 'alert(1)' },
      content: [say('文')],
    } as BlockNode
    await zhang(writing.save, { id, baseRev: 1, body: bodyOf(given) })
    expect((await zhang(writing.detail, { id })).body).toEqual(bodySaying('文'))
  })

  test('40 levels, and a document of a megabyte, are taken', async () => {
    const { id } = await zhang(writing.create, { kind: 'word', title: '大' })
    await zhang(writing.save, { id, baseRev: 1, body: bodyOf(nested(37)) })
    const long = bodySaying(...Array.from({ length: 5000 }, (_, at) => `${at} ${'x'.repeat(120)}`))
    expect(await zhang(writing.save, { id, baseRev: 2, body: long })).toMatchObject({ rev: 3 })
  })
})

describe('two people at once', () => {
  let id = ''
  beforeEach(async () => {
    id = await newWriting(zhang, '共同', { lines: ['初稿'], share: 'firm' })
    await zhang(writing.update, { id, othersEdit: true })
  })

  test('whoever does not have it in hand saves nothing, hears whose it is, and may ask', async () => {
    expect(await zhang(writing.lease, { id, act: 'take' })).toMatchObject({ mine: true })
    expect(await li(writing.lease, { id, act: 'take' })).toMatchObject({ mine: false, holderName: '张审计' })
    await expect(li(writing.save, { id, baseRev: 2, body: bodySaying('李的') })).rejects.toMatchObject({
      code: 409,
      message: '张审计 正在编辑这个文档，请等其完成或请其让出',
    })
    expect(await li(writing.lease, { id, act: 'ask' })).toMatchObject({ askedBy: [{ name: '李审计' }] })
    await zhang(writing.lease, { id, act: 'release' })
    expect(await li(writing.save, { id, baseRev: 2, body: bodySaying('李的') })).toMatchObject({ rev: 3 })
    await expect(li(writing.lease, { id, act: 'force' })).rejects.toMatchObject({
      message: '只有文档的建立人或管理员可以这样做，请联系他们',
    })
    // his own document he may take back
    expect(await zhang(writing.lease, { id, act: 'force' })).toMatchObject({ mine: true })
  })

  test('a save over an older revision answers 409 with the newer one’s number; nothing is overwritten', async () => {
    await li(writing.save, { id, baseRev: 2, body: bodySaying('李改') })
    await li(writing.lease, { id, act: 'release' })
    await expect(zhang(writing.save, { id, baseRev: 2, body: bodySaying('张改') })).rejects.toMatchObject({
      code: 409,
      data: { rev: 3 },
    })
    expect(await lines(zhang, id)).toEqual(['李改'])
    // he chooses his own: what li wrote stays a version
    await zhang(writing.save, { id, baseRev: 3, body: bodySaying('张改') })
    const versions = await zhang(writing.versions, { id })
    expect(versions[0]).toMatchObject({ rev: 3, name: '', createUserName: '李审计' })
    expect(bodyLines((await zhang(writing.version, { id, no: versions[0]?.no ?? 0 })).body)).toEqual(['李改'])
  })

  test('saves that race are one after the other: one counts, the other is told', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, (_, at) => zhang(writing.save, { id, baseRev: 2, body: bodySaying(`第${at}份`) })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await zhang(writing.detail, { id })).toMatchObject({ rev: 3 })
  })

  test('a save that is killed halfway leaves the document and its versions as they were', async () => {
    const actor = { tenantId: zhang.tenantId, userId: zhang.userId }
    const before = await zhang(writing.versions, { id })
    const save = await server.kernel.database.inTenant(actor, async (db) => {
      await db.selectFrom('writing_doc').select('id').where('id', '=', id).forUpdate().execute()
      const sent = li(writing.save, { id, baseRev: 2, body: bodySaying('半途') }).then(
        () => 'saved',
        (error: { status: number }) => error.status,
      )
      await expect.poll(() => killWaiting(server.databases.admin)).toBe(1)
      return { sent }
    })
    expect(await save.sent).toBeGreaterThanOrEqual(500)
    expect(await lines(zhang, id)).toEqual(['初稿'])
    expect(await zhang(writing.versions, { id })).toEqual(before)
    expect(await zhang(writing.save, { id, baseRev: 2, body: bodySaying('再来') })).toMatchObject({ rev: 3 })
  })

  test('a save whose answer was lost is answered again', async () => {
    const body = bodySaying('已保存')
    await zhang(writing.save, { id, baseRev: 2, body })
    expect(await zhang(writing.save, { id, baseRev: 2, body })).toMatchObject({ rev: 3 })
    await expect(zhang(writing.save, { id, baseRev: 2, body: bodySaying('别的') })).rejects.toMatchObject({ code: 409 })
  })
})

test('versions: kept by name and by themselves, compared, and restored without losing what came between', async () => {
  const id = await newWriting(zhang, '版本', { lines: ['一', '二', '三'] })
  const first = await zhang(writing.keep, { id, name: '初稿' })
  expect(first).toMatchObject({ no: 2, rev: 2, name: '初稿', createUserName: '张审计', size: 3 })
  await zhang(writing.save, { id, baseRev: 2, body: bodySaying('一', '二改了一点', '四') })
  expect(await zhang(writing.compare, { id, before: 2 })).toEqual({
    changes: [
      { kind: 'same', before: '一', after: '一', paragraphs: 1 },
      { kind: 'removed', before: '二', after: '', paragraphs: 1 },
      { kind: 'removed', before: '三', after: '', paragraphs: 1 },
      { kind: 'added', before: '', after: '二改了一点', paragraphs: 1 },
      { kind: 'added', before: '', after: '四', paragraphs: 1 },
    ],
  })
  expect(await zhang(writing.restoreVersion, { id, no: 2 })).toEqual({ rev: 4 })
  expect(await lines(zhang, id)).toEqual(['一', '二', '三'])
  const versions = await zhang(writing.versions, { id })
  expect(bodyLines((await zhang(writing.version, { id, no: versions[0]?.no ?? 0 })).body)).toEqual([
    '一',
    '二改了一点',
    '四',
  ])
  await expect(zhang(writing.version, { id, no: 99 })).rejects.toMatchObject({ code: 404 })
  await expect(zhang(writing.keep, { id, name: ' ' })).rejects.toThrow('请填写版本名称')
})

test('after twenty saves a version is kept by itself', async () => {
  const id = await newWriting(zhang, '自动', { lines: ['0'] })
  for (let rev = 2; rev < 26; rev++) await zhang(writing.save, { id, baseRev: rev, body: bodySaying(String(rev)) })
  expect((await zhang(writing.versions, { id })).map(({ rev, name }) => [rev, name])).toEqual([[21, ''], [1, '']]) // prettier-ignore
})

test('comments are made, answered, settled and taken away; with a comment go its answers', async () => {
  const id = await newWriting(zhang, '批注', { share: 'firm' })
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
  await li(writing.comment, { id, commentId: one, text: '依据是什么？', quote: '正文' })
  // sent twice it is one
  await li(writing.comment, { id, commentId: one, text: '依据是什么？', quote: '正文' })
  await zhang(writing.comment, { id, commentId: two, parentId: one, text: '已补充' })
  await zhang(writing.resolveComment, { id, commentId: one, resolved: true })
  expect(await zhang(writing.comments, { id })).toMatchObject([
    { id: one, text: '依据是什么？', quote: '正文', resolved: true, mine: false, createUserName: '李审计' },
    { id: two, parentId: one, mine: true },
  ])
  await expect(li(writing.removeComment, { id, commentId: two })).rejects.toThrow('只有文档的建立人')
  await expect(
    zhang(writing.comment, { id, commentId: crypto.randomUUID(), parentId: crypto.randomUUID(), text: '答' }),
  ).rejects.toThrow('要答复的批注已被删除')
  await li(writing.removeComment, { id, commentId: one })
  expect(await zhang(writing.comments, { id })).toEqual([])
})

test('a document of a project is its people’s; sharing needs the project', async () => {
  await expect(zhang(writing.create, { kind: 'word', title: '甲', share: 'project' })).rejects.toThrow('须先选择项目')
  const projectId = await newProject(zhang)
  const id = await newWriting(zhang, '项目报告', { share: 'project', projectId })
  expect(await zhang(writing.detail, { id })).toMatchObject({ projectId, editable: true })
  await expect(zhang(writing.update, { id, projectId: '' })).rejects.toThrow('须先选择项目')
  await expect(li(writing.detail, { id })).rejects.toMatchObject({ code: 404 })
})
