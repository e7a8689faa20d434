import { FormulaError, type Span } from './fault.ts'

/** A word of the binding language. `text` is the content: a string without its quotes, a cell without its brackets. */
export type Token = {
  kind: 'number' | 'month' | 'text' | 'name' | 'account' | 'tag' | 'variable' | 'cell' | 'symbol' | 'end'
  text: string
  at: Span
}

const closers: Readonly<Record<string, string>> = { '"': '"', '“': '”', '[': ']' }
const plain: readonly [Token['kind'], RegExp][] = [
  ['month', /^\d{4}-(?:0[1-9]|1[0-2])(?!\d)/],
  ['number', /^\d+(?:\.\d+)?/],
  ['tag', /^tag:[A-Za-z_][\w:.]*/],
  ['account', /^#[A-Za-z0-9_]+(?:\/[^\s,()|@[\]"=<>*]+)?/],
  ['variable', /^\$[a-z]+/],
  ['name', /^[A-Za-z_\u4E00-\u9FFF][\w.\u4E00-\u9FFF]*/],
  ['symbol', /^(?:=~|<=|>=|<>|[-+*/%()=<>,|@])/],
]

/**
 * The words of a formula, ending with one of kind `end`.
 * Throws FormulaError `unexpected_character` or `unclosed` with the place.
 */
export function tokens(source: string): Token[] {
  const found: Token[] = []
  let from = 0
  while (from < source.length) {
    const head = source.charAt(from)
    if (/\s/.test(head)) {
      from += 1
      continue
    }
    const close = closers[head]
    if (close !== undefined) {
      const end = source.indexOf(close, from + 1)
      if (end < 0)
        throw new FormulaError({
          code: 'unclosed',
          params: { place: String(from + 1), open: head, close },
          at: { from, to: source.length },
        })
      found.push({ kind: head === '[' ? 'cell' : 'text', text: source.slice(from + 1, end), at: { from, to: end + 1 } })
      from = end + 1
      continue
    }
    const rest = source.slice(from)
    const match = plain
      .map(([kind, pattern]) => ({ kind, text: pattern.exec(rest)?.[0] ?? '' }))
      .find(({ text }) => text !== '')
    if (!match)
      throw new FormulaError({
        code: 'unexpected_character',
        params: { place: String(from + 1), found: head },
        at: { from, to: from + 1 },
      })
    const to = from + match.text.length
    found.push({ ...match, text: match.text.replace(/^(?:#|tag:|\$)/, ''), at: { from, to } })
    from = to
  }
  return [...found, { kind: 'end', text: '', at: { from, to: from } }]
}
