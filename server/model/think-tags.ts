/** A piece of what a model wrote: said to the reader, or thought before. */
export type Written = { kind: 'text' | 'thinking'; text: string }
const OPEN = '<think>'
const CLOSE = '</think>'

/** The length of the longest beginning of `tag` that `text` ends with. */
function partly(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(tag.slice(0, length))) return length
  return 0
}

/** Parts thinking from text where a model writes it between tags at the very beginning, as local servers pass it on. */
export function thinkTags() {
  let state: 'before' | 'thinking' | 'after' = 'before'
  let held = ''
  const read = (piece: string): Written[] => {
    if (state === 'after') return piece === '' ? [] : [{ kind: 'text', text: piece }]
    held += piece
    if (state === 'before') {
      const begun = held.trimStart()
      if (begun.length < OPEN.length && OPEN.startsWith(begun)) return []
      if (!begun.startsWith(OPEN)) {
        state = 'after'
        const text = held
        held = ''
        return text === '' ? [] : [{ kind: 'text', text }]
      }
      state = 'thinking'
      held = begun.slice(OPEN.length)
    }
    const end = held.indexOf(CLOSE)
    if (end < 0) {
      const keep = partly(held, CLOSE)
      const text = held.slice(0, held.length - keep)
      held = held.slice(held.length - keep)
      return text === '' ? [] : [{ kind: 'thinking', text }]
    }
    const [thought, said] = [held.slice(0, end), held.slice(end + CLOSE.length).trimStart()]
    state = 'after'
    held = ''
    return [
      ...(thought === '' ? [] : [{ kind: 'thinking' as const, text: thought }]),
      ...(said === '' ? [] : [{ kind: 'text' as const, text: said }]),
    ]
  }
  return {
    push: read,
    /** What was held back, once nothing more comes. */
    end: (): Written[] => (held === '' ? [] : [{ kind: state === 'thinking' ? 'thinking' : 'text', text: held }]),
  }
}
