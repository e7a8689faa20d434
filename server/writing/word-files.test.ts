import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { file } from '#contract/file.ts'
import { WRITING_PURPOSE, writing } from '#contract/writing.ts'
import type { BlockNode } from '#contract/writing-doc.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { testDocx } from '../document/testing-documents.ts'
import { bodyOf, dot, line, newWriting, say } from './testing-writing.ts'

let server: TestServer
let zhang: Caller
beforeAll(async () => {
  server = await testServer()
})
beforeEach(async () => {
  zhang = await server.as('zxs', '张审计', await server.tenant())
})

const picture = async (id: string) =>
  (await zhang.upload(file.upload, { purpose: WRITING_PURPOSE, ownerId: id }, { name: '章.png', content: dot() })).id

describe('Word files', () => {
  test('a document goes out and comes in again, its picture with it', async () => {
    const id = await newWriting(zhang, '年度报告')
    const fileId = await picture(id)
    const image: BlockNode = { type: 'image', attrs: { fileId, width: 20, alt: '章', textAlign: null } }
    await zhang(writing.save, { id, baseRev: 2, body: bodyOf(line(say('正文', { type: 'bold' })), image) })
    const { body, headers } = await zhang.download(writing.docx, { id })
    expect(headers['content-disposition']).toContain(encodeURIComponent('年度报告.docx'))
    const made = await zhang.upload(writing.import, { kind: 'word' }, { name: '带回.docx', content: body })
    expect(made).toMatchObject({ title: '带回', notes: ['字体、字号、颜色、分栏没有保留'] })
    const opened = await zhang(writing.detail, { id: made.id })
    expect(opened.notes).toEqual(made.notes)
    const [words, again] = opened.body.doc.content
    expect(words).toEqual(line(say('正文', { type: 'bold' })))
    if (again?.type !== 'image') throw new Error('no picture')
    expect(again.attrs).toMatchObject({ width: 20, alt: '章' })
    expect((await zhang.download(file.download, { id: again.attrs.fileId })).body).toEqual(dot())
    // a copy has pictures of its own
    const copy = await zhang(writing.copy, { id })
    await zhang(writing.remove, { ids: id })
    const [, copied] = (await zhang(writing.detail, { id: copy.id })).body.doc.content
    if (copied?.type !== 'image') throw new Error('no picture')
    expect(copied.attrs.fileId).not.toBe(fileId)
    expect((await zhang.download(file.download, { id: copied.attrs.fileId })).body).toEqual(dot())
  })

  test('what is no Word document leaves nothing behind', async () => {
    const sent = zhang.upload(writing.import, { kind: 'word' }, { name: '表.docx', content: '不是文档' })
    await expect(sent).rejects.toThrow('“表.docx”不是 Word 文档')
    expect((await zhang(writing.list, {})).total).toBe(0)
  })

  test('comments of the file are comments here, under the name they were made with', async () => {
    const comments = `<w:comments xmlns:w="x"><w:comment w:id="0" w:author="客户财务"><w:p><w:r><w:t>请核对</w:t></w:r></w:p></w:comment></w:comments>`
    const words = `<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>收入</w:t></w:r><w:commentRangeEnd w:id="0"/></w:p>`
    const content = Buffer.from(testDocx(words, { 'word/comments.xml': comments }))
    const { id } = await zhang.upload(writing.import, { kind: 'word' }, { name: '批注.docx', content })
    const [comment] = await zhang(writing.comments, { id })
    expect(comment).toMatchObject({ createUserName: '客户财务（来自文件）', text: '请核对' })
    expect(JSON.stringify((await zhang(writing.detail, { id })).body)).toContain(comment?.id)
  })

  test('a process that ends before the pictures are kept leaves a whole document that says what it lacks', async () => {
    const id = await newWriting(zhang, '图')
    const image: BlockNode = {
      type: 'image',
      attrs: { fileId: await picture(id), width: 20, alt: '公章', textAlign: null },
    }
    await zhang(writing.save, { id, baseRev: 2, body: bodyOf(line(say('正文')), image) })
    const { body: content } = await zhang.download(writing.docx, { id })
    const add = vi.spyOn(server.kernel.files, 'add').mockImplementation(async () => {
      const [half] = (await zhang(writing.list, { words: '中断' })).records
      const opened = await zhang(writing.detail, { id: half?.id ?? '' })
      expect(opened.body.doc.content).toEqual([line(say('正文')), line(say('〔公章〕'))])
      expect(opened.notes.join()).toContain('1 张图片')
      throw new Error('ended here')
    })
    const sent = zhang.upload(writing.import, { kind: 'word' }, { name: '中断.docx', content })
    await expect(sent).rejects.toMatchObject({ status: 500 })
    add.mockRestore()
    // an error that is noticed takes the document back
    expect((await zhang(writing.list, { words: '中断' })).records).toEqual([])
  })

  test('only pictures are taken as pictures', async () => {
    const id = await newWriting(zhang, '图')
    const sent = (ownerId: string, name: string) =>
      zhang.upload(file.upload, { purpose: WRITING_PURPOSE, ownerId }, { name, content: 'x' })
    await expect(sent(id, '脚本.svg')).rejects.toThrow('只能加入')
    await expect(sent('nowhere', '图.png')).rejects.toThrow('图片须加在文档里')
  })
})
