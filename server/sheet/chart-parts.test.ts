import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { SheetBook } from '#contract/sheet-book.ts'
import { applyOps, diffBooks } from '#contract/sheet-ops.ts'
import { readSheetBook } from './read-sheet-book.ts'
import { writeSheetBook } from './write-sheet-book.ts'

const anchor = { from: { row: 5, col: 2 }, to: { row: 20, col: 9 } }
const file = () =>
  writeXlsx({
    sheets: [
      { name: '说明', rows: [['见图']] },
      {
        name: '收入 成本',
        rows: [
          ['月份', '收入'],
          ['1月', 100],
          ['2月', 120],
        ],
        charts: [
          {
            type: 'column',
            title: '各月收入',
            anchor,
            series: [{ values: "'收入 成本'!$B$2:$B$3", categories: "'收入 成本'!$A$2:$A$3" }],
          },
          {
            type: 'pie',
            title: '构成',
            anchor: { from: { row: 22, col: 0 } },
            series: [{ values: "'收入 成本'!$B$2:$B$3" }],
          },
        ],
      },
    ],
  })
/** The file with another text in its first chart. */
const spoilt = async (change: (xml: string) => string) => {
  const parts = unzipSync(await file())
  const name = 'xl/charts/chart1.xml'
  return zipSync({ ...parts, [name]: strToU8(change(strFromU8(parts[name] ?? new Uint8Array()))) })
}
const chartsOf = async (book: SheetBook) => {
  const { sheets } = await readXlsx(await writeSheetBook(book))
  return sheets.map(({ charts = [] }) =>
    charts.map(({ kinds, title, anchor: place, series = [] }) => ({
      kinds,
      title,
      place,
      values: series[0]?.valuesRef,
    })),
  )
}

test('charts of an uploaded file are in the download after cells were edited and their sheet renamed', async () => {
  const { book, notes } = await readSheetBook(await file(), 'xlsx')
  expect(notes).toEqual([{ kind: 'chartKept', sheet: '收入 成本', cell: '', text: '2' }])
  const renamed = { ...book, sheets: book.sheets.map((one) => (one.id === 's2' ? { ...one, name: "收入'成本" } : one)) }
  const cell = { kind: 'cell' as const, sheet: 's2', r: 2, c: 1, cell: { v: 130 } }
  const edited = applyOps(book, [...diffBooks(book, renamed), cell])
  expect(await chartsOf(edited)).toEqual([
    [],
    [
      { kinds: ['bar'], title: '各月收入', place: anchor, values: "'收入''成本'!$B$2:$B$3" },
      expect.objectContaining({ kinds: ['pie'], title: '构成', values: "'收入''成本'!$B$2:$B$3" }),
    ],
  ])
})

test('a chart whose sheet is gone says so instead of pointing at another', async () => {
  const { book } = await readSheetBook(await file(), 'xlsx')
  const [first, second] = book.sheets
  if (!first || !second) throw new Error('two sheets')
  const moved = { ...book, sheets: [{ ...first, charts: second.charts ?? [] }] }
  expect((await chartsOf(moved))[0]?.[0]?.values).toBe('#REF!$B$2:$B$3')
})

test.each([
  ['another file', (xml: string) => xml.replaceAll(/<c:f>[^<]*/g, '<c:f>[1]Sheet1!$B$2')],
  ['another program', (xml: string) => xml.replaceAll(/<c:f>[^<]*/g, "<c:f>cmd|' /c calc'!A0")],
  [
    'an entity',
    (xml: string) =>
      xml.replace('<c:chartSpace', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><c:chartSpace'),
  ],
  ['another part', (xml: string) => xml.replace('<c:plotArea>', '<c:plotArea><c:thing r:id="rId1"/>')],
  ['another file in a tag with blanks', (xml: string) => xml.replaceAll(/<c:f>[^<]*/g, '<c:f >[1]Sheet1!$B$2')],
  ['another file in signs by number', (xml: string) => xml.replaceAll(/<c:f>[^<]*/g, '<c:f>&#91;1&#93;Sheet1!$B$2')],
  ['another file in CDATA', (xml: string) => xml.replaceAll(/<c:f>[^<]*/g, '<c:f><![CDATA[[1]Sheet1!$B$2]]>')],
  [
    'another part under a name of its own',
    (xml: string) => xml.replace('<c:plotArea>', '<c:plotArea><c:y r-x:id="r"/>'),
  ],
  ['no chart at all', () => '<x/>'],
])('a chart that reaches for %s is left out and said; the other is kept', async (_, change) => {
  const { book, notes } = await readSheetBook(await spoilt(change), 'xlsx')
  expect(notes.map(({ kind, text }) => `${kind} ${text}`)).toEqual(['chartKept 1', 'chart 1'])
  expect((await chartsOf(book))[1]?.map(({ title }) => title)).toEqual(['构成'])
})

test('what somebody sends instead of a chart does not get into a file', async () => {
  const { book } = await readSheetBook(await file(), 'xlsx')
  const hostile = '<c:chartSpace xmlns:c="x"><c:f>[1]A!A1</c:f></c:chartSpace>'
  const sheets = book.sheets.map((one) => ({
    ...one,
    ...(one.charts && { charts: one.charts.map((chart) => ({ ...chart, xml: hostile })) }),
  }))
  const parts = unzipSync(await writeSheetBook({ ...book, sheets }))
  const charts = Object.keys(parts).filter((name) => name.startsWith('xl/charts/chart'))
  expect(charts).toHaveLength(2)
  for (const name of charts) expect(strFromU8(parts[name] ?? new Uint8Array())).not.toMatch(/\[1\]|digao-chart/)
})

test('parts made to be searched for ever are read at once, and the charts beside them kept', async () => {
  const parts = unzipSync(await file())
  const relations = 'xl/worksheets/_rels/sheet2.xml.rels'
  const more = '<Relationship Id="rIdX" Type="http://x/x" Target="../drawings/drawing9.xml"/></Relationships>'
  const { notes } = await readSheetBook(
    zipSync({
      ...parts,
      [relations]: strToU8(strFromU8(parts[relations] ?? new Uint8Array()).replace('</Relationships>', more)),
      'xl/drawings/drawing9.xml': strToU8('<xdr:twoCellAnchor>'.repeat(100_000)),
      'xl/charts/chart1.xml': strToU8('<c:chartSpace></c:chartSpace>'.repeat(65_000) + '<x/>'),
    }),
    'xlsx',
  )
  expect(notes.map(({ kind, text }) => `${kind} ${text}`)).toEqual(['chartKept 1', 'chart 1'])
})
