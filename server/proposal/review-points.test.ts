import { expect, test } from 'vitest'
import type { ProjectRow } from '../project/reach.ts'
import type { CellFact } from './paper-facts.ts'
import { reviewPoints } from './review-points.ts'

const cell = (key: string, value: string | null, more: Partial<CellFact> = {}): CellFact => ({
  cell: key, label: key, status: 'ok', unit: 'money', value, words: '', reason: '', calculated: null, stale: false,
  tieOut: false, feeds: '', params: [], bareEntries: [], law: [], ...more,
}) // prettier-ignore
const project = { id: 'p', enterprise_id: 'e', project_name: '项目', year: 2025 } as ProjectRow
const found = (cells: CellFact[], before: Record<string, string> = {}, overrides: object[] = []) =>
  reviewPoints(
    {
      facts: { project, generationId: 'g', paperId: 'B01', name: '', procedures: [], conclusion: '', cells },
      overrides: overrides as never,
      lastYear: { values: new Map(Object.entries(before)), sourceOf: () => [] },
      trivial: 1_000_000n,
    },
    'zh-CN',
  )
const rulesOf = (points: { rule: string; place: string }[]) => points.map(({ rule, place }) => `${rule} ${place}`)

test('a tie-out that is not 0 comes first, one that is 0 is nothing', () => {
  const points = found([
    cell('B01.gap', null, { status: 'missing', reason: '没有账套' }),
    cell('B01.diff', '0.01', { tieOut: true }),
    cell('B01.even', '0.00', { tieOut: true }),
  ])
  expect(rulesOf(points)).toEqual(['tieOut B01.diff', 'missing B01.gap'])
  expect(points[0]?.text).toContain('0.01 元')
})

const waits = (key: string, reason: string) => cell(key, null, { status: 'missing', reason })
test('cells that wait for the same are one point, named together', () => {
  const points = found([waits('B01.a', '缺甲。'), waits('B01.b', '缺甲。'), waits('B01.c', '缺乙。')])
  expect(points.map(({ text }) => text)).toEqual([
    '2 项缺数（B01.a、B01.b）：缺甲。 请补齐资料或说明不适用。',
    '“B01.c”缺数：缺乙。 请补齐资料或说明不适用。',
  ])
})

test('a change is asked about only where it is a third or more and not trivial', () => {
  const cells = ['a', 'b', 'c', 'd', 'e'].map((key, at) =>
    cell(`B01.${key}`, ['130000.00', '129999.99', '13.00', '0.00', '50000.00'][at] ?? null),
  )
  const before = { 'B01.a': '100000.00', 'B01.b': '100000.00', 'B01.c': '1.00', 'B01.d': '90000.00', 'B01.e': '0.00' }
  const points = found(cells, before)
  expect(rulesOf(points)).toEqual(['change B01.a', 'change B01.d', 'change B01.e'])
  expect(points[0]?.text).toMatch(/130,000\.00 元.*100,000\.00 元.*30,000\.00 元（30%）/)
  expect(points[1]?.text).toContain('-100%')
  expect(points[2]?.text).toContain('上年为 0')
})

test('an override shows what the formula gives; weak proof is a point of its own', () => {
  const cells = [cell('B01.a', '500.00', { status: 'overridden', calculated: '20500.00' })]
  const strong = { cell: 'B01.a', value: '500.00', reason: '冲回', evidence: '2025年补充协议第三条', hasFile: false }
  expect(rulesOf(found(cells, {}, [strong]))).toEqual(['typedOver B01.a'])
  expect(found(cells, {}, [strong])[0]?.text).toContain('差 -20,000.00 元')
  const weak = { ...strong, evidence: '口头' }
  expect(rulesOf(found(cells, {}, [weak]))).toEqual(['typedOver B01.a', 'weakEvidence B01.a'])
  expect(rulesOf(found(cells, {}, [{ ...weak, hasFile: true }]))).toEqual(['typedOver B01.a'])
})

test('answers without proof, stale figures and unverified law are named', () => {
  const points = found([
    cell('B01.a', '1.00', { params: [{ label: '职工人数', name: 'staff', value: '20', evidence: ' ' }] }),
    cell('B01.b', '1.00', { stale: true }),
    cell('B01.c', '1.00', {
      feeds: 'A105000.1.1',
      law: [{ doc: '某公告', article: '第一条', certain: false, lapsed: false }],
    }),
  ])
  expect(rulesOf(points)).toEqual(['noEvidence B01.a', 'stale B01.b', 'uncertainLaw B01.c'])
})

test('an override that is not in the papers yet is compared with what the formula gives there', () => {
  const set = { cell: 'B01.a', value: '500.00', reason: '冲回', evidence: '2025年补充协议第三条', hasFile: false }
  const [point] = found([cell('B01.a', '20500.00')], {}, [set])
  expect(point?.text).toContain('公式为 20,500.00 元，人工改为 500.00 元，差 -20,000.00 元')
})

test('one answer without proof, one doubtful provision and figures that wait for a new generation are one point each', () => {
  const params = [{ label: '职工人数', name: 'staff', value: '20', evidence: '' }]
  const law = [{ doc: '某公告', article: '第一条', certain: false, lapsed: false }]
  const points = found(
    ['a', 'b', 'c'].map((key) => cell(`B01.${key}`, '1.00', { params, law, feeds: 'A105000.1.1', stale: true })),
  )
  expect(rulesOf(points)).toEqual(['noEvidence B01.a', 'stale B01.a', 'uncertainLaw B01.a'])
  expect(points[1]?.text).toContain('3 项')
  expect(found([cell('B01.a', '1.00'), cell('B01.b', '0.00', { tieOut: true })])).toEqual([])
})
