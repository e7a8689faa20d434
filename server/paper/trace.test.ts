import * as xlsx from '@e965/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { paper } from '#contract/paper.ts'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { answered, readyProject } from './testing-papers.ts'

const expected = readExpected('yonyou-u8')
let server: TestServer
let zxs: Caller
let projectId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await readyProject(server, zxs, 'yonyou-u8')
  await answered(zxs, projectId, expected)
})

const step = (kind: 'return' | 'paper' | 'statement' | 'standard' | 'account' | 'voucher', ref: string) =>
  zxs(paper.trace, { projectId, kind, ref })

describe('the chain', () => {
  test('leads from a line of the main form to a voucher in three clicks: the line, an account, the voucher', async () => {
    const { below: lines } = await step('return', '')
    expect(lines[0]).toMatchObject({ ref: 'A100000.1.1', amount: '41155714.65' })
    const expenses = await step('return', 'A100000.5')
    const [cell] = expenses.below
    if (cell?.kind !== 'paper') throw new Error('no cell fills the line')
    const accountsOf = (places: typeof lines) => places.filter(({ kind }) => kind === 'account').map(({ ref }) => ref)
    expect(accountsOf(expenses.below)).toContain('660207')
    expect(accountsOf((await step('paper', cell.ref)).below)).toEqual(accountsOf(expenses.below))
    const vouchers = (await step('account', '660207')).below
    expect(vouchers).toContainEqual(expect.objectContaining({ kind: 'voucher', ref: '07-记-10', amount: '9433.31' }))
    expect((await step('voucher', '07-记-10')).node).toMatchObject({ kind: 'voucher', ref: '07-记-10' })
  })

  test('leads from a voucher up to every paper and return line that used it', async () => {
    const { node, above } = await step('voucher', '07-记-10')
    expect(node).toMatchObject({ kind: 'voucher', ref: '07-记-10' })
    const refs = (kind: string) => above.filter((place) => place.kind === kind).map(({ ref }) => ref)
    expect(refs('return')).toEqual(
      expect.arrayContaining(['A100000.5.1', 'A104000.4.3', 'A105000.15.1', 'A105000.15.3', 'A100000.28.1']),
    )
    expect(refs('paper')).toEqual(expect.arrayContaining(['C15.actual', 'B04.m@4']))
    expect(refs('paper')).not.toContain('B04.m@9')
    expect(refs('account')).toContain('660207')
  })

  test('holds no closing voucher below a profit and loss figure', async () => {
    const [closing = ''] = expected.journal.closing_vouchers
    const { above } = await step('voucher', closing)
    const papers = above.filter(({ kind, note }) => kind === 'paper' && note !== '余额').map(({ ref }) => ref)
    expect(papers.filter((cell) => /^(?:A03|B0|C)/.test(cell))).toEqual([])
    expect(above.filter(({ kind }) => kind === 'return')).toEqual([])
  })

  test('goes through statement line and standard account, both ways', async () => {
    const line = await step('statement', 'BS.AR')
    expect(line.below.map(({ ref }) => ref)).toContain('1122')
    expect(line.above.map(({ ref }) => ref)).toEqual(expect.arrayContaining(['A02.calc@BS.AR', 'BS.TOTAL_CA']))
    const standard = await step('standard', '6602')
    expect(standard.above.map(({ ref }) => ref)).toEqual(expect.arrayContaining(['IS.ADMIN', 'IS.RD']))
    expect(standard.below.map(({ ref }) => ref)).toContain('660207')
    const account = await step('account', '660207')
    expect(account.above.map(({ ref }) => ref)).toEqual(
      expect.arrayContaining(['6602', 'C15.actual', 'B04.m@9', 'B04.m@4']),
    )
    expect(account.above.map(({ ref }) => ref)).not.toContain('B04.m@10')
  })

  test('does not find what is not there', async () => {
    await expect(step('voucher', '13-记-1')).rejects.toMatchObject({ status: 404 })
    await expect(step('account', '9999')).rejects.toMatchObject({ status: 404 })
    await expect(step('return', 'A100000.99')).rejects.toMatchObject({ status: 404 })
  })

  test('says a formula in words, with the law it stands on, in the language of the reader', async () => {
    const zh = await zxs(paper.provenance, { projectId, cell: 'C15.allowed' })
    expect(zh.words).toContain('60 %')
    expect(zh.words).toContain('5 ‰')
    expect(zh.rates.map(({ rule, value }) => [rule, value])).toEqual([
      ['ENTERTAIN.actual_rate', '60 %'],
      ['ENTERTAIN.revenue_rate', '5 ‰'],
    ])
    expect(zh.rates[0]?.law[0]).toMatchObject({ article: '第四十三条', certainty: 'high' })
    const en = await zxs(paper.provenance, { projectId, cell: 'C15.allowed' }, { 'accept-language': 'en' })
    expect(en.words).toMatch(/lower of/)
  })
})

describe('the workbook', () => {
  test('downloads under the client and year, with every value, formula and bound name', async () => {
    const { body, headers } = await zxs.download(paper.download, { projectId })
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[^"]+\.xlsx"; filename\*=UTF-8''.*_2025_%E5%BA%95%E7%A8%BF\.xlsx$/,
    )
    const book = xlsx.read(body, { cellFormula: true })
    const { sheets, cells } = await zxs(paper.workbook, { projectId })
    expect(book.SheetNames).toHaveLength(sheets.length)
    expect(book.SheetNames).toContain('A01 试算平衡表')
    const places = new Map(book.Workbook?.Names?.map(({ Name, Ref }) => [Name, Ref]))
    let formulas = 0
    // papers nobody called for are computed, since others may read them, but not printed
    const printed = cells.filter((one) => sheets.some(({ id }) => one.cell.startsWith(`${id}.`)))
    for (const { cell, value, unit } of printed.filter((one) => one.unit === 'money')) {
      const [, sheet = '', place = ''] =
        /^'(.+)'!(.+)$/.exec(places.get(cell.replaceAll(/[^\p{L}\p{N}_.]/gu, '.')) ?? '') ?? []
      const found = book.Sheets[sheet]?.[place.replaceAll('$', '')] as xlsx.CellObject | undefined
      expect({ cell, unit, value: found?.v }).toEqual({ cell, unit, value: value === null ? undefined : Number(value) })
      if (found?.f) formulas += 1
    }
    expect(formulas).toBeGreaterThan(100)
  })

  test('holds only the papers that were asked for', async () => {
    const { body } = await zxs.download(paper.download, { projectId, paperIds: 'C15,E60' })
    expect(xlsx.read(body).SheetNames.map((name) => name.slice(0, 3))).toEqual(['C15', 'E60'])
    await expect(zxs.download(paper.download, { projectId, paperIds: 'C15,X99' })).rejects.toMatchObject({
      status: 404,
    })
  })
})

test('another firm, and a consultant who does not reach the project, find nothing of it', async () => {
  const other = await server.as('admin', '外人', await server.tenant('第三家'))
  const colleague = await server.as('zxs', '同事')
  for (const caller of [other, colleague]) {
    const refused = { status: 404 }
    await expect(caller(paper.params, { projectId })).rejects.toMatchObject(refused)
    await expect(
      caller(paper.saveParams, { projectId, params: [{ name: 'union_receipt', value: 'true' }] }),
    ).rejects.toMatchObject(refused)
    await expect(caller(paper.generate, { projectId })).rejects.toMatchObject(refused)
    await expect(caller(paper.generation, { projectId })).rejects.toMatchObject(refused)
    await expect(caller(paper.list, { projectId })).rejects.toMatchObject(refused)
    await expect(caller(paper.sheet, { projectId, paperId: 'C15' })).rejects.toMatchObject(refused)
    await expect(caller(paper.workbook, { projectId })).rejects.toMatchObject(refused)
    await expect(caller(paper.provenance, { projectId, cell: 'C15.actual' })).rejects.toMatchObject(refused)
    await expect(caller(paper.rows, { projectId, cell: 'C15.actual', atom: 0 })).rejects.toMatchObject(refused)
    await expect(caller(paper.trace, { projectId, kind: 'return' })).rejects.toMatchObject(refused)
    await expect(caller.download(paper.download, { projectId })).rejects.toMatchObject(refused)
  }
})
