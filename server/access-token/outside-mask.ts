import type { Kernel } from '#server/kernel/kernel.ts'
import { type Masker, openMasker } from '../masking/masker.ts'
import type { OutsideCall } from './outside-call.ts'

type About = { purpose: 'program.mcp' | 'program.api'; projectId?: string | undefined }

/** What a program may read where the firm has it masked, and what it wrote with the tokens it was given. */
export type OutsideMask = {
  /** A value in which the program's tokens are put back: it only goes into the house. */
  read: <Value>(value: Value) => Value
  /** Texts as they may leave. Refuses (`maskResidual`) where somebody could still be told. */
  leave: (texts: readonly string[]) => Promise<string[]>
  hides: Masker['hides']
}

/**
 * The masking of one call; undefined where the firm does not mask for programs. Tokens are one access token's, so that
 * a program is told the same of the same in all its calls. The caller has proved that he reaches the project.
 */
export async function outsideMask(
  kernel: Kernel,
  { user, tokenId, tokenName, masked }: OutsideCall,
  { purpose, projectId }: About,
): Promise<OutsideMask | undefined> {
  if (!masked) return undefined
  const scope = { kind: 'program' as const, id: tokenId, ...(projectId && { projectId }) }
  const masker = await openMasker({ kernel, user }, scope)
  return {
    read: (value) => inTexts(value, masker.restore) as typeof value,
    leave: async (texts) => (await masker.leave(texts, { purpose, endpoint: tokenName })).texts,
    hides: masker.hides,
  }
}

/** A value with each of its texts changed. */
function inTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => inTexts(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inTexts(inner, change)]))
}

/** An address without what could name somebody: ids and codes stay; names, words and long numbers go. */
export function namelessPlace(place: string): string {
  const [path = '', query = ''] = place.split('?')
  const kept = Array.from(new URLSearchParams(query)).filter(
    ([key, value]) =>
      !/name$/i.test(key) &&
      (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) || /^(?!.*\d{7})[\w.!:-]*$/.test(value)),
  )
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept).toString()}` : path
}
