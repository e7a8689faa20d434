/** A text in stretches, those that were asked for marked. */
export type Stretch = { text: string; marked: boolean; from: number }

/** Marks given, or every place of the words where there are none. */
export function stretches(
  text: string,
  words: readonly string[],
  marks: readonly { from: number; to: number }[] = [],
): Stretch[] {
  const wanted = marks.length > 0 ? marks : placesOf(text, words)
  const found: Stretch[] = []
  let from = 0
  for (const mark of wanted) {
    if (mark.from < from || mark.to > text.length) continue
    if (mark.from > from) found.push({ text: text.slice(from, mark.from), marked: false, from })
    found.push({ text: text.slice(mark.from, mark.to), marked: true, from: mark.from })
    from = mark.to
  }
  if (from < text.length) found.push({ text: text.slice(from), marked: false, from })
  return found
}

function placesOf(text: string, words: readonly string[]): { from: number; to: number }[] {
  const low = text.toLowerCase()
  // a letter whose small form has another length would shift all that follows
  if (low.length !== text.length) return []
  const places = words.filter(Boolean).flatMap((word) => {
    const found: { from: number; to: number }[] = []
    let at = low.indexOf(word.toLowerCase())
    while (at >= 0) {
      found.push({ from: at, to: at + word.length })
      at = low.indexOf(word.toLowerCase(), at + 1)
    }
    return found
  })
  return places.toSorted((one, other) => one.from - other.from || other.to - one.to)
}

/** The words of a query, as the server takes them apart. */
export const wordsOf = (query: string): string[] => query.split(/[\s,，、;；]+/).filter(Boolean)
