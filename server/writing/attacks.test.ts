import { beforeAll, describe, expect, test } from 'vitest'
import { writing } from '#contract/writing.ts'
import type { BlockNode, InlineNode, WritingBody } from '#contract/writing-doc.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newProject } from '../knowledge/testing-base.ts'
import { bodyLines } from './doc-text.ts'
import { bodyOf, bodySaying, line, newWriting, say } from './testing-writing.ts'

let server: TestServer
let zhang: Caller
let li: Caller
beforeAll(async () => {
  server = await testServer()
  zhang = await server.as('zxs', '张审计')
  li = await server.as('zxs', '李审计')
})

/** A document of Zhang's that Li may edit. */
async function common(lines: string[]): Promise<string> {
  const id = await newWriting(zhang, '共同', { lines, share: 'firm' })
  await zhang(writing.update, { id, othersEdit: true })
  return id
}

test('renaming and sharing make nobody the writer of another’s text: it stays a version under his name', async () => {
  const id = await common(['初稿'])
  await li(writing.save, { id, baseRev: 2, body: bodySaying('李写的') })
  await li(writing.lease, { id, act: 'leave' })
  await zhang(writing.update, { id, title: '改名' })
  expect(await zhang(writing.detail, { id })).toMatchObject({ title: '改名', updateUserName: '李审计' })
  await zhang(writing.save, { id, baseRev: 3, body: bodySaying('张写的') })
  const [last] = await zhang(writing.versions, { id })
  expect(last).toMatchObject({ rev: 3, createUserName: '李审计' })
  expect(bodyLines((await zhang(writing.version, { id, no: last?.no ?? 0 })).body)).toEqual(['李写的'])
})

test('a document somebody else is writing in is not deleted from under his hands; who manages it may take it first', async () => {
  const id = await common(['初稿'])
  const other = await newWriting(zhang, '别的')
  await li(writing.lease, { id, act: 'take' })
  await expect(zhang(writing.remove, { ids: `${other},${id}` })).rejects.toThrow('李审计 正在编辑')
  expect(await zhang(writing.detail, { id: other })).toMatchObject({ title: '别的' })
  await zhang(writing.lease, { id, act: 'force' })
  await zhang(writing.remove, { ids: `${other},${id}` })
  await expect(li(writing.save, { id, baseRev: 2, body: bodySaying('李') })).rejects.toMatchObject({ code: 404 })
})

const change = (id: string, by: string, name: string): NonNullable<InlineNode['marks']>[number] => ({
  type: 'insertion',
  attrs: { id, by, name, at: '2026-05-01 10:00:00', say: '' },
})
const proposed = (...marks: NonNullable<InlineNode['marks']>) => bodyOf(...marks.map((mark) => line(say('加', mark))))

const names = async (id: string) =>
  (JSON.stringify((await zhang(writing.detail, { id })).body).match(/"name":"[^"]*"/g) ?? []).map((name) =>
    name.slice(8, -1),
  )

describe('tracked changes carry the name of who made them', () => {
  test('not one written beside the own id, the model’s, or a known change', async () => {
    const id = await common(['初稿'])
    await li(writing.save, { id, baseRev: 2, body: proposed(change('a', li.userId, '李审计')) })
    await li(writing.lease, { id, act: 'leave' })
    const forged = proposed(
      change('a', li.userId, '王合伙人'),
      change('b', zhang.userId, '王合伙人'),
      change('c', 'model', '王合伙人'),
    )
    await zhang(writing.save, { id, baseRev: 3, body: forged })
    expect(await names(id)).toEqual(['李审计', '张审计', ''])
  })

  test('a save whose answer was lost is answered again, whatever was put right in it', async () => {
    const id = await common(['初稿'])
    const forged = proposed(change('d', li.userId, '李审计'))
    expect(await zhang(writing.save, { id, baseRev: 2, body: forged })).toMatchObject({ rev: 3 })
    expect(await zhang(writing.save, { id, baseRev: 2, body: forged })).toMatchObject({ rev: 3 })
  })
})

const field = (name: 'client' | 'reviewer', value: string): InlineNode => ({ type: 'field', attrs: { name, value } })
const figure = (projectId: string): InlineNode => ({
  type: 'figure',
  attrs: {
    projectId, paperId: 'E60', cell: 'E60.amount@tax', label: '应纳税额', value: '88,888.00', unit: 'money', at: '2026-05-01 10:00:00',
  },
}) // prettier-ignore

const held = async (id: string) => JSON.stringify((await zhang(writing.detail, { id })).body)
describe('what was written for one client never turns up with another', () => {
  test('a document kept as a template loses the client’s names and figures, and keeps their places', async () => {
    const projectId = await newProject(zhang)
    const id = await newWriting(zhang, '报告', { projectId })
    const body = bodyOf(line(field('client', '甲公司'), field('reviewer', '李复核'), figure(projectId)))
    await zhang(writing.save, { id, baseRev: 2, body })
    const template = await zhang(writing.copy, { id, form: 'template' })
    expect(await held(template.id)).not.toMatch(new RegExp(`甲公司|李复核|88,888|${projectId}`))
    expect(await held(template.id)).toMatch(/client.*reviewer.*E60\.amount@tax/)
    // an ordinary copy keeps all of it
    expect(await held((await zhang(writing.copy, { id })).id)).toContain('甲公司')
  })

  test('a template that holds a client’s name all the same does not hand it on', async () => {
    const { id } = await zhang(writing.create, { kind: 'word', form: 'template', title: '模板' })
    const body = bodyOf(line(field('client', '甲公司'), field('reviewer', '李复核'), figure('')))
    await zhang(writing.save, { id, baseRev: 1, body })
    for (const projectId of ['', await newProject(zhang)]) {
      const made = await zhang(writing.create, { kind: 'word', title: '新', templateId: id, projectId })
      expect(await held(made.id)).not.toMatch(/甲公司|李复核|88,888/)
      expect(await held(made.id)).toContain('"paperId":"E60"')
    }
  })
})

test('a project is not named to whoever does not reach it, on a document shared with the firm neither', async () => {
  const projectId = await newProject(zhang)
  const id = await newWriting(zhang, '全所可见', { share: 'firm', projectId })
  expect(await zhang(writing.detail, { id })).toMatchObject({ projectId })
  expect(await li(writing.detail, { id })).toMatchObject({ projectId: '', projectName: '', title: '全所可见' })
  expect((await li(writing.list, { words: '全所可见' })).records).toMatchObject([{ projectId: '', projectName: '' }])
})

test('a copy, which has no comments, has no words marked as commented on either', async () => {
  const { id } = await zhang(writing.create, { kind: 'word', form: 'template', title: '批注' })
  const mark = { type: 'comment' as const, attrs: { id: crypto.randomUUID() } }
  await zhang(writing.save, { id, baseRev: 1, body: bodyOf(line(say('甲', { type: 'bold' }, mark), say('乙', mark))) })
  const copies = [zhang(writing.copy, { id }), zhang(writing.create, { kind: 'word', title: '新', templateId: id })]
  for (const copy of await Promise.all(copies))
    expect((await zhang(writing.detail, { id: copy.id })).body).toEqual(
      bodyOf(line(say('甲', { type: 'bold' }), say('乙'))),
    )
})

test('a figure of no project anywhere, as a file may bring it, does not keep the others from being read', async () => {
  const figures = [
    { projectId: '../../x', cell: 'E60.amount@tax' },
    { projectId: await newProject(zhang), cell: 'E60.amount@tax' },
  ]
  expect(await zhang(writing.figures, { figures })).toMatchObject([{ state: 'noProject' }, { state: 'missing' }])
})

test('a title with a stroke in it is the file’s whole name', async () => {
  const id = await newWriting(zhang, '2025/26年度\\终稿')
  const { headers } = await zhang.download(writing.docx, { id })
  expect(headers['content-disposition']).toContain(encodeURIComponent('2025_26年度_终稿.docx'))
})

test.each(['no', 'before', 'after'])('a version’s number no database holds is refused as input: %s', async (name) => {
  const id = await common(['初稿'])
  const sent =
    name === 'no'
      ? zhang(writing.version, { id, no: 99_999_999_999 })
      : zhang(writing.compare, { id, before: 1, [name]: 99_999_999_999 })
  await expect(sent).rejects.toMatchObject({ status: 400 })
})

const cell = (more: object, ...content: BlockNode[]) => ({
  type: 'tableCell' as const,
  attrs: { colspan: 1, rowspan: 1, colwidth: null, ...more },
  content,
})
describe('odd documents that are allowed do no harm', () => {
  const odd: [string, WritingBody][] = [
    ['a row of no cells', bodyOf({ type: 'table', content: [{ type: 'tableRow' }] })],
    [
      'cells that reach far below the table',
      bodyOf({ type: 'table', content: [{ type: 'tableRow', content: [cell({ rowspan: 5000, colspan: 63 }, line())] }] }),
    ],
    ['signs no XML holds', bodyOf(line(say('甲\u0001\u000b\uffff乙', change('e', '', '名\u0001'))))],
    ['a place of the product that looks like none', bodyOf(line(say('x', { type: 'link', attrs: { href: '/"><script>' } })))],
  ] // prettier-ignore
  test.each(odd)('%s goes out as a Word file and comes in again', async (_, body) => {
    const id = await common(['初稿'])
    await zhang(writing.save, { id, baseRev: 2, body })
    const { body: bytes } = await zhang.download(writing.docx, { id })
    const made = await zhang.upload(writing.import, { kind: 'word' }, { name: '回.docx', content: bytes })
    expect((await zhang(writing.detail, { id: made.id })).body.doc.content.length).toBeGreaterThan(0)
  })
})
