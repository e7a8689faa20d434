/** A stretch of two texts: in both, only in the first, or only in the second. */
export type Stretch = { kind: 'same' | 'removed' | 'added'; text: string }

/** Above it two texts are shown whole, one after the other: the table of the comparison grows with the square. */
const MOST_PIECES = 1500
/** Less in common than this share is another sentence, not a changed one. */
const LEAST_COMMON = 0.3

const pieces = (text: string) => text.match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}.,%])+|\s+|./gsu) ?? []

function push(list: Stretch[], kind: Stretch['kind'], text: string) {
  const last = list.at(-1)
  if (text === '') return
  if (last?.kind === kind) last.text += text
  else list.push({ kind, text })
}

/** Lengths of what two lists have in common from each place on. */
function commonFrom(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = rows[i]
      const below = rows[i + 1]
      if (!row || !below) continue
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  return rows
}

/** What became of a text, by Han characters, words and numbers; removed stands before added. Texts with little in common are replaced whole. */
export function textDiff(before: string, after: string): Stretch[] {
  const [a, b] = [pieces(before), pieces(after)]
  const whole: Stretch[] = []
  push(whole, 'removed', before)
  push(whole, 'added', after)
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  if (a.length > MOST_PIECES || b.length > MOST_PIECES) return whole
  const rows = commonFrom(a, b)
  if ((rows[0]?.[0] ?? 0) < LEAST_COMMON * Math.max(a.length, b.length)) return whole
  const found: Stretch[] = []
  let [i, j] = [0, 0]
  let [removed, added] = ['', '']
  const flush = () => {
    push(found, 'removed', removed)
    push(found, 'added', added)
    removed = added = ''
  }
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== undefined && left === right) {
      flush()
      push(found, 'same', left)
      i++
      j++
    } else if (right === undefined || (left !== undefined && (rows[i + 1]?.[j] ?? 0) >= (rows[i]?.[j + 1] ?? 0))) {
      removed += left ?? ''
      i++
    } else {
      added += right
      j++
    }
  }
  flush()
  return found
}
