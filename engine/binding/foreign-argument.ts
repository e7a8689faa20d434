import type { ForeignNode } from './foreign-syntax.ts'
import type { Translator } from './translate.ts'

/** Most letters of a foreign text that a message repeats. */
const SHOWN = 40

/** A client's text as a message shows it. */
export const shown = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

/**
 * An argument that is a word, a text or a number; '' where it is left out. 月-1, 年-1 or MONTH() would need arithmetic at the time of
 * reading: refused, as taking them for left out would read another month or year than was meant.
 */
export function plainText(node: ForeignNode | undefined, translator: Translator): string {
  if (node === undefined || node.kind === 'empty') return ''
  if (node.kind === 'text' || node.kind === 'name') return node.value.trim()
  if (node.kind === 'number') return node.text
  if (node.kind === 'sign' && node.of.kind === 'number') return `-${node.of.text}`
  return translator.fail(
    node.at,
    '此参数是算式（如 月-1、年-1），请写明期间或科目',
    'this argument is computed (as 月-1 or 年-1); please write the period or account itself',
  )
}

/** The month a text names (3, 03, 3月), 1 to 12. */
export function monthIn(text: string): number | undefined {
  const month = Number(/^(\d{1,2})月?$/.exec(text)?.[1])
  return month >= 1 && month <= 12 ? month : undefined
}
