import * as xlsx from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import type { PaperSheet } from '#contract/paper.ts'
import { definedName, sheetTitles, workbookFile } from './workbook-file.ts'

const sheet: PaperSheet = {
  id: 'C15',
  name: '业务招待费',
  widths: [28, 18, 18],
  rows: [
    { height: 30, cells: [{ value: '业务招待费纳税调整表', style: 'title', span: 3 }] },
    { cells: [{ value: '被鉴证单位：东桥南溟精密机械有限公司', style: 'head', span: 3 }] },
    {
      cells: [
        { value: '项目', style: 'header' },
        { value: '金额', style: 'header' },
        { value: '说明', style: 'header' },
      ],
    },
    {
      cells: [
        { value: '发生额', style: 'label' },
        { value: 355512.19, style: 'money', binding: 'C15.actual' },
        { value: '=HYPERLINK("http://x")', style: 'text' },
      ],
    },
    {
      cells: [
        { value: '冲回', style: 'label' },
        { value: -149350.09, style: 'money', binding: 'C15.row@2' },
        { value: '+1', style: 'text' },
      ],
    },
    {
      cells: [
        { value: '合计', style: 'total' },
        { value: 206162.1, formula: 'SUM(B4:B5)', style: 'total', binding: 'C15.sum' },
      ],
    },
  ],
}
const notes = new Map([['C15.actual', { note: '科目发生额：税务标签 业务招待费', waiting: false }]])
const file = async () =>
  xlsx.read(await workbookFile({ title: '底稿', company: '甲&乙', sheets: [sheet], notes }), {
    cellFormula: true,
    cellNF: true,
    cellStyles: true,
  })

describe('the workbook as a file', () => {
  it('holds every value, total formula and number format of the papers', async () => {
    const book = await file()
    expect(book.SheetNames).toEqual(['C15 业务招待费'])
    const cells = book.Sheets['C15 业务招待费'] ?? {}
    expect(cells['B4']).toMatchObject({ t: 'n', v: 355512.19, z: '#,##0.00;[Red]-#,##0.00;"-"' })
    expect(cells['B6']).toMatchObject({ t: 'n', v: 206162.1, f: 'SUM(B4:B5)' })
    expect(cells['!merges']).toContainEqual({ s: { r: 0, c: 0 }, e: { r: 0, c: 2 } })
  })

  it('keeps text that looks like a formula as text', async () => {
    const cells = (await file()).Sheets['C15 业务招待费'] ?? {}
    expect(cells['C4']).toMatchObject({ t: 's', v: '=HYPERLINK("http://x")' })
    expect(cells['C4']).not.toHaveProperty('f')
    expect(cells['C5']).toMatchObject({ t: 's', v: '+1' })
  })

  it('names every bound cell, so that it is found again', async () => {
    const names = (await file()).Workbook?.Names ?? []
    expect(names).toContainEqual(expect.objectContaining({ Name: 'C15.actual', Ref: "'C15 业务招待费'!$B$4" }))
    expect(names).toContainEqual(expect.objectContaining({ Name: 'C15.row.2', Ref: "'C15 业务招待费'!$B$5" }))
  })

  it('says the formula of a bound cell in words beside it', async () => {
    const cells = (await file()).Sheets['C15 业务招待费'] ?? {}
    expect(cells['B4']?.c?.[0]?.t).toContain('业务招待费')
  })

  it('gives sheets names that Excel takes', () => {
    const long = '很长'.repeat(30)
    expect(sheetTitles([{ id: 'A01', name: '资产/负债[1]:表?*' }])).toEqual(['A01 资产 负债 1  表'])
    const titles = sheetTitles([
      { id: 'B', name: long },
      { id: 'B', name: long },
    ])
    expect(titles.every((title) => title.length <= 31)).toBe(true)
    expect(new Set(titles).size).toBe(2)
    expect(definedName('B04.amount@12')).toBe('B04.amount.12')
  })
})
