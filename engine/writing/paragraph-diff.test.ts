import { expect, test } from 'vitest'
import { type DiffLine, diffLines } from './paragraph-diff.ts'

const shown = (lines: readonly DiffLine[]) =>
  lines.map(({ kind, before, after }) =>
    kind === 'same'
      ? `=${before}`
      : kind === 'added'
        ? `+${after}`
        : kind === 'removed'
          ? `-${before}`
          : `${before}>${after}`,
  )

test.each<[string, string[], string[], string[]]>([
  ['nothing', [], [], []],
  ['all new', [], ['甲'], ['+甲']],
  ['all gone', ['甲'], [], ['-甲']],
  ['one put in', ['甲', '丙'], ['甲', '乙', '丙'], ['=甲', '+乙', '=丙']],
  ['one changed', ['营业收入一百万元', '乙'], ['营业收入二百万元', '乙'], ['营业收入一百万元>营业收入二百万元', '=乙']],
  ['one that repeats', ['空', '甲', '空', '乙', '空'], ['空', '甲', '空', '空'], ['=空', '=甲', '=空', '-乙', '=空']],
  ['one that moved', ['甲', '乙', '丙'], ['乙', '丙', '甲'], ['-甲', '=乙', '=丙', '+甲']],
])('%s', (_, before, after, right) => {
  expect(shown(diffLines(before, after))).toEqual(right)
})

test('both texts can be read off again, whatever changed', () => {
  let seed = 42
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let round = 0; round < 300; round++) {
    const before = Array.from({ length: random(30) }, () => `第${random(12)}行${'字'.repeat(random(4))}`)
    const after = before.flatMap((line) =>
      random(4) === 0 ? [] : random(4) === 0 ? [`${line}改`, `新${random(9)}`] : [line],
    )
    const lines = diffLines(before, after)
    expect(lines.filter(({ kind }) => kind !== 'added').map((line) => line.before)).toEqual(before)
    expect(lines.filter(({ kind }) => kind !== 'removed').map((line) => line.after)).toEqual(after)
  }
})

const text = (sign: string) => Array.from({ length: 10_000 }, (_, at) => `${sign}${at}${sign.repeat(300)}`)
test('long texts that have nothing in common take no long time', () => {
  const began = performance.now()
  expect(diffLines(text('甲'), text('乙'))).toHaveLength(20_000)
  expect(performance.now() - began).toBeLessThan(500)
})
