import { parseCsv } from 'hucre/csv'
import { readXls, readXlsx, writeXlsx } from 'hucre/xlsx'
import { safeText } from '#engine/safe-text.ts'
import { matchNames } from './match-names.ts'
import { compared, dividedBy, headOf, once, type Sheet, stacked, unpivoted, type Value } from './sheet-work.ts'

export const sheetTasks = ['stack', 'divide', 'once', 'compare', 'match', 'unpivot'] as const
export type SheetTask = (typeof sheetTasks)[number]
/** Words that stand in the result, in the person's language. */
export type SheetWords = Record<
  'source' | 'empty' | 'item' | 'value' | 'key' | 'what' | 'column' | 'left' | 'right' | 'changed' | 'twice' | 'onlyLeft' | 'onlyRight' | 'kept' | 'dropped' | 'differences' | 'match' | 'matchSame' | 'matchForm' | 'matchAlike' | 'matchNone' | 'score' | 'next',
  string
> // prettier-ignore
export type SheetOrder =
  | { kind: 'columns'; file: File }
  | {
      kind: 'run'
      task: SheetTask
      files: readonly File[]
      columns: readonly string[]
      fixed: number
      words: SheetWords
    }
export type SheetDone =
  | { columns: string[] }
  /** `unused`: sheets of the files that the work does not take. */
  | { made: { name: string; bytes: Uint8Array }; sheets: number; rows: number; unused: string[] }
  /** The second sheet has no such column. */
  | { noColumn: string }
  /** The file that cannot be read, or -1. */
  | { failed: number }

class Unreadable extends Error {
  readonly at: number
  constructor(at: number) {
    super('unreadable')
    this.at = at
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** The sheets of a workbook or text that hold anything, under the name of their file and their own. */
async function sheetsOf(file: File, at: number): Promise<Sheet[]> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const stem = file.name.replace(/\.[^.]{1,8}$/, '')
    const zip = bytes[0] === 0x50 && bytes[1] === 0x4b
    const old = bytes[0] === 0xd0 && bytes[1] === 0xcf
    if (!zip && !old) return [{ name: stem, rows: parseCsv(decoded(bytes).replace(/^\ufeff/, '')) }]
    const { sheets } = zip ? await readXlsx(bytes) : await readXls(bytes)
    const filled = sheets.filter(({ rows }) => rows.length > 0)
    return filled.map(({ name, rows }) => ({
      name: filled.length > 1 ? `${stem} ${name}` : stem,
      rows: rows as Value[][],
    }))
  } catch {
    throw new Unreadable(at)
  }
}

const cleanName = (name: string) =>
  name
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .replaceAll(/^'+|'+$/g, ' ')
    .slice(0, 26)
    .trim()

async function written(name: string, sheets: readonly Sheet[], unused: readonly Sheet[] = []): Promise<SheetDone> {
  const taken = new Set<string>()
  const named = sheets.map(({ name: own, rows }) => {
    const stem = cleanName(own) || 'Sheet'
    let given = stem
    for (let n = 1; taken.has(given.toLowerCase()); n += 1) given = `${stem} ${n}`
    taken.add(given.toLowerCase())
    return { name: given, rows: rows.map((row) => [...row]), freezePane: { rows: 1 } }
  })
  const bytes = await writeXlsx({ sheets: named })
  const rows = sheets.reduce((sum, sheet) => sum + Math.max(0, sheet.rows.length - 1), 0)
  const made = { name: `${name}.xlsx`, bytes }
  return { made, sheets: sheets.length, rows, unused: unused.map((sheet) => sheet.name) }
}

async function run({ task, files, columns, fixed, words }: Extract<SheetOrder, { kind: 'run' }>): Promise<SheetDone> {
  const all = await Promise.all(files.map(sheetsOf))
  const sheets = all.flat()
  const [first, ...others] = sheets
  const [column = ''] = columns
  const stem = (files[0]?.name ?? 'result').replace(/\.[^.]{1,8}$/, '')
  if (!first) throw new Unreadable(0)
  if (task === 'stack') return written(stem, [{ name: stem, rows: stacked(sheets, words.source) }])
  if (task === 'divide') return written(stem, dividedBy(first, column, words.empty), others)
  if (task === 'once') {
    const { kept, dropped } = once(first, columns)
    const parts = [
      { name: words.kept, rows: kept },
      { name: words.dropped, rows: dropped },
    ]
    return written(stem, parts, others)
  }
  if (task === 'unpivot') return written(stem, [{ name: stem, rows: unpivoted(first, fixed, words) }], others)
  const second = all[1]?.[0] ?? sheets[1]
  if (!second) throw new Unreadable(1)
  const unused = others.filter((sheet) => sheet !== second)
  if (task === 'match') return matched(stem, { first, second, column, words, unused })
  if (!headOf(second).includes(column)) return { noColumn: column }
  const told = { left: words.onlyLeft, right: words.onlyRight, changed: words.changed, twice: words.twice }
  const rows = compared(first, second, column).found.map(({ key, what, column: name, left, right }) => [
    key,
    told[what],
    name,
    left,
    right,
  ])
  const head = [words.key, words.what, words.column, words.left, words.right]
  return written(stem, [{ name: words.differences, rows: [head, ...rows] }], unused)
}

type Match = { first: Sheet; second: Sheet; column: string; words: SheetWords; unused: readonly Sheet[] }

/** Names of one column of two sheets: of the second the column of the same heading, else its first. */
function matched(stem: string, { first, second, column, words, unused }: Match): Promise<SheetDone> {
  const namesIn = (sheet: Sheet) => {
    const at = Math.max(0, headOf(sheet).indexOf(column))
    return sheet.rows.slice(1).map((row) => String(row[at] ?? '').trim())
  }
  const { found, left } = matchNames(namesIn(first), namesIn(second))
  const kinds = { same: words.matchSame, form: words.matchForm, alike: words.matchAlike, none: words.matchNone }
  const rows = found.map(({ name, other, kind, score, next }) => [
    safeText(name),
    safeText(other),
    kinds[kind],
    Math.round(score * 100) / 100,
    safeText(next),
  ])
  const parts = [
    { name: words.match, rows: [[words.left, words.right, words.what, words.score, words.next], ...rows] },
    { name: words.onlyRight, rows: [[words.right], ...left.map((name) => [safeText(name)])] },
  ]
  return written(stem, parts, unused)
}

async function answered(order: SheetOrder): Promise<SheetDone> {
  if (order.kind === 'run') return run(order)
  const [first] = await sheetsOf(order.file, 0)
  return { columns: first ? headOf(first) : [] }
}

async function answer(order: SheetOrder): Promise<void> {
  try {
    postMessage(await answered(order))
  } catch (error) {
    postMessage({ failed: error instanceof Unreadable ? error.at : -1 } satisfies SheetDone)
  }
}

addEventListener('message', ({ data }: MessageEvent<SheetOrder>) => void answer(data))
