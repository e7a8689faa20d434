import * as xlsx from '@e965/xlsx'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { paper } from '#contract/paper.ts'
import { paperTemplate } from '#contract/paper-template.ts'
import { project } from '#contract/project.ts'
import { workbook } from '#contract/workbook.ts'
import { rowKeys } from '#engine/workbook/row-keys.ts'
import { fixtureFiles, importFiles } from '#server/ledger/testing-import.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { enterprise } from '#contract/enterprise.ts'
import { generated, recalculated } from '../paper/testing-papers.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'
import { settle } from '../relation/testing-bill.ts'

let server: TestServer
let admin: Caller
let zxs: Caller
let templateId: string
let projectId: string

const file = async () =>
  Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: '往来款审定表',
          rows: [
            ['往来款审定表', null, null],
            ['项目', '期末', '期初'],
            ['应收账款', '=QM("1122",12)', null],
            ['其他应收款', '=bal(#1221, close)', null],
            ['预付账款', null, null],
            ['合计', null, null],
          ],
          cells: new Map([
            ['0,0', { style: { font: { bold: true, size: 16 } } }],
            ['5,1', { formula: 'SUM(B3:B5)', style: { numFmt: '#,##0.00' } }],
          ]),
          merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 2 }],
        },
      ],
    }),
  )
const open = () => zxs(workbook.open, { projectId, paperId: 'X01' })
const figure = async (cell: string) => (await open()).cells.find((one) => one.cell === cell)?.value
const downloaded = async () => {
  const { body } = await zxs.download(paper.download, { projectId, paperIds: 'X01' })
  const book = xlsx.read(body, { cellFormula: true, cellStyles: true })
  return book.Sheets[book.SheetNames[0] ?? ''] ?? {}
}
const fen = (yuan: unknown) => Math.round(Number(yuan) * 100)

beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
  const content = await file()
  const made = await admin.upload(
    paperTemplate.create,
    { name: '往来审定', category: 1 },
    { name: '往来.xlsx', content },
  )
  templateId = made.id
  await admin(paperTemplate.publish, { id: templateId, rev: 1 })
  const client = await zxs(enterprise.save, { enterpriseName: '往来客户', creditCode: testCreditCode(77) })
  const draft = { enterpriseId: client.id, projectName: '汇算清缴', year: '2025', category: 1 }
  projectId = (await zxs(project.save, { ...draft, workpaperTemplateId: templateId })).id
  await importFiles(server, zxs, projectId, fixtureFiles('yonyou-u8'))
  await settle(zxs, projectId)
  await generated(zxs, projectId)
}, 120_000)

test('a project with the firm’s template has its papers beside the system’s, filled from the ledger, each figure traced', async () => {
  const papers = (await zxs(paper.list, { projectId })).map(({ paperId }) => paperId)
  expect(papers).toEqual(expect.arrayContaining(['A01', 'X01']))
  const ledger = await zxs(paper.provenance, { projectId, cell: 'X01.B3' })
  expect(ledger).toMatchObject({ status: 'ok', paperId: 'X01' })
  expect(ledger.atoms.length).toBeGreaterThan(0)
  expect(fen(ledger.value)).not.toBe(0)
})

test('what people type and decide counts in the sheet’s own total and stands in the downloaded file with its reason', async () => {
  const { sheet, rev } = await open()
  const row = rowKeys(sheet.rows)[4] ?? ''
  const ops = [{ kind: 'cell' as const, row, column: 1, content: { value: '0.90' } }]
  await zxs(workbook.save, { projectId, paperId: 'X01', batchId: 'batch-1-test', baseRev: rev, ops })
  await zxs(workbook.setOverride, {
    projectId,
    cell: 'X01.B4',
    value: '1000.05',
    reason: '函证差异',
    evidence: '回函 3 号',
  })
  await recalculated(zxs, projectId)
  const received = await figure('X01.B3')
  const cells = await downloaded()
  expect(cells['B5']).toMatchObject({ v: 0.9 })
  expect(cells['B6']).toMatchObject({ f: 'SUM(B3:B5)' })
  expect(fen(cells['B6']?.v)).toBe(fen(received) + 100_005 + 90)
  expect(cells['B4']?.v).toBe(1000.05)
  expect(JSON.stringify(cells['B4']?.c)).toMatch(/函证差异.*回函 3 号.*张审计/)
  expect(cells['!merges']).toContainEqual({ s: { r: 0, c: 0 }, e: { r: 0, c: 2 } })
})

test('moving up to the next version computes what it adds; what was typed stays', async () => {
  await admin(paperTemplate.beginDraft, { id: templateId })
  const { rev } = await admin(paperTemplate.detail, { id: templateId })
  await admin(paperTemplate.saveCell, {
    id: templateId,
    rev,
    paperId: 'X01',
    row: 2,
    column: 2,
    key: 'C3',
    expression: 'bal(#1122, open)',
    unit: 'money',
    label: { zh: '应收账款期初', en: 'Receivables, opening' },
    feeds: [],
    rule: '',
    note: '',
  })
  await admin(paperTemplate.publish, { id: templateId, rev: rev + 1 })
  expect(await zxs(paperTemplate.ofProject, { projectId })).toMatchObject({ version: 1, newest: 2 })
  expect(await figure('X01.C3')).toBeUndefined()
  await zxs(paperTemplate.moveUp, { projectId, version: 2 })
  await recalculated(zxs, projectId)
  expect(fen(await figure('X01.C3'))).not.toBe(0)
  expect((await open()).free.map(({ content }) => content.value)).toEqual(['0.90'])
})
