import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { docFile } from '#contract/doc-files.ts'
import { enterprise } from '#contract/enterprise.ts'
import { paperTemplate } from '#contract/paper-template.ts'
import { project } from '#contract/project.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { provisionTenant } from '../tenant/provision-tenant.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'

let server: TestServer
let admin: Caller
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
})

/** A firm's sheet as people make them: titles, figures to come, formulas of three dialects, and one of Excel. */
const firmSheet = async () =>
  Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: '货币资金审定表',
          columns: [{ width: 30 }, { width: 18 }],
          rows: [
            ['货币资金审定表', null],
            ['项目', '期末'],
            ['库存现金', '{{bal(#1001, close)}}'],
            ['银行存款', '=QM("1002",月)'],
            ['数量账', '=SQC("1405",月)'],
            ['其他货币资金', 12],
            ['合计', null],
          ],
          cells: new Map([
            ['0,0', { style: { font: { bold: true, size: 15 } } }],
            ['6,1', { formula: 'SUM(B3:B6)', style: { numFmt: '#,##0.00' } }],
          ]),
          merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }],
        },
      ],
    }),
  )
let made = 0
const uploaded = async (who: Caller = admin) => {
  made += 1
  const name = `审定表${made}`
  const { id, report } = await who.upload(
    paperTemplate.create,
    { name, category: 1 },
    { name: '审定表.xlsx', content: await firmSheet() },
  )
  return { ...(await who(paperTemplate.detail, { id })), report }
}
/** A draft without a file: one of the system's papers as X01, its first figures bound. */
const drafted = async (who: Caller = admin) => {
  made += 1
  const { id } = await who(paperTemplate.fromSystem, { name: `底稿${made}`, category: 1, papers: ['C15'] })
  return who(paperTemplate.detail, { id })
}
const bind = (id: string, rev: number, over: object = {}) => ({
  id,
  rev,
  paperId: 'X01',
  row: 90,
  column: 1,
  key: 'other',
  expression: 'bal(#1012, close)',
  unit: 'money' as const,
  label: { zh: '其他货币资金', en: 'Other' },
  ...over,
})
const projectWith = async (who: Caller, templateId: string) => {
  made += 1
  const client = await who(enterprise.save, { enterpriseName: `客户${made}`, creditCode: testCreditCode(made) })
  const draft = { enterpriseId: client.id, projectName: '汇算清缴', year: '2025', category: 1 }
  return who(project.save, { ...draft, workpaperTemplateId: templateId })
}

describe('an uploaded spreadsheet', () => {
  test('becomes a draft whose formulas are bound, translated, or reported with the reason', async () => {
    const { report, bound, contents, state, draftVersion, problems } = await uploaded()
    expect({ state, draftVersion, problems }).toEqual({ state: 'draft', draftVersion: 1, problems: [] })
    expect(contents).toEqual([
      { sheet: expect.any(String), paperId: 'X01', name: { zh: '货币资金审定表', en: '货币资金审定表' } },
    ])
    expect(bound.map(({ key, expression, unit }) => [key, expression, unit])).toEqual([
      ['B3', 'bal(#1001, close)', 'money'],
      ['B4', expect.stringContaining('#1002'), 'money'],
    ])
    expect(bound.map(({ label }) => label.zh)).toEqual(['库存现金 期末', '银行存款 期末'])
    const lost = report.found.find(({ cell }) => cell === 'B5')
    expect(lost).toMatchObject({ dialect: 'ufo', expression: '' })
    expect(lost?.words.join('')).toMatch(/数量|SQC/)
  })

  test('keeps its looks, merges and widths, and ordinary formulas stay formulas', async () => {
    const { id } = await uploaded()
    const { book } = await admin(paperTemplate.book, { id })
    const [sheet] = book.sheets
    expect(sheet?.merges).toContainEqual({ top: 0, left: 0, bottom: 0, right: 1 })
    expect(sheet?.cells.find(({ r, c }) => r === 6 && c === 1)).toMatchObject({ f: 'SUM(B3:B6)' })
    expect(sheet?.cells.find(({ r, c }) => r === 2 && c === 1)?.v ?? null).toBeNull()
  })

  test('may not be anything but a spreadsheet', async () => {
    const send = (content: Buffer | string, name = '坏.xlsx') =>
      admin.upload(paperTemplate.create, { name: '坏模板', category: 1 }, { name, content })
    await expect(send('')).rejects.toMatchObject({ code: 400 })
    await expect(send(Buffer.from('504b0304ffff', 'hex'))).rejects.toMatchObject({ code: 400 })
    const { total } = await admin(paperTemplate.list, { name: '坏模板' })
    expect(total).toBe(0)
  })
})

describe('a draft', () => {
  test('keeps a formula with problems and says what is wrong; it is not published until that is mended', async () => {
    const { id, rev, bound } = await drafted()
    const before = bound.length
    const wrong = await admin(paperTemplate.saveCell, bind(id, rev, { expression: 'bal(#9999, close)+[X01.nothing]' }))
    expect(wrong.problems.map(({ text }) => text).join()).toMatch(/9999[\s\S]*X01\.nothing/)
    const now = await admin(paperTemplate.detail, { id })
    expect(now.bound).toHaveLength(before + 1)
    await expect(admin(paperTemplate.publish, { id, rev: now.rev })).rejects.toMatchObject({
      message: expect.stringContaining('不能发布'),
    })
    await admin(paperTemplate.saveCell, bind(id, now.rev))
    const { rev: mended } = await admin(paperTemplate.detail, { id })
    expect(await admin(paperTemplate.publish, { id, rev: mended })).toEqual({ version: 1 })
  })

  test('says the path of a circle, and a return cell that another paper fills', async () => {
    const { id, rev } = await drafted()
    await admin(paperTemplate.saveCell, bind(id, rev, { key: 'a', expression: '[X01.b]' }))
    const { problems } = await admin(
      paperTemplate.saveCell,
      bind(id, rev + 1, { key: 'b', row: 91, expression: '[X01.a]+1', feeds: ['A105000.15.1', 'A105000.99'] }),
    )
    const said = problems.map(({ text }) => text).join('\n')
    expect(said).toMatch(/X01\.a → X01\.b|X01\.b → X01\.a/)
    expect(said).toContain('A105000.99')
    expect(said).toMatch(/A105000\.15\.1 由/)
  })

  test('is not overwritten by somebody who saw an older state', async () => {
    const { id, rev } = await drafted()
    await admin(paperTemplate.saveCell, bind(id, rev))
    await expect(admin(paperTemplate.saveCell, bind(id, rev, { expression: '1' }))).rejects.toMatchObject({ code: 409 })
  })

  test('whose paper gets another index takes its cells and the formulas that name them along', async () => {
    const { id, rev, contents } = await drafted()
    await admin(paperTemplate.saveCell, bind(id, rev, { expression: '[X01.r5c2]*2' }))
    const papers = contents.map(({ sheet, name }) => ({ sheet, name, paperId: 'X07' }))
    await admin(paperTemplate.savePapers, { id, rev: rev + 1, papers })
    const { bound, problems } = await admin(paperTemplate.detail, { id })
    expect(bound.find(({ key }) => key === 'other')).toMatchObject({ paperId: 'X07', expression: '[X07.r5c2]*2' })
    expect(problems).toEqual([])
  })

  test('that binds to nothing is not published', async () => {
    const content = Buffer.from(await writeXlsx({ sheets: [{ name: '空', rows: [['只有文字']] }] }))
    const { id } = await admin.upload(
      paperTemplate.create,
      { name: '无取数', category: 1 },
      { name: 'a.xlsx', content },
    )
    await expect(admin(paperTemplate.publish, { id, rev: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('没有一个单元格绑定取数公式'),
    })
  })
})

describe('versions', () => {
  test('are frozen when published, compared, and rolled back by publishing the old one anew', async () => {
    const { id, rev } = await drafted()
    await admin(paperTemplate.publish, { id, rev, note: '初版' })
    const first = await admin(paperTemplate.detail, { id })
    const keys = first.bound.map(({ key }) => key)
    const firstKey = keys[0] ?? ''
    await expect(admin(paperTemplate.saveCell, bind(id, first.rev))).rejects.toMatchObject({
      message: expect.stringContaining('已发布'),
    })
    expect(await admin(paperTemplate.beginDraft, { id })).toEqual({ version: 2 })
    await admin(paperTemplate.saveCell, bind(id, first.rev + 1))
    await admin(paperTemplate.removeCell, { id, rev: first.rev + 2, paperId: 'X01', key: firstKey })
    await admin(paperTemplate.publish, { id, rev: first.rev + 3 })
    const diff = await admin(paperTemplate.compare, { id, from: 1, to: 2 })
    expect(diff.cells.map(({ kind, cell }) => `${kind} ${cell}`).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'added X01.other',
      `removed X01.${firstKey}`,
    ])
    const { rev: seen } = await admin(paperTemplate.detail, { id })
    expect(await admin(paperTemplate.rollBack, { id, rev: seen, version: 1 })).toEqual({ version: 3 })
    const back = await admin(paperTemplate.detail, { id })
    expect(back.bound.map(({ key }) => key)).toEqual(keys)
    expect(back.versions.map(({ version, published }) => [version, published])).toEqual([
      [3, true],
      [2, true],
      [1, true],
    ])
  })

  test('a project keeps its own until a person moves it up, with what that changes', async () => {
    const { id, rev } = await drafted()
    await admin(paperTemplate.publish, { id, rev })
    const choice = await zxs(docFile.templates, {})
    expect(choice.map(({ id: one, templateType }) => [one, templateType])).toContainEqual([id, 'firm'])
    const { id: projectId } = await projectWith(zxs, id)
    await admin(paperTemplate.beginDraft, { id })
    await admin(paperTemplate.saveCell, bind(id, rev + 2))
    await admin(paperTemplate.publish, { id, rev: rev + 3 })
    const before = await zxs(paperTemplate.ofProject, { projectId })
    expect(before).toMatchObject({ version: 1, newest: 2, diff: { cells: [{ kind: 'added', cell: 'X01.other' }] } })
    await zxs(paperTemplate.moveUp, { projectId, version: 2 })
    expect(await zxs(paperTemplate.ofProject, { projectId })).toMatchObject({ version: 2, diff: null })
    await expect(admin(paperTemplate.remove, { ids: id })).rejects.toMatchObject({
      message: expect.stringContaining('1 个项目正在使用'),
    })
    await admin(paperTemplate.retire, { id, rev: rev + 4, retired: true })
    expect((await zxs(docFile.templates, {})).map(({ id: one }) => one)).not.toContain(id)
    // the project keeps what it has
    const { version } = await zxs(project.detail, { id: projectId })
    await zxs(project.update, { id: projectId, version, projectName: '改名' })
    await expect(projectWith(zxs, id)).rejects.toMatchObject({ code: 400 })
  })
})

describe('who', () => {
  test('another firm sees, chooses and changes nothing of it', async () => {
    const { id, rev } = await drafted()
    await admin(paperTemplate.publish, { id, rev })
    const stranger = await server.as('admin', '别家', await server.tenant('别家事务所'))
    await expect(stranger(paperTemplate.detail, { id })).rejects.toMatchObject({ code: 404 })
    const content = await firmSheet()
    const upload = stranger.upload(paperTemplate.replace, { id, rev: rev + 1 }, { name: 'a.xlsx', content })
    await expect(upload).rejects.toMatchObject({ code: 404 })
    expect((await stranger(docFile.firmTemplates, {})).map(({ id: one }) => one)).not.toContain(id)
    await expect(projectWith(stranger, id)).rejects.toMatchObject({ code: 400 })
  })

  test('a student or teacher reads the templates and changes none; a consultant works on his own', async () => {
    const { id, rev } = await drafted()
    for (const role of ['student', 'teacher'] as const) {
      const who = await server.as(role)
      expect((await who(paperTemplate.detail, { id })).id).toBe(id)
      await expect(who(paperTemplate.saveCell, bind(id, rev))).rejects.toMatchObject({ code: 403 })
      await expect(who(paperTemplate.remove, { ids: id })).rejects.toMatchObject({ code: 403 })
    }
    await expect(zxs(paperTemplate.detail, { id })).rejects.toMatchObject({ code: 404 })
    const own = await drafted(zxs)
    await zxs(paperTemplate.saveCell, bind(own.id, own.rev))
    await zxs(paperTemplate.remove, { ids: own.id })
  })
})

test('a trial keeps no templates of its own', async () => {
  const trial = { tenantId: 'trial001', tenantName: '试用事务所', kind: 'firm' as const, nameOnce: false }
  await provisionTenant(server.kernel.database, { ...trial, packageCode: 'firm-trial' })
  const keeper = await server.as('admin', '试用管理员', trial)
  await expect(keeper(paperTemplate.fromSystem, { name: '本所', category: 1 })).rejects.toMatchObject({
    message: expect.stringContaining('试用版使用系统模板'),
  })
})

test('the system’s papers are a copy to begin from, every figure linked, and it can be published', async () => {
  const { id } = await admin(paperTemplate.fromSystem, { name: '以系统模板为底稿', category: 1 })
  const { problems, contents, bound, rev } = await admin(paperTemplate.detail, { id })
  expect(problems).toEqual([])
  expect(contents.length).toBeGreaterThan(20)
  expect(bound.length).toBeGreaterThan(200)
  expect(bound.every(({ expression }) => /^\[[A-F|Z]\d{2}/.test(expression))).toBe(true)
  expect(await admin(paperTemplate.publish, { id, rev })).toEqual({ version: 1 })
})

test('a newer spreadsheet leaves bound what stands where it stood', async () => {
  const { id, rev } = await uploaded()
  await admin(paperTemplate.saveCell, bind(id, rev))
  const { lost } = await admin.upload(
    paperTemplate.replace,
    { id, rev: rev + 1 },
    { name: '新版.xlsx', content: await firmSheet() },
  )
  expect(lost).toEqual([])
  const { bound } = await admin(paperTemplate.detail, { id })
  expect(bound.map(({ key }) => key).toSorted()).toEqual(['B3', 'B4', 'other'])
})
