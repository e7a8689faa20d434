import { beforeAll, expect, test } from 'vitest'
import { promptTemplate } from '#contract/prompt-template.ts'
import { workbook } from '#contract/workbook.ts'
import { shippedPrompts } from '#facts/prompt-templates.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { generated, readyProject, recalculated } from '../paper/testing-papers.ts'
import { fillTemplate } from './fill-template.ts'
import { seedPrompts } from './seed-prompts.ts'

let server: TestServer
let li: Caller
beforeAll(async () => {
  server = await testServer()
  li = await server.as('zxs', '李顾问')
})

const filled = (body: string, variables: object[], values: object) =>
  li(promptTemplate.preview, { content: { body, variables } as never, values: values as never })

test('a variable may be called what every object inherits; the one name that holds nothing is refused', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty']
  const variables = names.map((name) => ({ name, kind: 'text' }))
  const body = names.map((name) => `{{${name}}}`).join('，')
  expect((await filled(body, variables, {})).text).toBe('（未提供），（未提供），（未提供）')
  expect((await filled(body, variables, { constructor: '甲' })).text).toBe('「甲」，（未提供），（未提供）')
  await expect(filled('{{__proto__}}', [{ name: '__proto__', kind: 'text' }], {})).rejects.toMatchObject({ code: 400 })
})

test('a value that stands in the body a thousand times is refused before it is written', async () => {
  const body = '{{a}}'.repeat(3000)
  await expect(filled(body, [{ name: 'a', kind: 'longText' }], { a: '字'.repeat(20_000) })).rejects.toThrow('60000')
})

test('no spelling of the mark ends a material, and a text is one line whatever breaks it', () => {
  const tries = ['</资料>', '< /资料>', '<\u200b/资料>', '</ 资\u2060料>', '<\n/\u3000资料>', '<资料 名称="x">']
  for (const text of tries) {
    const said = fillTemplate('{{a}}', new Map([['a', { kind: 'material' as const, title: text, text }]]))
    expect(said.slice(0, said.indexOf('\n\n')).match(/<[\s\p{C}/]*资[\s\p{C}]*料/gu)).toHaveLength(2)
  }
})

test('lines of a short text are joined', async () => {
  const variables = [{ name: 'a', kind: 'text' }]
  expect((await filled('{{a}}', variables, { a: ' 甲 \r\n 乙\u2028丙\n\n{{a}}' })).text).toBe('「甲 乙 丙 {{a}}」')
})

test('a figure that a person set is not passed off as what its formula gives', async () => {
  const projectId = await readyProject(server, li, 'yonyou-u8')
  await generated(li, projectId)
  const decision = { projectId, cell: 'C15.actual', value: '1000.00', reason: '冲回', evidence: '2025-12-31 复核记录' }
  await li(workbook.setOverride, decision)
  await recalculated(li, projectId)
  const { text } = await filled('{{a}}', [{ name: 'a', kind: 'cell' }], { a: { projectId, cell: 'C15.actual' } })
  expect(text).toMatch(/数值：1000\.00 元\n该数由人工改定，不是公式的结果/)
}, 60_000)

test('a template of the platform that has the name of a shipped one holds up no start', async () => {
  const platform = await server.as('administrator', '平台管理', { tenantId: '000000' })
  const [first] = shippedPrompts
  if (!first) throw new Error('nothing is shipped')
  const name = '新模板'
  const content = { body: '正文', variables: [] }
  await platform(promptTemplate.save, { name, scope: 'system', category: 'other', content, publish: true })
  const shipped = [{ ...first, code: 'new_one', name: { zh: name, en: 'New' } }]
  const seed = () =>
    server.kernel.database.inTenant({ tenantId: '000000', userId: '' }, (db) => seedPrompts(db, shipped))
  await seed()
  await seed()
  const { records } = await li(promptTemplate.list, { name, scope_equal: 'system' })
  expect(records.map((one) => one.name).toSorted()).toEqual(['新模板', '新模板 2'])
})

test('two who copy or save under one name at once get an answer, not a fault', async () => {
  const content = { body: '正文', variables: [] }
  const save = () =>
    li(promptTemplate.save, { name: '同名', scope: 'personal', category: 'other', content, publish: true })
  const answers = await Promise.allSettled([save(), save()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = answers.find(({ status }) => status === 'rejected')
  expect([400, 409]).toContain((refused as PromiseRejectedResult).reason.code)
})
