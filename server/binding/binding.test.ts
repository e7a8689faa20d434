import { beforeAll, describe, expect, test } from 'vitest'
import { binding } from '#contract/binding.ts'
import { paper } from '#contract/paper.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { generated, readyProject } from '#server/paper/testing-papers.ts'

let server: TestServer
let zxs: Caller
let projectId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await readyProject(server, zxs, 'yonyou-u8')
})

const line = (cell: string, expression: string) => ({ cell, expression, unit: 'money' as const })
const check = (expression: string, more: object = {}) => zxs(binding.check, { expression, unit: 'money', ...more })

describe('writing a formula', () => {
  test('one knows every name it may use, in both languages', async () => {
    const known = await zxs(binding.vocabulary, {})
    expect(known.functions.find(({ name }) => name === 'sample_size')).toMatchObject({
      example: expect.stringContaining('95%'),
    })
    expect(known.accounts.find(({ id }) => id === '1122')).toMatchObject({ zh: '应收账款' })
    expect(known.rates.find(({ id }) => id === 'ENTERTAIN.actual_rate')?.zh).toContain('60 %')
    expect(known.cells.find(({ id }) => id === 'C15.allowed')).toMatchObject({ unit: 'money' })
    expect(known.registers[0]).toMatchObject({ id: 'asset' })
  })

  test('every example that the list of functions gives can be computed', async () => {
    const { functions } = await zxs(binding.vocabulary, {})
    const own = functions.filter(({ name }) => !['asset', 'entered'].includes(name))
    const units = ['money', 'count', 'rate', 'bool', 'text'] as const
    const known = own.filter(({ example }) => !example.includes('donations'))
    await Promise.all(
      known.map(async ({ name, example }) => {
        const results = await Promise.all(units.map((unit) => check(example, { unit })))
        expect(
          results.some(({ ok }) => ok),
          `${name}: ${example} ${results[0]?.problems[0]?.text}`,
        ).toBe(true)
      }),
    )
  })

  test('it is said in words', async () => {
    const { ok, words, kind } = await check('min([C15.actual] * rate(ENTERTAIN.actual_rate), [C15.base])', {
      cell: 'C15.x',
    })
    expect({ ok, kind }).toEqual({ ok: true, kind: 'money' })
    expect(words).toContain('取小')
    expect(words).toContain('60 %')
  })

  test.each([
    ['pll(#6601)', '没有名为「pll」的函数。是否应为「pl」?', [0, 3]],
    ['bal(#1123, closs)', '「closs」不是「bal」可用的取值', [11, 16]],
    ['rate(ENTERTAIN.actual_rat)', '是否应为「ENTERTAIN.actual_rate」', [5, 25]],
    ['[C15.allowd]', '是否应为「C15.allowed」', [0, 12]],
    ['1 +', '应为 一个值', [2, 3]],
    ['vsum(dr=#6602, text=~"(a")', '不是有效的摘要匹配式', [21, 25]],
    ['bal(#1122, close) * bal(#1122, close)', '金额不能乘以金额', [0, 37]],
  ])('%s is refused where and why', async (expression, words, [from, to]) => {
    const { ok, problems } = await check(expression)
    expect(ok).toBe(false)
    expect(problems[0]?.text).toContain(words)
    expect([problems[0]?.from, problems[0]?.to]).toEqual([from, to])
  })

  test('a circle through other papers is refused with its path', async () => {
    const { problems } = await check('[C15.allowed]', { cell: 'C15.actual' })
    expect(problems.map(({ text }) => text).join()).toContain('C15.actual')
    expect(problems.map(({ text }) => text).join()).toContain('成环')
  })

  test('a template is looked at whole: circles, cells named twice, its own cells', async () => {
    const good = await zxs(binding.checkAll, {
      bindings: [line('X01.a', 'bal(#1122, close)'), line('X01.b', '[X01.a] * 2')],
    })
    expect(good).toEqual({ ok: true, problems: [] })
    const bad = await zxs(binding.checkAll, { bindings: [line('X01.a', '[X01.b]'), line('X01.b', '[X01.a]')] })
    expect(bad.problems.map(({ text }) => text).join()).toContain('X01.a → X01.b → X01.a')
  })

  test('nested a thousand deep, it is refused and not the end of the server', async () => {
    const deep = `${'('.repeat(1500)}1${')'.repeat(1500)}`
    expect((await check(deep)).problems[0]?.text).toContain('嵌套')
    expect((await check('1+'.repeat(2400))).problems[0]?.text).toContain('最长')
  })
})

describe('a preview', () => {
  test('shows the value and the rows behind it before any paper was made', async () => {
    const shown = await zxs(binding.preview, { projectId, expression: 'occ(#6602, dr)', unit: 'money' })
    expect(shown.status).toBe('ok')
    const [atom] = shown.atoms
    expect(atom?.lines.length).toBe(20)
    expect(atom?.rows).toBeGreaterThan(20)
    expect(atom?.sum).toBe(shown.value)
    expect(atom?.lines.every(({ account }) => account.startsWith('6602'))).toBe(true)
  })

  test('shows the accounts of a balance, and cells it names', async () => {
    const shown = await zxs(binding.preview, {
      projectId,
      expression: 'bal(#1122, close) + [C15.actual]',
      unit: 'money',
    })
    expect(shown.atoms[0]?.accounts.length).toBeGreaterThan(0)
    expect(shown.inputs[0]).toMatchObject({ cell: 'C15.actual' })
  })

  test('of what cannot be computed says why', async () => {
    const missing = await zxs(binding.preview, { projectId, expression: 'param(loss_available)', unit: 'money' })
    expect(missing).toMatchObject({ status: 'missing', value: null })
    expect(missing.reason).toContain('尚未填写')
    const wrong = await zxs(binding.preview, { projectId, expression: 'bal(#9999, close)', unit: 'money' })
    expect(wrong).toMatchObject({ status: 'error', value: null })
  })

  test('agrees with the paper that computes the same', async () => {
    await generated(zxs, projectId)
    const cell = await zxs(paper.provenance, { projectId, cell: 'C15.actual' })
    const shown = await zxs(binding.preview, { projectId, expression: cell.formula, unit: 'money', cell: 'C15.again' })
    expect(shown.value).toBe(cell.value)
    expect(shown.atoms.map(({ rows, sum }) => [rows, sum])).toEqual(cell.atoms.map(({ rows, sum }) => [rows, sum]))
  })

  test('of another firm’s project is not there', async () => {
    const other = await server.as('admin', '外人', await server.tenant('别家事务所'))
    await expect(other(binding.preview, { projectId, expression: '1', unit: 'money' })).rejects.toThrow('数据不存在')
  })
})

describe('formulas of other products', () => {
  test('come over with notes, or stay with the reason', async () => {
    const read = await zxs(binding.translate, { formula: 'QM("1001",月)+QM("1002",月)', dialect: 'ufo' })
    expect(read).toMatchObject({ expression: 'bal(#1001, close, dr) + bal(#1002, close, dr)', problems: [] })
    expect(read.notes.join()).toContain('全年')
    const not = await zxs(binding.translate, { formula: 'SQM("1405",月)', dialect: 'ufo' })
    expect(not.expression).toBeNull()
    expect(not.problems[0]?.text).toContain('数量')
  })
})
