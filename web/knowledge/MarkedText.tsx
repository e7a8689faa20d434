import type { Passage } from '#contract/knowledge.ts'

/** A text with what was asked for marked. Text only: nothing of a document is ever drawn as markup. */
export function MarkedText({ text, marks }: Pick<Passage, 'text' | 'marks'>) {
  const parts: { text: string; marked: boolean; at: number }[] = []
  let from = 0
  for (const mark of marks) {
    if (mark.from > from) parts.push({ text: text.slice(from, mark.from), marked: false, at: from })
    parts.push({ text: text.slice(mark.from, mark.to), marked: true, at: mark.from })
    from = mark.to
  }
  if (from < text.length) parts.push({ text: text.slice(from), marked: false, at: from })
  return (
    <p className="kb-text">{parts.map((part) => (part.marked ? <mark key={part.at}>{part.text}</mark> : part.text))}</p>
  )
}
