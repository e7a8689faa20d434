import type { TokenKind } from './kinds.ts'
import { type Token, tokenKey } from './token.ts'

/** A token that was given out, and what it stands for as it was written. */
export type Given = Token & { entity: string; surface: string }

/** The tokens of one vault: what stands for what, growing as texts are masked. */
export type TokenBook = {
  /** The token of a spelling of somebody; the same again for the same. */
  give: (kind: TokenKind, entity: string, surface: string) => Given
  /** What a token stands for, or undefined if this vault never gave it. */
  read: (token: Token) => Given | undefined
  /** Given since the book was opened: what the vault has yet to keep. */
  added: () => readonly Given[]
}

/** A book over what a vault holds. */
export function tokenBook(known: readonly Given[]): TokenBook {
  const byToken = new Map<string, Given>()
  const bySurface = new Map<string, Given>()
  const entities = new Map<string, { number: number; variants: number }>()
  const highest = new Map<TokenKind, number>()
  const added: Given[] = []
  const keep = (given: Given) => {
    byToken.set(tokenKey(given), given)
    bySurface.set(`${given.kind} ${given.entity} ${given.surface}`, given)
    const entity = entities.get(`${given.kind} ${given.entity}`)
    entities.set(`${given.kind} ${given.entity}`, {
      number: given.number,
      variants: Math.max(given.variant, entity?.variants ?? 0),
    })
    highest.set(given.kind, Math.max(given.number, highest.get(given.kind) ?? 0))
  }
  for (const given of known) keep(given)
  return {
    give(kind, entity, surface) {
      const before = bySurface.get(`${kind} ${entity} ${surface}`)
      if (before) return before
      const same = entities.get(`${kind} ${entity}`)
      const given: Given = {
        kind,
        number: same?.number ?? (highest.get(kind) ?? 0) + 1,
        variant: (same?.variants ?? 0) + 1,
        entity,
        surface,
      }
      keep(given)
      added.push(given)
      return given
    },
    read: (token) => byToken.get(tokenKey(token)),
    added: () => added,
  }
}
