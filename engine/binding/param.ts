import type { Kind } from './functions.ts'
import { decimal, rational } from './rational.ts'
import { missing, failed, number, type Value } from './value.ts'

export type ParamUnit = 'money' | 'count' | 'rate' | 'bool' | 'text' | 'money_list' | 'count_list'

/** A fact that no ledger holds and a person enters with its evidence: wages paid by the filing date, a fair value. */
export type ParamDefinition = {
  name: string
  label: { zh: string; en: string }
  unit: ParamUnit
  /** What kind of proof to attach. */
  evidence: { zh: string; en: string }
  choices: readonly { value: string; zh: string; en: string }[]
  /** A formula or literal that proposes a value, by key (`''` without one). A person confirms it; it never fills in by itself. */
  suggest: Readonly<Record<string, string>>
}

/** An entered parameter. Money and counts are decimals as text, in yuan; lists are in order of quarters. */
export type Param = { value: string | boolean | readonly string[]; evidence?: string }

/** How a parameter with a key is stored: `paid_after_year_end/wage`. */
export const paramId = (name: string, key: string | null): string => (key === null ? name : `${name}/${key}`)

/** The kind of value a parameter gives to the type checker. */
export function paramKind({ unit }: ParamDefinition): { kind: Kind; series: boolean } {
  const single = unit.replace('_list', '')
  return {
    kind: single === 'money' ? 'money' : single === 'bool' ? 'bool' : single === 'text' ? 'text' : 'ratio',
    series: unit.endsWith('_list'),
  }
}

/** The entered value; missing, with the parameter's name in words, until a person enters it. */
export function readParam(
  params: Readonly<Record<string, Param>>,
  definition: ParamDefinition | undefined,
  name: string,
  key: string | null,
): Value {
  const id = paramId(name, key)
  const label = definition?.label.zh ?? name
  const labelEn = definition?.label.en ?? name
  const entered = params[id]?.value
  if (entered === undefined || entered === '')
    return missing({ code: 'missing_param', params: { param: id, label, labelEn } })
  const bad = (wanted: string) =>
    failed({ code: 'bad_param', params: { param: id, label, labelEn, value: String(entered), wanted } })
  switch (definition?.unit) {
    case 'bool':
      return typeof entered === 'boolean' ? { kind: 'bool', value: entered } : bad('是否 yes or no')
    case 'text':
      return typeof entered === 'string' ? { kind: 'text', value: entered } : bad('文字 text')
    case 'money_list':
    case 'count_list': {
      const items = Array.isArray(entered) ? entered.map((item) => decimal(String(item))) : []
      const known = items.filter((item) => item !== undefined)
      return items.length === 0 || known.length < items.length
        ? bad('一列数字 a list of numbers')
        : { kind: 'series', items: known.map(number) }
    }
    case 'money':
    case 'count':
    case 'rate':
    case undefined:
    default: {
      const value = typeof entered === 'string' ? decimal(entered) : undefined
      return value === undefined ? bad('数字 a number') : number(value)
    }
  }
}

/** A quarterly average: four averages, five quarter-end values from the year's opening on, or eight of opening and closing by quarter. */
export function quarterWeights(count: number): readonly bigint[] | null {
  if (count === 4 || count === 8) return Array.from({ length: count }, () => 8n / BigInt(count))
  return count === 5 ? [1n, 2n, 2n, 2n, 1n] : null
}

export const eighth = rational(1n, 8n)
