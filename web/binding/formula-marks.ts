import { type Range } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** What a word of a formula is coloured as; the same words the engine reads. */
const words: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['text', /^["“][^"”]*["”]?/],
  ['cell', /^\[[^\]]*\]?/],
  ['account', /^#[A-Za-z0-9_]+(?:\/[^\s,()|@[\]"=<>*]+)?/],
  ['tag', /^tag:[A-Za-z_][\w:.]*/],
  ['number', /^\d+(?:\.\d+)?%?(?:-\d\d)?/],
  ['function', /^[A-Za-z_][\w.]*(?=\s*\()/],
  ['word', /^\$?[A-Za-z_\u4E00-\u9FFF][\w.\u4E00-\u9FFF]*/],
  ['sign', /^[-+*/%=<>~|@]+/],
]
const marks = new Map(words.map(([kind]) => [kind, Decoration.mark({ class: `formula-${kind}` })]))

function marked(view: EditorView): DecorationSet {
  const source = view.state.doc.toString()
  const found: Range<Decoration>[] = []
  let from = 0
  while (from < source.length) {
    const rest = source.slice(from)
    const match = words
      .map(([kind, pattern]) => ({ kind, text: pattern.exec(rest)?.[0] ?? '' }))
      .find(({ text }) => text !== '')
    const mark = match && marks.get(match.kind)
    if (match && mark) found.push(mark.range(from, from + match.text.length))
    from += match?.text.length ?? 1
  }
  return Decoration.set(found)
}

/** Colours a formula as it is written. */
export const formulaMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = marked(view)
    }
    update({ docChanged, view }: ViewUpdate) {
      if (docChanged) this.decorations = marked(view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

/** The editor in the product's own colours. */
export const formulaTheme = EditorView.theme({
  '&': { background: 'var(--sheet)', color: 'var(--ink)', fontSize: '14px', minHeight: '84px', maxHeight: '240px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, "SF Mono", Consolas, "Noto Sans Mono CJK SC", monospace',
    lineHeight: '1.7',
  },
  '.cm-content': { caretColor: 'var(--jade)', padding: '8px 0' },
  '.cm-line': { padding: '0 12px' },
  '.cm-cursor': { borderLeftColor: 'var(--jade)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--jade-wash)',
  },
  '.cm-tooltip': {
    background: 'var(--sheet)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: 'var(--floating)',
    maxWidth: 'min(560px, 92vw)',
    zIndex: '1200',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--sans)', maxHeight: '280px' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', display: 'flex', gap: '12px', alignItems: 'baseline' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--jade-wash)', color: 'var(--ink)' },
  '.cm-completionLabel': { fontFamily: 'ui-monospace, Consolas, monospace' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--jade)', fontWeight: '600' },
  '.cm-completionDetail': {
    color: 'var(--ink2)',
    fontStyle: 'normal',
    marginLeft: 'auto',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--seal)',
    textUnderlineOffset: '4px',
  },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--seal)', padding: '6px 10px' },
  '.cm-placeholder': { color: 'var(--ink3)' },
})
