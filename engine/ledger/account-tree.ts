import { nameParts } from './name-path.ts'

/** How codes show the hierarchy: segments with separators, fixed-length codes padded with zeros, or prefixes (4-2-2). */
export type CodeScheme = 'separated' | 'flat' | 'prefix'

/** The place of one account in the chart. */
export type TreePlace = {
  code: string
  name: string
  fullName: string
  level: number
  parent: string | null
  leaf: boolean
}

/** The chart in the file's order, with the parents that the file does not print but its codes and names prove. */
export type AccountTree = { scheme: CodeScheme; places: Map<string, TreePlace>; inferred: string[] }

/** Which scheme the codes follow, by most of them. */
export function codeScheme(codes: readonly string[]): CodeScheme {
  const separated = codes.filter((code) => /[.\-_/\\]/.test(code)).length
  if (separated > 0 && separated >= codes.length * 0.1) return 'separated'
  const length = codes[0]?.length ?? 0
  const uniform = codes.length > 2 && codes.every((code) => code.length === length && /^\d+$/.test(code))
  return uniform && length >= 8 && codes.filter((code) => code.endsWith('00')).length >= codes.length / 2
    ? 'flat'
    : 'prefix'
}

/** Links accounts to their parents and builds full names from the first level down. Codes must be unique. */
export function accountTree(accounts: readonly { code: string; name: string }[]): AccountTree {
  const scheme = codeScheme(accounts.map(({ code }) => code))
  const names = new Map(accounts.map(({ code, name }) => [code, name]))
  const inferred = scheme === 'flat' ? inferParents(accounts, names) : []
  const parentOf = (code: string): string | null => {
    for (const candidate of ancestors(code, scheme)) if (names.has(candidate)) return candidate
    return null
  }
  const parents = new Set<string>()
  const places = new Map<string, TreePlace>()
  const place = (code: string): TreePlace => {
    const known = places.get(code)
    if (known) return known
    const parent = parentOf(code)
    const above = parent === null ? null : place(parent)
    if (parent !== null) parents.add(parent)
    const name = ownName(names.get(code) ?? '', above)
    const made = {
      code,
      name,
      fullName: above ? `${above.fullName}/${name}` : name,
      level: (above?.level ?? 0) + 1,
      parent,
      leaf: true,
    }
    places.set(code, made)
    return made
  }
  for (const { code } of accounts) place(code)
  for (const code of parents) {
    const parent = places.get(code)
    if (parent) parent.leaf = false
  }
  return { scheme, places, inferred }
}

/** Where an account that the chart does not print belongs in it: below its nearest printed ancestor. */
export function placeBelow(
  account: { code: string; name: string },
  places: ReadonlyMap<string, TreePlace>,
  scheme: CodeScheme,
): TreePlace {
  const parent = ancestors(account.code, scheme).find((code) => places.has(code)) ?? null
  const above = parent === null ? null : (places.get(parent) ?? null)
  const name = ownName(account.name, above)
  const fullName = above ? `${above.fullName}/${name}` : name
  return { code: account.code, name, fullName, level: (above?.level ?? 0) + 1, parent, leaf: true }
}

/** The possible parents of a code, nearest first. */
function ancestors(code: string, scheme: CodeScheme): string[] {
  if (scheme === 'separated') {
    const found: string[] = []
    for (let at = code.length - 1; at > 0; at -= 1) if (/[.\-_/\\]/.test(code[at] ?? '')) found.push(code.slice(0, at))
    return found.length > 0 ? found : prefixes(code)
  }
  return scheme === 'flat' ? flatAncestors(code) : prefixes(code)
}

const prefixes = (code: string): string[] => {
  const found: string[] = []
  for (let length = code.length - 1; length >= 3; length -= 1) found.push(code.slice(0, length))
  return found
}

/** 0022210101 → 0022210100, 0022210000: four significant digits, then pairs; zeros fill what is not used. */
function flatAncestors(code: string): string[] {
  const lead = /^0*/.exec(code)?.[0].length ?? 0
  const found: string[] = []
  for (let end = code.length - 2; end >= lead + 4; end -= 2) {
    const ancestor = code.slice(0, end).padEnd(code.length, '0')
    if (ancestor !== code && ancestor !== found.at(-1)) found.push(ancestor)
  }
  return found
}

/**
 * A flat chart of leaves only: a parent is inferred where its code is not printed and all accounts below it begin with
 * the same name (银行存款-…). Adds the parents' names to `names`; nearest parents of the deepest accounts included.
 */
function inferParents(accounts: readonly { code: string; name: string }[], names: Map<string, string>): string[] {
  const below = new Map<string, string[][]>()
  for (const { code, name } of accounts) {
    for (const ancestor of flatAncestors(code)) {
      const members = below.get(ancestor) ?? []
      members.push(nameParts(name))
      below.set(ancestor, members)
    }
  }
  const inferred: string[] = []
  for (const [code, members] of [...below].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (names.has(code)) continue
    const depth = flatAncestors(code).filter((ancestor) => names.has(ancestor)).length + 1
    const head = members[0]?.slice(0, depth).join('-')
    const agree = members.every((parts) => parts.length > depth && parts.slice(0, depth).join('-') === head)
    if (!agree || !head) continue
    names.set(code, head)
    inferred.push(code)
  }
  return inferred
}

/** The account's own word: a printed name that repeats the names above it loses them. */
function ownName(printed: string, above: TreePlace | null): string {
  const name = printed.trim()
  if (!above) return name
  for (const head of [above.fullName.replaceAll('/', '-'), above.name]) {
    const parts = nameParts(name)
    const heads = nameParts(head)
    if (parts.length > heads.length && heads.every((part, index) => part === parts[index])) {
      return parts.slice(heads.length).join('-')
    }
  }
  return name
}
