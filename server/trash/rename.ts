const MOST_TRIES = 100

/**
 * The first name that nobody has: as it was, then with the suffix, then numbered: `年报 (恢复 2026-11-22) 2`. `taken` asks the
 * database inside the caller's transaction; `longest` cuts the name, never the suffix.
 */
export async function freeName(
  name: string,
  suffix: string,
  taken: (candidate: string) => Promise<boolean>,
  longest = 200,
): Promise<string> {
  if (!(await taken(name))) return name
  for (let no = 1; no <= MOST_TRIES; no += 1) {
    const tail = no === 1 ? suffix : `${suffix} ${no}`
    const candidate = Array.from(name)
      .slice(0, longest - tail.length)
      .join('')
      .concat(tail)
    if (!(await taken(candidate))) return candidate
  }
  throw new Error(`a hundred things are called like ${suffix}`)
}
