/** The known name that a person most likely meant; '' if none is near. */
export function nearest(name: string, known: Iterable<string>): string {
  const wanted = name.toLowerCase()
  const furthest = Math.max(1, Math.floor(name.length / 3))
  let best = ''
  let least = furthest + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue
    const distance = edits(wanted, candidate.toLowerCase(), least)
    if (distance < least || (distance === least && best !== '' && candidate < best)) {
      best = candidate
      least = distance
    }
  }
  return least <= furthest ? best : ''
}

/** Letters to add, drop, change or swap with a neighbour; counting stops at `most`. */
function edits(a: string, b: string, most: number): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, place) => place)
  for (let row = 1; row <= a.length; row += 1) {
    const now = [row]
    for (let place = 1; place <= b.length; place += 1) {
      const same = a[row - 1] === b[place - 1]
      const swapped = row > 1 && place > 1 && a[row - 1] === b[place - 2] && a[row - 2] === b[place - 1]
      now[place] = Math.min(
        (last[place] ?? most) + 1,
        (now[place - 1] ?? most) + 1,
        (last[place - 1] ?? most) + (same ? 0 : 1),
        swapped ? (before[place - 2] ?? most) + 1 : Infinity,
      )
    }
    if (Math.min(...now) > most) return most + 1
    before = last
    last = now
  }
  return last[b.length] ?? most + 1
}
