import type { Unit } from '../binding/functions.ts'
import { fenOf, yuan } from '../money.ts'
import type { Text } from './paper.ts'

/** What a value is checked against. A choice may be named by its value or by what it is called. */
export type ValueColumn = {
  unit: Unit | 'date'
  required: boolean
  choices: readonly { value: string; names: readonly string[] }[]
}

/** A value as registers keep it, or what is wrong with it in words. */
export type EnteredValue = { value: string; problem: null } | { value: string; problem: Text }

const right = (value: string): EnteredValue => ({ value, problem: null })

const yes = /^(?:true|yes|y|是|1|√|对)$/i
const no = /^(?:false|no|n|否|0|×|x)$/i

/**
 * Reads what a person typed or pasted: amounts with separators and 元, `3.85%` for a rate, 2025/3/1 or 20250301 for a day,
 * 是 and 否. Blank stays blank, which is not zero; only a required column minds. Amounts have at most two decimals.
 */
export function enteredValue({ unit, required, choices }: ValueColumn, typed: string): EnteredValue {
  const text = typed.trim()
  const wrong = (zh: string, en: string): EnteredValue => ({ value: typed, problem: { zh, en } })
  if (text === '') return required ? wrong('必填', 'is required') : { value: '', problem: null }
  if (choices.length > 0) {
    const found = choices.find(({ value, names }) => value === text || names.includes(text))
    const named = (place: number) => choices.map(({ value, names }) => names[place] ?? value)
    return found
      ? right(found.value)
      : wrong(`应为：${named(0).join('、')}`, `should be one of: ${named(1).join(', ')}`)
  }
  const bare = text.replaceAll(/[\s,，¥￥]|元$/g, '')
  switch (unit) {
    case 'money': {
      const bracketed = /^[(（](.+)[)）]$/.exec(bare)?.[1]
      const fen = fenOf(bracketed === undefined ? bare : `-${bracketed}`)
      return fen === undefined ? wrong('应为金额（元，最多两位小数）', 'should be an amount in yuan') : right(yuan(fen))
    }
    case 'rate': {
      const percent = /^(-?\d{1,9}(?:\.\d{1,8})?)[%％]$/.exec(bare)?.[1]
      if (percent !== undefined) return right(hundredth(percent))
      return /^-?\d{1,9}(?:\.\d{1,10})?$/.test(bare)
        ? right(bare)
        : wrong('应为比率，如 4.35% 或 0.0435', 'should be a rate, such as 4.35% or 0.0435')
    }
    case 'count':
      return /^\d{1,12}(?:\.\d{1,6})?$/.test(bare)
        ? right(bare)
        : wrong('应为不小于零的数', 'should be a number not below zero')
    case 'bool':
      if (yes.test(text) || no.test(text)) return right(String(yes.test(text)))
      return wrong('应为是或否', 'should be yes or no')
    case 'date': {
      const day = dayOf(text)
      return day === null ? wrong('应为日期，如 2025-03-31', 'should be a day, such as 2025-03-31') : right(day)
    }
    case 'text':
    default:
      return right(text)
  }
}

/** `4.35` to `0.0435`, exactly. */
function hundredth(percent: string): string {
  const sign = percent.startsWith('-') ? '-' : ''
  const [whole = '0', part = ''] = percent.replace('-', '').split('.')
  const digits = `${whole.padStart(3, '0')}${part}`
  const point = digits.length - part.length - 2
  const value = `${digits.slice(0, point).replace(/^0+(?=\d)/, '')}.${digits.slice(point)}`
  return `${sign}${value.replace(/\.?0+$/, '')}`
}

function dayOf(text: string): string | null {
  const found = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?$/.exec(text)
  if (!found) return null
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day < 1 || day > days ? null : `${found[1]}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Cells of a text from the clipboard, as spreadsheets write it: tabs between cells, quotes around those with a line break. */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]]
  let rest = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(?=\t|\n|$)/.exec(rest)
    const plain = quoted ? null : /^[^\t\n]*/.exec(rest)
    const cell = quoted ? (quoted[1] ?? '').replaceAll('""', '"') : (plain?.[0] ?? '')
    rows.at(-1)?.push(cell)
    const after = rest.slice((quoted ?? plain)?.[0].length ?? 0)
    if (after === '') return rows
    if (after.startsWith('\n')) rows.push([])
    rest = after.slice(1)
  }
}
