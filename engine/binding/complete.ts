import type { Language } from './fault.ts'
import { dataFunctions } from './functions.ts'

type Both = { zh: string; en: string }
type Named = Both & { id: string }

/** Every name a formula may use, with what it is called. */
export type Names = {
  functions: readonly (Both & { name: string; signature: string })[]
  accounts: readonly Named[]
  tags: readonly Named[]
  lines: readonly Named[]
  rates: readonly Named[]
  params: readonly Named[]
  cells: readonly Named[]
  registers: readonly (Named & { columns: readonly Named[] })[]
}

/** One way to go on: `text` stands instead of the characters from `from` to the caret. */
export type Completion = {
  kind:
    | 'function'
    | 'account'
    | 'tag'
    | 'line'
    | 'rate'
    | 'param'
    | 'cell'
    | 'register'
    | 'column'
    | 'choice'
    | 'option'
  text: string
  label: string
  detail: string
}
export type Completions = { from: number; options: Completion[] }

/** Most completions shown: more than a person reads. */
const MOST = 60

/** What could stand at the caret: by what was begun, and by the function and place it stands in. */
export function complete(source: string, caret: number, names: Names, language: Language): Completions {
  const before = source.slice(0, caret)
  const cell = /\[([^\]]*)$/.exec(before)
  if (cell) return listed(caret, cell[1] ?? '', cells(names, language), (id) => `${id}]`)
  if (quoted(before)) return { from: caret, options: [] }
  const account = /#([\w\u4E00-\u9FFF]*)$/.exec(before)
  if (account) return listed(caret, account[1] ?? '', of('account', names.accounts, language))
  const tag = /tag:([\w\u4E00-\u9FFF]*)$/.exec(before)
  if (tag) return listed(caret, tag[1] ?? '', of('tag', names.tags, language))
  const word = /[A-Za-z_\u4E00-\u9FFF][\w.\u4E00-\u9FFF]*$/.exec(before)?.[0] ?? ''
  const around = surroundings(before.slice(0, before.length - word.length))
  return listed(caret, word, inPlace(around, names, language))
}

/** Whether the caret stands inside a text. */
const quoted = (before: string): boolean => (before.match(/["“”]/g)?.length ?? 0) % 2 === 1

type Around = { name: string; place: number; row: string | null } | null

/** The function whose parentheses are open here, which argument this is, and the register asked by `where`. */
function surroundings(before: string): Around {
  let depth = 0
  let place = 0
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const character = before[at]
    if (character === ')') depth += 1
    if (character === ',' && depth === 0) place += 1
    if (character !== '(') continue
    if (depth > 0) {
      depth -= 1
      continue
    }
    const name = /[A-Za-z_]\w*$/.exec(before.slice(0, at))?.[0]
    if (name === undefined) continue
    const row = /^\s*(asset|entry\.[\w\u4E00-\u9FFF]+)(?:\.\S+)?\s+where\b/.exec(before.slice(at + 1))?.[1] ?? null
    return { name, place, row }
  }
  return null
}

function inPlace(around: Around, names: Names, language: Language): Completion[] {
  const functions = names.functions.map((one): Completion => ({
    kind: 'function',
    text: `${one.name}(`,
    label: one.name,
    detail: `${one.signature}  ${one[language]}`,
  }))
  if (around === null) return functions
  const { name, place, row } = around
  if (row !== null) return columns(names, row, language).concat(functions)
  const signature = dataFunctions[name]
  const options = Object.keys(signature?.options ?? {}).map((option): Completion => ({
    kind: 'option',
    text: option === 'text' ? 'text=~' : option === 'amount' ? 'amount>=' : `${option}=`,
    label: option,
    detail: name,
  }))
  if (place === 0) {
    const first: Readonly<Record<string, Completion[]>> = {
      rate: of('rate', names.rates, language),
      param: of('param', names.params, language),
      line: of('line', names.lines, language),
      client_line: of('line', names.lines, language),
      asset: columns(names, 'asset', language),
      entered: registers(names, language, ''),
    }
    if (first[name]) return first[name]
    if (['sum', 'count', 'min', 'max'].includes(name)) {
      const asset = columns(names, 'asset', language).map(({ kind, text, label, detail }) => ({
        kind,
        text: `asset.${text}`,
        label: `asset.${label}`,
        detail,
      }))
      return [...functions, ...asset, ...registers(names, language, 'entry.')]
    }
  }
  const wanted = signature?.args[place]
  if (wanted === 'instant') return choices(['open', 'close'], language)
  if (wanted === 'selection')
    return [
      { kind: 'choice', text: '#', label: '#', detail: language === 'zh' ? '标准科目' : 'standard account' },
      { kind: 'choice', text: 'tag:', label: 'tag:', detail: language === 'zh' ? '税务标签' : 'tax tag' },
      { kind: 'choice', text: 'all', label: 'all', detail: language === 'zh' ? '全部科目' : 'all accounts' },
    ]
  if (typeof wanted === 'object') return [...choices(wanted.choices, language), ...options]
  return [...options, ...functions]
}

const of = (kind: Completion['kind'], list: readonly Named[], language: Language): Completion[] =>
  list.map((one) => ({ kind, text: one.id, label: one.id, detail: one[language] }))

const cells = (names: Names, language: Language): Completion[] => of('cell', names.cells, language)

const choices = (list: readonly string[], language: Language): Completion[] =>
  list.map((choice) => ({ kind: 'choice', text: choice, label: choice, detail: choiceWords[choice]?.[language] ?? '' }))

function columns(names: Names, register: string, language: Language): Completion[] {
  const id = register.replace(/^entry\./, '')
  return of('column', names.registers.find((one) => one.id === id)?.columns ?? [], language)
}

const registers = (names: Names, language: Language, prefix: string): Completion[] =>
  names.registers
    .filter(({ id }) => id !== 'asset')
    .flatMap((register) =>
      register.columns.map((column): Completion => ({
        kind: 'register',
        text: `${prefix}${register.id}.${column.id}`,
        label: `${prefix}${register.id}.${column.id}`,
        detail: `${register[language]} · ${column[language]}`,
      })),
    )

const choiceWords: Readonly<Record<string, Both>> = {
  open: { zh: '期初', en: 'opening' },
  close: { zh: '期末', en: 'closing' },
  dr: { zh: '借方', en: 'debit' },
  cr: { zh: '贷方', en: 'credit' },
  net: { zh: '借贷净额', en: 'net' },
  detail_dr: { zh: '借方明细', en: 'debit details' },
  detail_cr: { zh: '贷方明细', en: 'credit details' },
  aje: { zh: '调整分录', en: 'adjusting' },
  rje: { zh: '重分类分录', en: 'reclassifying' },
  all: { zh: '全部', en: 'all' },
  include: { zh: '含结转凭证', en: 'closing vouchers included' },
  lines: { zh: '分录', en: 'lines' },
  vouchers: { zh: '凭证', en: 'vouchers' },
  current: { zh: '本年', en: 'this year' },
  prior: { zh: '上年', en: 'last year' },
}

/** Those whose name or words hold what was begun; names that start with it first. */
function listed(
  caret: number,
  begun: string,
  all: readonly Completion[],
  ending = (text: string) => text,
): Completions {
  const wanted = begun.toLowerCase()
  const rank = ({ label, detail }: Completion) => {
    const name = label.toLowerCase()
    if (name.startsWith(wanted)) return 0
    if (name.includes(wanted)) return 1
    return detail.toLowerCase().includes(wanted) ? 2 : 3
  }
  const found = all
    .map((option) => ({ option, rank: rank(option) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
  return {
    from: caret - begun.length,
    options: found.slice(0, MOST).map(({ option: { kind, text, label, detail } }) => ({
      kind,
      text: ending(text),
      label,
      detail,
    })),
  }
}
