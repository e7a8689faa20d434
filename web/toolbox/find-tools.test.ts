import { describe, expect, test } from 'vitest'
import { catalog } from './catalog.ts'
import { findTools } from './find-tools.ts'
import { toolboxPages } from './pages.ts'

const codes = (typed: string, language: 'zh-CN' | 'en' = 'zh-CN') =>
  findTools(catalog, typed, language).map(({ code }) => code)

describe('looking for a tool', () => {
  test('finds it by its name, what it is for, and in the other language', () => {
    expect(codes('合并')[0]).toBe('batchMergePdf')
    expect(codes('报销')).toContain('batchMergePdf')
    expect(codes('receipts')).toContain('batchMergePdf')
    expect(codes('ＸＬＳ')).toContain('excelToXlsx')
    expect(codes('xls convert', 'en')).toContain('excelToXlsx')
  })
  test('without words leaves all, and finds nothing for nonsense', () => {
    expect(codes('  ')).toHaveLength(catalog.length)
    expect(codes('量子')).toEqual([])
  })
})

describe('the catalogue', () => {
  test('has no two tools of one code or, among its own pages, one address', () => {
    expect(new Set(catalog.map(({ code }) => code)).size).toBe(catalog.length)
    const own = catalog.filter(({ runs }) => runs !== 'elsewhere')
    expect(new Set(own.map(({ path }) => path)).size).toBe(own.length)
  })
  test('leads to a page of the frame with every tool of its own', () => {
    const own = catalog.filter(({ runs }) => runs !== 'elsewhere')
    const paths = new Set(toolboxPages.map(({ path }) => path))
    expect(own.filter(({ path }) => !paths.has(path))).toEqual([])
    expect(toolboxPages).toHaveLength(own.length + 1)
  })
  test('speaks both languages, and its own tools have a page', () => {
    for (const { title, says, runs, load } of catalog) {
      for (const text of [title.zh, says.zh, title.en, says.en]) expect(text.trim()).not.toBe('')
      for (const text of [title.en, says.en]) expect(text).not.toMatch(/[\u4e00-\u9fff]/)
      expect(load !== undefined).toBe(runs !== 'elsewhere')
    }
  })
})
