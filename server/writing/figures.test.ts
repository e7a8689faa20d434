import { beforeAll, describe, expect, test } from 'vitest'
import { paper } from '#contract/paper.ts'
import { workbook } from '#contract/workbook.ts'
import { writing } from '#contract/writing.ts'
import { fieldNames, type FigureAttrs, type WritingBody } from '#contract/writing-doc.ts'
import { writingTemplates } from '#facts/writing-templates.ts'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { answered, readyProject } from '../paper/testing-papers.ts'
import { bodyLines, mapInline } from './doc-text.ts'
import { figureShown, moneyShown, rateShown } from './figure-text.ts'

test.each([
  ['1234567.5', '1,234,567.50'], ['-1234.50', '-1,234.50'], ['0.00', '0.00'], ['999', '999.00'], ['100000', '100,000.00'],
])('money %s is shown as %s', (yuan, shown) => {
  expect(moneyShown(yuan)).toBe(shown)
}) // prettier-ignore
test.each([['0.25', '25%'], ['0.005', '0.5%'], ['1', '100%'], ['-0.1234', '-12.34%'], ['0', '0%']])(
  'the rate %s is shown as %s',
  (rate, shown) => expect(rateShown(rate)).toBe(shown),
) // prettier-ignore
test('other values are shown as they are, a missing one as nothing', () => {
  expect(figureShown({ unit: 'count', value: '12' }, false)).toBe('12')
  expect(figureShown({ unit: 'boolean', value: 'true' }, false)).toBe('是')
  expect(figureShown({ unit: 'boolean', value: 'false' }, true)).toBe('no')
  expect(figureShown({ unit: 'money', value: null }, true)).toBe('')
})

const value = (cell: string, cells: { cell: string; value: string | null }[]) =>
  cells.find((one) => one.cell === cell)?.value ?? ''
const figures = (body: WritingBody): FigureAttrs[] => {
  const found: FigureAttrs[] = []
  mapInline(body, (node) => {
    if (node.type === 'figure') found.push(node.attrs)
    return node
  })
  return found
}
const fieldsIn = (body: WritingBody): { name: string; value: string }[] => {
  const found: { name: string; value: string }[] = []
  mapInline(body, (node) => {
    if (node.type === 'field') found.push(node.attrs)
    return node
  })
  return found
}

describe('figures of a project', () => {
  let server: TestServer
  let zhang: Caller
  let teacher: Caller
  let student: Caller
  let projectId: string
  const now = (caller: Caller, cell: string, shown = '', of = projectId) =>
    caller(writing.figures, { figures: [{ projectId: of, cell, value: shown }] }).then(([figure]) => figure)

  beforeAll(async () => {
    server = await testServer()
    zhang = await server.as('zxs', '张审计')
    teacher = await server.as('teacher', '赵老师')
    student = await server.as('student', '学生')
    projectId = await readyProject(server, zhang, 'kingdee-kis')
    await answered(zhang, projectId, readExpected('kingdee-kis'))
  }, 120_000)

  test('are what the papers hold; a difference is said, never put in', async () => {
    const { cells } = await zhang(paper.workbook, { projectId })
    const tax = moneyShown(value('E60.amount@tax', cells))
    const found = await now(zhang, 'E60.amount@tax', tax)
    expect(found).toMatchObject({ state: 'same', value: tax, unit: 'money', paperId: 'E60', stale: false })
    expect(found?.place).toMatch(/^\/wps\/index\?.*v\.cell=E60\.amount%40tax/)
    expect(await now(zhang, 'E60.amount@tax', '1.00')).toMatchObject({ state: 'changed', value: tax })
    expect(await now(zhang, 'E60.nowhere')).toMatchObject({ state: 'missing', value: '' })
  })

  test('are seen by whoever sees the papers, and by nobody else', async () => {
    expect(await now(teacher, 'E60.amount@tax')).toMatchObject({ state: 'changed' })
    for (const caller of [
      student,
      await server.as('zxs', '李审计'),
      await server.as('admin', '外', await server.tenant()),
    ])
      expect(await now(caller, 'E60.amount@tax')).toMatchObject({ state: 'noProject', value: '', label: '' })
    expect(await now(zhang, 'E60.amount@tax', '', '')).toMatchObject({ state: 'noProject' })
  })

  test('say who decided them against their formula, and why', async () => {
    const cell = 'E60.amount@relief'
    const { jobId } = await zhang(workbook.setOverride, {
      projectId, cell, value: '1000.00', reason: '按备案减免', evidence: '备案表',
    }) // prettier-ignore
    if (jobId) await zhang.done(jobId)
    expect(await now(zhang, cell, '0.00')).toMatchObject({
      state: 'changed',
      value: '1,000.00',
      says: expect.stringMatching(/^张审计 .* 改数：按备案减免$/),
    })
  })

  test('are stale once what they stand on has changed', async () => {
    // as after a release of new rules, before the papers are generated again
    await server.kernel.database.inTenant({ tenantId: zhang.tenantId, userId: zhang.userId }, (db) =>
      db.updateTable('generation').set({ rule_pack: 'earlier' }).where('project_id', '=', projectId).execute(),
    )
    expect(await now(zhang, 'E60.amount@tax')).toMatchObject({ stale: true, value: expect.stringMatching(/\d/) })
  })

  test.each(writingTemplates.map(({ id }) => id))('the template %s fills its fields and figures from the project', async (template) => {
    const made = await zhang(writing.create, { kind: 'word', title: '报告', projectId, templateId: `system:${template}` })
    const { body } = await zhang(writing.detail, { id: made.id })
    for (const figure of figures(body)) expect(figure).toMatchObject({ projectId, value: expect.stringMatching(/\d/) })
    const fields = await zhang(writing.fields, { projectId })
    expect(fields.map(({ name }) => name)).toEqual([...fieldNames])
    const filled = Object.fromEntries(fields.map((field) => [field.name, field.value]))
    expect(filled).toMatchObject({ year: '2025', preparer: '张审计', reviewer: '', firm: '测试税务师事务所' })
    for (const field of fieldsIn(body)) expect(field.value).toBe(filled[field.name])
    const text = bodyLines(body).join('\n')
    expect(text).toContain(filled['client'])
    // what the firm must write is marked as such
    expect(text).toContain('【待填写：')
  }) // prettier-ignore

  test('a template begun without a project leaves its blanks open', async () => {
    const { id } = await zhang(writing.create, { kind: 'word', title: '空', templateId: 'system:filing-note' })
    const { body } = await zhang(writing.detail, { id })
    expect(figures(body).every((figure) => figure.value === '' && figure.projectId === '')).toBe(true)
    await expect(zhang(writing.create, { kind: 'word', title: '无', templateId: 'system:none' })).rejects.toMatchObject(
      { code: 404 },
    )
  })

  test('templates are offered in the caller’s language', async () => {
    const english = await zhang(writing.templates, {}, { 'accept-language': 'en' })
    const system = english.filter(({ scope }) => scope === 'system')
    expect(system).toHaveLength(3)
    for (const { title, says } of system) expect(`${title}${says}`).not.toMatch(/\p{Script=Han}/u)
  })
})
