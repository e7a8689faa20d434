/** The leaves of a menu whose label begins with what was typed, whatever its case; all while nothing is typed. */
export function menuMatches<Leaf extends { name: string }>(leaves: readonly Leaf[], typed: string): Leaf[] {
  const start = typed.trim().toLocaleLowerCase()
  return leaves.filter(({ name }) => name.toLocaleLowerCase().startsWith(start))
}
