import { afterAll, expect, test } from 'vitest'

import { readDataset } from './read-dataset.ts'
import { modelCompany } from './testing-company.ts'
import { csvOf } from './testing-csv.ts'
import { testFolder } from './testing-files.ts'
import { bracketedJournal, layouts, tableOf } from './testing-layout-table.ts'
import type { Layout } from './testing-layouts.ts'
import { wrongFigures } from './testing-oracle.ts'
import { archive2010, iso21378, standard2010, standard2024 } from './testing-standards.ts'

const folder = testFolder()
afterAll(() => folder.remove())
const file = (name: string, content: string) => ({ path: folder.file(name.replaceAll('/', '_'), content), name })

const company = modelCompany(3, 9)
const plain = layouts.find(({ erp, kind }) => erp === '用友U8' && kind === 'trial_balance')
const balanceOf = (codes: Layout['codes']) => {
  if (!plain) throw new Error('no plain layout')
  return file(`余额表-${codes}.csv`, csvOf(tableOf({ ...plain, codes: codes === 'oracle' ? 'plain' : codes }, company)))
}

test('there is a generator for every layout of the facts but the three standards', () => {
  expect(layouts).toHaveLength(23)
})

test.each([...layouts, bracketedJournal].map((layout) => [layout.erp, layout.kind, layout] as const))(
  '%s %s is read to the fen without a question',
  async (erp, kind, layout) => {
    const own = file(`${erp}.csv`, csvOf(tableOf(layout, company)))
    const journal = kind === 'journal'
    const files = journal ? [balanceOf(layout.codes), own] : [own]
    const dataset = await readDataset(files, { year: 2025 })
    const { leavesOnly, dimensions } = layout
    const codes = layout.codes === 'oracle' ? 'plain' : layout.codes
    expect(wrongFigures(dataset, company, { codes, leavesOnly, dimensions, journal })).toEqual([])
  },
)

test('GB/T 24589.1-2010 XML gives chart, months and vouchers to the fen', async () => {
  const files = [file('总账.xml', standard2010(company)), file('公共档案.xml', archive2010(company))]
  const dataset = await readDataset(files, { year: 2025 })
  expect(wrongFigures(dataset, company, { journal: true, months: true })).toEqual([])
})

test('GB/T 24589.1-2024 JSON by element ids gives the same', async () => {
  const dataset = await readDataset([file('总账2024版.json', standard2024(company))], { year: 2025 })
  expect(wrongFigures(dataset, company, { journal: true, months: true })).toEqual([])
})

test('the general ledger tables of ISO 21378 give the same', async () => {
  const files = iso21378(company).map(({ name, rows }) => file(name, csvOf(rows)))
  const dataset = await readDataset(files, { year: 2025 })
  expect(wrongFigures(dataset, company, { journal: true, months: true })).toEqual([])
})
