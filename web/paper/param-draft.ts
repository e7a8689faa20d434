import type { z } from 'zod'
import type { Param as ParamShape } from '#contract/paper.ts'

export type Param = z.output<typeof ParamShape>
/** What a person typed for one parameter and has not saved yet. */
export type Draft = { value: string; evidence: string }
export type Drafts = Readonly<Record<string, Draft>>
export type ValueProblem = 'badMoney' | 'badNumber' | 'badCount'

const MONEY = /^-?\d+(\.\d{1,2})?$/
const NUMBER = /^-?\d+(\.\d+)?$/
const COUNT = /^\d+(\.\d+)?$/

/** What people type and the wire does not take: full-width signs, thousands, spaces, a yuan sign. `5%` becomes 0.05. */
export function cleanValue({ unit, list }: Pick<Param, 'unit' | 'list'>, typed: string): string {
  if (unit === 'text' || unit === 'boolean') return typed.trim()
  const narrow = typed
    .normalize('NFKC')
    .replace(/[¥￥\s]/g, '')
    .replace(/[、;；]/g, ',')
  if (list) return narrow.replace(/^,+|,+$/g, '')
  const plain = narrow.replaceAll(',', '')
  const percent = unit === 'rate' ? /^(-?\d+(?:\.\d+)?)%$/.exec(plain)?.[1] : undefined
  return percent === undefined ? plain : shifted(percent)
}

/** A percentage as a decimal, exactly: 12.5 → 0.125. */
function shifted(percent: string): string {
  const [, minus = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(percent) ?? []
  const digits = whole.padStart(3, '0')
  const text = `${digits.slice(0, -2).replace(/^0+(?=\d)/, '')}.${digits.slice(-2)}${part}`.replace(/\.?0+$/, '')
  return minus + text
}

/** What is wrong with a cleaned value; undefined when it may be saved. Empty takes the answer back. */
export function valueProblem(
  { unit, list, choices }: Pick<Param, 'unit' | 'list'> & { choices: readonly unknown[] },
  value: string,
): ValueProblem | undefined {
  if (value === '' || unit === 'text' || unit === 'boolean' || choices.length > 0) return undefined
  const parts = list ? value.split(',') : [value]
  const every = (shape: RegExp) => parts.every((part) => shape.test(part))
  if (unit === 'money') return every(MONEY) ? undefined : 'badMoney'
  if (unit === 'count') return every(COUNT) ? undefined : 'badCount'
  return every(NUMBER) ? undefined : 'badNumber'
}

const stored = (param: Param): Draft => ({ value: param.value ?? '', evidence: param.evidence })
export const draftOf = (param: Param, drafts: Drafts) => drafts[param.name] ?? stored(param)

/** The parameters whose draft differs from what is stored, as the call takes them. */
export function changedParams(params: Param[], drafts: Drafts) {
  return params.flatMap((param) => {
    const draft = drafts[param.name]
    const before = stored(param)
    if (!draft) return []
    const value = cleanValue(param, draft.value)
    if (value === before.value && draft.evidence === before.evidence) return []
    return [{ name: param.name, value: value === '' ? null : value, evidence: draft.evidence.trim() }]
  })
}
