import type { Param } from '#contract/param.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

const worded = ['on', 'off', 'strict', 'builtin', 'clamd', 'accept', 'refuse', 'withTemplate'] as const
const isWorded = (value: string): value is (typeof worded)[number] => worded.some((word) => word === value)

/** What a value of a parameter reads as: a switch as a word, a secret only as set or not. */
export function useParamWords() {
  const t = useTexts(texts)
  const word = ({ paramType }: Pick<Param, 'paramType'>, value: string) => {
    if (paramType === 'boolean') return t(value === 'true' ? 'yes' : 'no')
    if (paramType === 'choice' && isWorded(value)) return t(value)
    return value
  }
  const valueOf = (row: Param) => {
    if (row.paramType === 'secret') return t(row.valueFrom === 'default' ? 'secretUnset' : 'secretSet')
    return word(row, row.paramValue) || t('empty')
  }
  return { word, valueOf }
}
