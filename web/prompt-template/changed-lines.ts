export type ChangedLine = { kind: 'same' | 'gone' | 'new'; text: string; at: number }

/** More lines than this are shown whole, before and after. */
const MOST = 800

/** The lines of two texts as one list: those that stayed, went or came (longest common subsequence). */
export function changedLines(before: string, after: string): ChangedLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const lines: ChangedLine[] = []
  const put = (kind: ChangedLine['kind'], text: string | undefined) =>
    lines.push({ kind, text: text ?? '', at: lines.length })
  if (old.length > MOST || now.length > MOST) {
    for (const text of old) put('gone', text)
    for (const text of now) put('new', text)
    return lines
  }
  // common[i][j]: how many lines the rests from i and j share in order
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  const shared = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = common[i]
    if (row)
      for (let j = now.length - 1; j >= 0; j -= 1)
        row[j] = old[i] === now[j] ? shared(i + 1, j + 1) + 1 : Math.max(shared(i + 1, j), shared(i, j + 1))
  }
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      put('same', old[i])
      i += 1
      j += 1
    } else if (j >= now.length || (i < old.length && shared(i + 1, j) >= shared(i, j + 1))) {
      put('gone', old[i])
      i += 1
    } else {
      put('new', now[j])
      j += 1
    }
  }
  return lines
}
