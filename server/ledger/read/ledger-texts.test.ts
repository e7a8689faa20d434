import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { ledgerTexts } from '#contract/ledger-texts.ts'

const root = join(import.meta.dirname, '../../..')
const sources = ['engine/ledger', 'server/ledger/read'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing-'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
)
const known = new Set(Object.keys(ledgerTexts))
const codesIn = (pattern: RegExp) =>
  new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map((match) => match[1] ?? '')))

test('every cause, skip, evidence and remark the engine gives has its words', () => {
  const codes = codesIn(
    /'((?:cause[A-Z]|skipped[A-Z]|evidence[A-Z]|cellNot|cellRounded|codeRestored|sheet(?:Unknown|No|Super|Prior)|journalWithout|otherYear|yearAssumed|periodConflict)\w*)'/g,
  )
  expect(codes.size).toBeGreaterThan(50)
  expect([...codes].filter((code) => !known.has(code))).toEqual([])
})

test('every reason to refuse a file has its words, which name the file and say what to do', () => {
  const codes = [...codesIn(/FileProblem\(\s*'(file\w+)'/g), ...codesIn(/problem: '(file\w+)'/g)]
  expect(codes.length).toBeGreaterThan(15)
  const texts = new Map<string, { zh: string; en: string }>(Object.entries(ledgerTexts))
  for (const code of codes) {
    expect({ code, zh: texts.get(code)?.zh }).toMatchObject({
      zh: expect.stringMatching(/\{file\}.*。.*请|\{file\}.*。/),
    })
  }
})

const parameters = (text: string) =>
  [...new Set(text.match(/\{\w+\}/g))].toSorted((one, other) => (one < other ? -1 : 1))

test('both languages use the same parameters', () => {
  const entries = Object.entries(ledgerTexts)
  const chinese = entries.map(([code, { zh }]) => [code, parameters(zh)])
  expect(entries.map(([code, { en }]) => [code, parameters(en)])).toEqual(chinese)
})
