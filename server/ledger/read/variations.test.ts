import { afterAll, expect, test } from 'vitest'

import { readDataset } from './read-dataset.ts'
import { modelCompany, randomOf } from './testing-company.ts'
import { csvOf, htmlOf, spreadsheetmlOf } from './testing-csv.ts'
import { sheetOf, testFolder, workbookParts, zipOf } from './testing-files.ts'
import { gb18030Encoder } from './testing-journal.ts'
import { layouts, tableOf } from './testing-layout-table.ts'
import type { BalancePrint, Layout, TestCell } from './testing-layouts.ts'
import { wrongFigures } from './testing-oracle.ts'

const folder = testFolder()
afterAll(() => folder.remove())
const gb18030 = gb18030Encoder()

type Random = (below: number) => number
const one = <T>(random: Random, of: readonly T[]): T => {
  const found = of[random(of.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

/** A table in another order of columns, with blank columns and other lines around it. */
function varied(rows: TestCell[][], random: Random, headerRows: number): TestCell[][] {
  const titles = rows.slice(0, 2)
  const table = rows.slice(2)
  const width = Math.max(...table.map(({ length }) => length))
  // merged words belong to the columns at their right: only a one-line header may be shuffled
  const order = Array.from({ length: width }, (_, column) => column)
  if (headerRows === 1)
    for (let at = width - 1; at > 0; at -= 1) {
      const other = random(at + 1)
      const [a, b] = [order[at] ?? 0, order[other] ?? 0]
      order[at] = b
      order[other] = a
    }
  const gap = headerRows === 1 && random(3) === 0 ? random(width) : -1
  const shaped = table.map((cells) =>
    order.flatMap((column): TestCell[] => (column === gap ? [null, cells[column] ?? null] : [cells[column] ?? null])),
  )
  const more: TestCell[][] = random(2) ? [['打印日期：2026-01-05', null, '第 1 页']] : []
  const blank: TestCell[][] = random(3) === 0 ? [[]] : []
  const end: TestCell[][] = random(2) ? [['制表人：何俊杰', null, '审核：郑一鸣']] : []
  return [...titles, ...more, ...blank, ...shaped, ...blank, ...end]
}

const containers: Record<string, (rows: TestCell[][]) => { name: string; content: string | Uint8Array }> = {
  'csv utf-8': (rows) => ({ name: 'a.csv', content: csvOf(rows) }),
  'csv utf-8 with mark': (rows) => ({ name: 'a.csv', content: `\ufeff${csvOf(rows)}` }),
  'csv gb18030': (rows) => ({ name: 'a.csv', content: gb18030(csvOf(rows)) }),
  'tabs in utf-16': (rows) => ({ name: 'a.xls', content: Buffer.from(`\ufeff${csvOf(rows, '\t')}`, 'utf16le') }),
  'semicolons': (rows) => ({ name: 'a.txt', content: csvOf(rows, ';') }),
  'html': (rows) => ({ name: 'a.xls', content: htmlOf(rows) }),
  'xml 2003': (rows) => ({ name: 'a.xls', content: spreadsheetmlOf(rows) }),
  'xlsx': (rows) => ({ name: 'a.xlsx', content: zipOf(workbookParts(sheetOf(rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? cell.replaceAll('&', '&amp;').replaceAll('"', '&quot;') : cell)))))) }),
  'zip of csv': (rows) => ({ name: 'a.zip', content: zipOf([{ name: '2025/余额.csv', content: csvOf(rows) }]) }),
} // prettier-ignore

const styles: readonly BalancePrint[] = ['signed', 'direction', 'sap', 'brackets']
const seeds = Array.from({ length: 100 }, (_, seed) => seed + 1)
const companies = [1, 2, 3, 4].map((seed) => modelCompany(seed, 3, seed % 2 ? ['记'] : ['收', '付', '转']))

test.each(seeds.filter((seed) => seed % 2 === 0))(
  'variation %d of a trial balance is read to the fen',
  async (seed) => {
    const random = randomOf(seed)
    const company = one(random, companies)
    const layout: Layout = {
      ...one(
        random,
        layouts.filter(({ kind }) => kind === 'trial_balance'),
      ),
    }
    const sided = layout.headers.flat().some((word) => word.endsWith('方向'))
    if (layout.balance !== 'split' && !sided)
      layout.balance = one(
        random,
        styles.filter((style) => style !== 'direction'),
      )
    layout.totals = layout.balance === 'split' && random(2) === 0
    const [container, write] = one(random, Object.entries(containers))
    const { name, content } = write(varied(tableOf(layout, company), random, layout.headers.length))
    const dataset = await readDataset([{ path: folder.file(`${seed}-${name}`, content), name }], { year: 2025 })
    const { leavesOnly, dimensions, codes } = layout
    const wrong = wrongFigures(dataset, company, { codes, leavesOnly, dimensions })
    expect({ container, erp: layout.erp, wrong }).toMatchObject({ wrong: [] })
  },
)

test.each(seeds.filter((seed) => seed % 2 === 1))('variation %d of a journal is read to the fen', async (seed) => {
  const random = randomOf(seed)
  const company = one(random, companies)
  const layout: Layout = {
    ...one(
      random,
      layouts.filter(({ kind }) => kind === 'journal'),
    ),
  }
  layout.codes = one(random, ['plain', 'dots'])
  layout.dates = one(random, ['iso', 'slash', 'dots', 'named'])
  layout.firstLineOnly = random(3) === 0
  const [container, write] = one(random, Object.entries(containers))
  const plain = layouts.find(({ erp }) => erp === '用友U8')
  if (!plain) throw new Error('no plain layout')
  const balance = csvOf(tableOf({ ...plain, codes: layout.codes }, company))
  const { name, content } = write(varied(tableOf(layout, company), random, 1))
  const files = [
    { path: folder.file(`${seed}-b.csv`, balance), name: '余额表.csv' },
    { path: folder.file(`${seed}-j-${name}`, content), name: `序时账${name}` },
  ]
  const dataset = await readDataset(files, { year: 2025 })
  const wrong = wrongFigures(dataset, company, { codes: layout.codes, journal: true })
  expect({ container, erp: layout.erp, wrong }).toMatchObject({ wrong: [] })
})
