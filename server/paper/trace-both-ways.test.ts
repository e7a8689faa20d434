import { beforeAll, describe, expect, test } from 'vitest'
import { ledger } from '#contract/ledger.ts'
import { paper } from '#contract/paper.ts'
import { taxReturn } from '#contract/tax-return.ts'
import { trace, type TracePath } from '#contract/trace.ts'
import { workbook } from '#contract/workbook.ts'
import { fenOf } from '#engine/money.ts'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { answered, readyProject } from './testing-papers.ts'

let server: TestServer
let zxs: Caller
let projectId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await readyProject(server, zxs, 'yonyou-u8')
  await answered(zxs, projectId, readExpected('yonyou-u8'))
})

const step = (kind: 'return' | 'paper' | 'account', ref: string) => zxs(paper.trace, { projectId, kind, ref })
const fen = (amount: string | null) => fenOf(amount ?? '0') ?? 0n
const vouchersBelow = async (ref: string) =>
  (await step('account', ref)).below.filter(({ kind }) => kind === 'voucher').length
async function allPaths(kind: 'return' | 'paper' | 'account' | 'voucher' | 'standard' | 'statement', ref: string) {
  const rows: TracePath[] = []
  for (let current = 1; ; current += 1) {
    const found = await zxs(trace.paths, { projectId, kind, ref, current, size: 500 })
    rows.push(...found.records)
    if (current >= found.pages) return { rows, total: found.total }
  }
}

test('three clicks, the line, an account, a voucher, lead from every filled line of A100000 that stands on the books to vouchers', async () => {
  const { lines } = await zxs(taxReturn.form, { projectId, form: 'A100000' })
  const filled = lines
    .flatMap(({ cells }) => cells)
    .filter((cell) => cell !== null)
    .filter(({ paperCell, value }) => paperCell && fen(value) !== 0n)
  expect(filled.length).toBeGreaterThan(10)
  const known = new Map<string, Promise<number>>()
  const vouchersOf = (ref: string) => {
    const found = known.get(ref) ?? vouchersBelow(ref)
    known.set(ref, found)
    return found
  }
  let reached = 0
  const without: string[] = []
  for (const { cell } of filled) {
    const { below } = await step('return', cell)
    if (below[0]?.kind !== 'paper') throw new Error(`${cell} has no cell`)
    const accounts = below.filter(({ kind }) => kind === 'account')
    // a figure that people entered, or that the law gives, stands on no account
    if (accounts.length === 0) {
      without.push(cell)
      continue
    }
    const vouchers = await Promise.all(accounts.slice(0, 5).map(({ ref }) => vouchersOf(ref)))
    expect({ cell, reached: vouchers.some((count) => count > 0) }).toEqual({ cell, reached: true })
    reached += 1
  }
  expect(reached).toBeGreaterThan(10)
  for (const cell of without) expect(await allPaths('return', cell)).toMatchObject({ total: 0 })
})

describe('the table of all paths', () => {
  test('holds for each reading of a cell the very lines it added up, to the fen', async () => {
    for (const cell of [
      'C15.actual',
      'B04.m@4',
      'A02.calc@BS.AR',
      'A02.calc@BS.AP',
      'A02.calc@BS.TAX_PAY',
      'A02.calc@BS.CASH',
      'C15.allowed',
    ]) {
      const { rows, total } = await allPaths('paper', cell)
      expect(rows).toHaveLength(total)
      expect(rows.map(({ at }) => at)).toEqual(rows.map((_, at) => at))
      const readings = new Set(rows.map((row) => row.cell))
      for (const reading of readings) {
        const { atoms } = await zxs(paper.provenance, { projectId, cell: reading })
        const counted = atoms.every(({ sum }) => sum !== null)
        if (!counted) continue
        const sum = atoms.reduce((all, atom) => all + fen(atom.sum), 0n)
        const added = rows.filter((row) => row.cell === reading).reduce((all, { amount }) => all + fen(amount), 0n)
        expect({ reading, added }).toEqual({ reading, added: sum })
      }
    }
  })

  test('adds up to what every cell of the papers read, page by page', async () => {
    const { rows, total } = await allPaths('return', '')
    expect(rows).toHaveLength(total)
    expect(total).toBeGreaterThan(500)
    expect(rows.every(({ returnRef, cell, account }) => returnRef !== '' && cell !== '' && account !== '')).toBe(true)
    const one = await zxs(trace.paths, { projectId, kind: 'return', ref: '', current: 3, size: 37 })
    expect(one.records).toEqual(rows.slice(74, 111))
  })

  test('of a voucher holds only its own lines, up to every return line', async () => {
    const { rows } = await allPaths('voucher', '07-记-10')
    const read = rows.filter(({ voucher }) => voucher !== '')
    expect(new Set(read.map(({ voucher }) => voucher))).toEqual(new Set(['07-记-10']))
    expect(read.map(({ cell }) => cell)).toEqual(expect.arrayContaining(['C15.actual', 'B04.m@4']))
    expect(read.find(({ cell }) => cell === 'C15.actual')).toMatchObject({
      account: '660207',
      amount: '9433.31',
      returnRef: expect.stringMatching(/^A105000/),
      statement: expect.any(String),
    })
    const ofAccount = await allPaths('account', '660207')
    expect(ofAccount.rows.map(({ voucher }) => voucher)).toContain('07-记-10')
    expect(new Set(ofAccount.rows.map(({ account }) => account))).toEqual(new Set(['660207']))
    expect((await allPaths('standard', '6602')).total).toBeGreaterThan(ofAccount.total)
    expect((await allPaths('statement', 'BS.AR')).rows.every(({ account }) => account.startsWith('1'))).toBe(true)
  })
})

const graph = (kind: 'paper' | 'voucher' | 'return' | 'statement', ref: string, depth = { up: 2, down: 2 }) =>
  zxs(trace.graph, { projectId, kind, ref, ...depth })

describe('the drawn chain', () => {
  test('shows what goes from place to place: from a voucher its own amount up to the cells', async () => {
    const { nodes, edges } = await graph('voucher', '07-记-10', { up: 4, down: 0 })
    const amount = (from: string, to: string) => edges.find((one) => one.from === from && one.to === to)?.amount
    expect(amount('account|660207', 'voucher|07-记-10')).toBe('9433.31')
    expect(amount('paper|C15.actual', 'account|660207')).toBe('9433.31')
    expect(nodes.filter(({ kind }) => kind === 'return').length).toBeGreaterThan(0)
    const ids = new Set(nodes.map(({ id }) => id))
    for (const edge of edges) expect([ids.has(edge.from), ids.has(edge.to)]).toEqual([true, true])
  })

  test('holds a bounded number of places and says how many it leaves out', async () => {
    const { nodes, more } = await graph('statement', 'BS.AR', { up: 2, down: 4 })
    expect(nodes.length).toBeLessThanOrEqual(80)
    expect(nodes.length).toBeGreaterThan(3)
    expect(more.every(({ above, below }) => above + below > 0)).toBe(true)
    const around = await graph('return', 'A100000.5.1')
    expect(around.nodes.find(({ column }) => column === 0)).toMatchObject({ kind: 'return', ref: 'A100000.5.1' })
    expect(around.nodes.some(({ column }) => column === 2)).toBe(true)
  })
})

test('the search finds every kind of place by code, name, number, amount and summary', async () => {
  const find = async (text: string) =>
    (await zxs(trace.find, { projectId, text })).map(({ kind, ref }) => `${kind}|${ref}`)
  expect(await find('A100000.5')).toContain('return|A100000.5.1')
  expect(await find('660207')).toContain('account|660207')
  expect(await find('业务招待费')).toEqual(expect.arrayContaining(['account|660208', 'paper|C15.actual']))
  expect(await find('BS.AR')).toContain('statement|BS.AR')
  expect(await find('6602')).toContain('standard|6602')
  expect(await find('07-记-10')).toContain('voucher|07-记-10')
  expect(await find('7月记字第0010号')).toContain('voucher|07-记-10')
  const [dataset] = await zxs(ledger.datasets, { projectId })
  const voucher = await zxs(ledger.voucher, { datasetId: dataset?.id ?? '', key: '07-记-10' })
  expect(await find(voucher.debit)).toContain('voucher|07-记-10')
  expect((await find(voucher.lines[0]?.summary ?? '')).some((found) => found.startsWith('voucher|'))).toBe(true)
  expect(await find('41,155,714.65')).toContain('return|A100000.1.1')
  expect(await find("'; drop table x; --%_\\")).toEqual([])
  expect(await find('999999999999999999999')).toEqual([])
})

test('a cell leads to who decided what it stands on', async () => {
  const { jobId } = await zxs(workbook.setOverride, {
    projectId,
    cell: 'C15.actual',
    value: '100000',
    reason: '客户账外补记',
    evidence: '补充协议',
  })
  if (jobId) await zxs.done(jobId)
  const told = await zxs(trace.decisions, { projectId, cell: 'C15.allowed' })
  expect(told.find(({ kind }) => kind === 'override')).toMatchObject({
    value: '100000.00',
    instead: expect.stringMatching(/^\d+\.\d\d$/),
    reason: '客户账外补记',
    evidence: '补充协议',
    userName: '张审计',
  })
  const [line] = (await step('return', 'A100000.31.1')).below
  const all = await zxs(trace.decisions, { projectId, cell: line?.ref ?? '' })
  expect(all.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['override', 'param']))
  expect(all.find(({ kind }) => kind === 'param')).toMatchObject({ userName: '张审计', evidence: '底稿附件' })
  await expect(zxs(trace.decisions, { projectId, cell: 'Z99.x' })).rejects.toMatchObject({ code: 400 })
})

test('another firm, and who does not reach the project, find nothing', async () => {
  const other = await server.as('admin', '外人', await server.tenant('第三家'))
  const colleague = await server.as('zxs', '同事')
  for (const caller of [other, colleague]) {
    const refused = { status: 404 }
    await expect(caller(trace.find, { projectId, text: '招待' })).rejects.toMatchObject(refused)
    await expect(caller(trace.graph, { projectId, kind: 'paper', ref: 'C15.actual' })).rejects.toMatchObject(refused)
    await expect(caller(trace.paths, { projectId })).rejects.toMatchObject(refused)
    await expect(caller(trace.decisions, { projectId, cell: 'C15.actual' })).rejects.toMatchObject(refused)
  }
})
