import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Rows of a CSV file (RFC 4180): quoted fields may hold commas and doubled quotes. */
const rowsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => Array.from(line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g), ([, cell = '']) => cell))
    .map((cells) => cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)))

const [head, ...rows] = rowsOf(readFileSync('docs/asvs.csv', 'utf8'))
const source = (file: string) => readFileSync(file, 'utf8')

test('the table has its four columns and names every requirement once', () => {
  expect(head?.slice(0, 4)).toEqual(['id', 'level', 'requirement', 'proof'])
  const ids = rows.map(([id]) => id)
  expect(ids.filter((id) => !/^V\d+\.\d+\.\d+$/.test(id ?? ''))).toEqual([])
  expect(ids.length).toBe(new Set(ids).size)
  expect(rows.length).toBeGreaterThan(80)
})

test.each(rows.map(([id = '', , , proof = '']) => [id, proof] as const))(
  '%s is proved by tests that exist, or says why not',
  (_, proof) => {
    if (/^(n\/a|open): .{20,}/.test(proof)) return
    for (const one of proof.split(' | ')) {
      const [, file = '', name = ''] = /^test (\S+): (.+)$/.exec(one) ?? []
      expect(source(file)).toMatch(titled(name))
    }
  },
)

/** The name as a test's title in the source, in whichever quotes. */
const titled = (name: string) => {
  const text = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(String.raw`(test|each\([\s\S]*?\))\(\s*(['"\x60])${text}\2`)
}
