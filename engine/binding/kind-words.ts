import type { Kind } from './functions.ts'
import type { Argument } from './syntax.ts'

/** What a kind is called. */
const kindWords: Readonly<Record<Kind | Argument['kind'] | 'value', { zh: string; en: string }>> = {
  money: { zh: '金额', en: 'an amount' },
  ratio: { zh: '比率或数量', en: 'a ratio or count' },
  number: { zh: '数', en: 'a number' },
  bool: { zh: '是否', en: 'yes or no' },
  text: { zh: '文字', en: 'a text' },
  any: { zh: '任意值', en: 'any value' },
  value: { zh: '一个值', en: 'a value' },
  word: { zh: '名称', en: 'a name' },
  selection: { zh: '科目或标签', en: 'accounts or a tag' },
  cell: { zh: '单元格', en: 'a cell' },
  negative: { zh: '一个值', en: 'a value' },
  operation: { zh: '一个值', en: 'a value' },
  call: { zh: '一个值', en: 'a value' },
  aggregate: { zh: '一个值', en: 'a value' },
  field: { zh: '列名', en: 'a column' },
}

/** A parameter of a fault in both languages. */
export const both = (name: string, kind: keyof typeof kindWords): Record<string, string> => ({
  [name]: kindWords[kind].zh,
  [`${name}En`]: kindWords[kind].en,
})

/** A bare number takes the kind of its neighbour. */
export const fits = (a: Kind, b: Kind): boolean =>
  a === b ||
  a === 'any' ||
  b === 'any' ||
  (a === 'number' && (b === 'money' || b === 'ratio')) ||
  (b === 'number' && (a === 'money' || a === 'ratio'))
/** The kind that two kinds make together. */
export const joined = (a: Kind, b: Kind): Kind => (a === 'number' || a === 'any' ? (b === 'any' ? a : b) : a)
