import type { Unbound } from './OtherWays.tsx'

const KEY = 'digao.unbound'

/** Takes an identity that waits to be linked along to the page that registers; it stays in this window. */
export const keepUnbound = (of: Unbound) => sessionStorage.setItem(KEY, JSON.stringify(of))

/** What waits to be linked in this window. */
export function keptUnbound(): Unbound | undefined {
  const text = sessionStorage.getItem(KEY)
  return text ? (JSON.parse(text) as Unbound) : undefined
}
export const forgetUnbound = () => sessionStorage.removeItem(KEY)
