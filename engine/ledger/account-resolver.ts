import { codeResolver } from './account-code.ts'
import type { Account } from './model.ts'
import { nameParts } from './name-path.ts'
import { naturalOf, naturalSegment } from './segments.ts'

export type AccountResolver = (printed: string) => string

/**
 * Finds the account that a journal's printed code or name means in the trial balance. `sample` are codes of the journal:
 * they tell whether it prints composite accounts, of which only one segment is the account.
 */
export function accountResolver(
  accounts: readonly Account[],
  sample: readonly string[],
): { resolve: AccountResolver; segment: number | null } {
  const byCode = codeResolver(accounts)
  const known = new Set(accounts.map(({ code }) => code))
  const byName = new Map<string, string | null>()
  for (const { code, fullName, name } of accounts) {
    byName.set(fullName, byName.has(fullName) ? null : code)
    if (name !== fullName) byName.set(name, byName.has(name) ? null : code)
    const path = pathOf(fullName)
    if (path !== fullName && path !== name) byName.set(path, byName.has(path) ? null : code)
  }
  const segment = naturalSegment(sample, known)
  return {
    segment,
    resolve(printed) {
      const own = naturalOf(printed, segment)
      const code = byCode(own)
      if (known.has(code)) return code
      // 10020100 is 1002.01 with the zeros that fill a fixed width
      const short = shortened(own, known)
      if (short !== undefined) return short
      return /^\d/.test(own)
        ? code
        : (byName.get(own) ?? byName.get(pathOf(own)) ?? byName.get(own.split('/').at(-1) ?? '') ?? code)
    },
  }
}

/** A name with its parents as both tables may print it, whatever separates them: 应交税费/应交增值税-进项税额. */
const pathOf = (name: string): string => nameParts(name).join('/')

/** A code filled up with zeros to a fixed width, without them, if exactly one known account is meant. */
function shortened(code: string, known: ReadonlySet<string>): string | undefined {
  if (!/^\d{5,}0+$/.test(code)) return undefined
  for (let end = code.length - 1; end >= 4 && code[end] === '0'; end -= 1) {
    const candidate = code.slice(0, end)
    if (known.has(candidate)) return candidate
  }
  return undefined
}
