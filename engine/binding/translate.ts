import type { StandardAccount } from '../mapping/chart.ts'
import type { Span } from './fault.ts'
import { ForeignError, type ForeignNode, parseForeign } from './foreign-syntax.ts'
import { kingdeeCall } from './kingdee.ts'
import { ufoCall } from './ufo.ts'

type Both = { zh: string; en: string }
type TranslationProblem = Both & { at: Span }
/** A foreign formula in ours. `expression` is null if any part of it could not be translated: half a formula is a wrong number. */
type Translation = { expression: string | null; notes: Both[]; problems: TranslationProblem[] }
export type Dialect = 'ufo' | 'kingdee'
/** The standard charts, to know which way an account's balance counts and what a range of codes holds. */
type Charts = { cas: readonly StandardAccount[]; small: readonly StandardAccount[] }

/** What a translator of one product's functions works with. */
export type Translator = {
  charts: Charts
  note: (zh: string, en: string) => void
  /** Gives up on a part: the reason stands at its place. */
  fail: (at: Span, zh: string, en: string) => never
}

const operators: ReadonlySet<string> = new Set(['+', '-', '*', '/', '=', '<>', '<', '<=', '>', '>='])
const plain: Readonly<Record<string, string>> = {
  IF: 'if',
  IFF: 'if',
  ROUND: 'round',
  ABS: 'abs',
  MAX: 'max',
  MIN: 'min',
  SUM: 'sum',
  AND: 'and',
  OR: 'or',
  NOT: 'not',
}

/**
 * Reads a formula of 用友 UFO (QC QM FS LFS JE LJE DFS …) or 金蝶 (ACCT) and says the same in our language. Amounts keep their sense:
 * both products count an account's balance on its own side, include closing vouchers in turnover, and net nothing.
 */
export function translate(formula: string, dialect: Dialect, charts: Charts): Translation {
  const notes = new Map<string, Both>()
  const problems: TranslationProblem[] = []
  const translator: Translator = {
    charts,
    note: (zh, en) => void notes.set(zh, { zh, en }),
    fail: (at, zh, en) => {
      throw new ForeignError(at, zh, en)
    },
  }
  let expression: string | null = null
  try {
    expression = said(parseForeign(formula), 0)
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error
    problems.push({ at: error.at, zh: error.zh, en: error.en })
  }
  return { expression: problems.length > 0 ? null : expression, notes: [...notes.values()], problems }

  /** Every part that fails is listed; the first of them already leaves no expression. */
  function part(node: ForeignNode, binding: number): string {
    try {
      return said(node, binding)
    } catch (error) {
      if (!(error instanceof ForeignError)) throw error
      problems.push({ at: error.at, zh: error.zh, en: error.en })
      return '0'
    }
  }

  function said(node: ForeignNode, binding: number): string {
    switch (node.kind) {
      case 'number':
        return node.text
      case 'sign':
        return `-${part(node.of, 3)}`
      case 'operation': {
        if (!operators.has(node.operator))
          return translator.fail(
            node.at,
            `不支持运算符「${node.operator}」`,
            `operator "${node.operator}" is not known`,
          )
        const own =
          node.operator === '*' || node.operator === '/' ? 2 : node.operator === '+' || node.operator === '-' ? 1 : 0
        const tighter = node.operator === '-' || node.operator === '/' ? own + 1 : own
        const text = `${part(node.left, own)} ${node.operator} ${part(node.right, tighter)}`
        return own < binding ? `(${text})` : text
      }
      case 'call': {
        const name = plain[node.name]
        if (name !== undefined) return `${name}(${node.args.map((argument) => part(argument, 0)).join(', ')})`
        const text = dialect === 'ufo' ? ufoCall(node, translator) : kingdeeCall(node, translator)
        return binding > 0 && / [+-] /.test(text) ? `(${text})` : text
      }
      case 'name':
        return translator.fail(
          node.at,
          `「${node.value}」是报表单元格或关键字，请改为引用底稿单元格，如 [C15.actual]`,
          `"${node.value}" is a cell or keyword of the report; refer to a paper's cell instead, such as [C15.actual]`,
        )
      case 'text':
        return translator.fail(node.at, '此处不能是文字', 'a text cannot stand here')
      case 'empty':
        return translator.fail(node.at, '缺少参数', 'an argument is missing')
    }
  }
}
