import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { fetchOutside, type OutsideInit } from '#server/kernel/outbound.ts'
import type { AwayFlow } from './flow.ts'
import { type Ask, ProviderError } from './social-port.ts'

/** Asks outside on behalf of this deployment. */
export const askBy =
  (kernel: Pick<Kernel, 'config'>): Ask =>
  (url: string | URL, init?: OutsideInit) =>
    fetchOutside(kernel, url, init)

const random = () => randomBytes(32).toString('base64url')

/** What goes into a flow: who begins it, through whom, and three secrets of its own. */
export const newAway = (
  flow: Pick<AwayFlow, 'purpose' | 'through' | 'userId' | 'redirectUri'> & { nonce: string | undefined },
): AwayFlow => ({ ...flow, nonce: flow.nonce ?? '', verifier: random(), oidcNonce: random() })

export const challengeOf = ({ verifier }: AwayFlow) => createHash('sha256').update(verifier).digest('base64url')

/** Whoever goes on must be who began: for the same purpose, with what his browser kept, and as the same person. */
export function isBeginner(flow: AwayFlow, now: { purpose: string; nonce: string | undefined; userId: string }) {
  const [kept, given] = [flow.nonce, now.nonce ?? ''].map((text) => createHash('sha256').update(text).digest())
  const sameBrowser = kept !== undefined && given !== undefined && timingSafeEqual(kept, given)
  return flow.purpose === now.purpose && flow.userId === now.userId && sameBrowser
}

/** Runs what a provider is asked; what it refuses is said plainly to people and in full to the log, never with a code or a token. */
export async function askProvider<T>(kernel: Kernel, trace: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refusal = refusalIn(error)
    if (refusal) throw refusal
    const code = error instanceof ProviderError ? error.code : codeOf(error)
    const message = error instanceof Error ? error.message : ''
    kernel.log.warn({ trace, provider: { code, message } }, 'a provider refused')
    throw new Refusal('socialRefused')
  }
}

/** A refusal of our own, also one that a library has wrapped. */
export const refusalIn = (error: unknown): Refusal | undefined =>
  error instanceof Refusal ? error : error instanceof Error && error.cause ? refusalIn(error.cause) : undefined

/** The error code of OAuth's or openid-client's, for the log. */
export const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return ''
  if ('error' in error && typeof error.error === 'string') return error.error
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
