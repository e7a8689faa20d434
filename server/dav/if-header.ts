import { Refusal } from '#server/kernel/errors.ts'

/** One demand: a lock's token, or an entity tag, or that it be not so. */
type Demand = { not: boolean; token?: string; etag?: string }
/** Demands that must hold together; `resource`: of which address they are, without it of the request's own. */
export type DemandList = { resource: string | undefined; demands: Demand[] }

const LONGEST = 8_192
const piece = /\s*(?:<([^>]*)>|(\()|(\))|\[([^\]]*)\]|(not\b))/iy

/** Reads an If header (RFC 4918 10.4): any one of the lists must hold. Refuses (davBody) what is none. */
export function readIf(header: string | undefined): DemandList[] {
  if (header === undefined) return []
  if (header.length > LONGEST) throw new Refusal('davBody')
  const text = header.trim()
  const lists: DemandList[] = []
  let resource: string | undefined
  let open: Demand[] | undefined
  let not = false
  let at = 0
  while (at < text.length) {
    piece.lastIndex = at
    const match = piece.exec(text)
    if (!match) throw new Refusal('davBody')
    at = piece.lastIndex
    const [, angled, begin, end, etag, negated] = match
    if (begin) {
      if (open) throw new Refusal('davBody')
      open = []
    } else if (end) {
      if (!open || open.length === 0 || not) throw new Refusal('davBody')
      lists.push({ resource, demands: open })
      open = undefined
    } else if (open) {
      if (negated) not = true
      else {
        open.push(angled === undefined ? { not, etag: etag ?? '' } : { not, token: angled })
        not = false
      }
    } else if (angled !== undefined) resource = angled
    else throw new Refusal('davBody')
  }
  if (open || lists.length === 0) throw new Refusal('davBody')
  return lists
}

/** Tokens that a request brings, whatever it demands of them. */
export const broughtTokens = (lists: readonly DemandList[]): Set<string> =>
  new Set(lists.flatMap(({ demands }) => demands.flatMap(({ token }) => (token === undefined ? [] : [token]))))

/** How a resource is: the tokens of locks on it, and its tag where it has one. */
export type ResourceState = { tokens: ReadonlySet<string>; etag: string | undefined }

/** Whether a list holds for what its resource is. A weak tag is no strong one. */
export const holds = ({ demands }: DemandList, { tokens, etag }: ResourceState): boolean =>
  demands.every(
    ({ not, token, etag: wanted }) =>
      (token === undefined ? wanted === etag && etag !== undefined : tokens.has(token)) !== not,
  )

/** Whether an If-Match or If-None-Match header names this tag, or `*` and there is one. */
export function namesTag(header: string, etag: string | undefined): boolean {
  if (etag === undefined) return false
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
