import type { FastifyRequest } from 'fastify'
import { plainLine } from './plain-text.ts'

/** Names whose values are never logged, wherever they stand. */
const secret =
  /pass|pwd|secret|token|ticket|credential|captcha|verif|authori|signature|assertion|attestation|cookie|challenge|private|sc-auth|^(code|key|state|data|smscode|sms_code|nonce|answer)$|(api|access|secret)_?key/i
/** Calls whose whole input is secret. */
const silent: ReadonlySet<string> = new Set(['/sc-auth/oauth/token'])
/** Telephone numbers and addresses, wherever they stand in a text: a log is read by more people than the record itself. */
const phone = /(?<![0-9A-Za-z])((?:\+?86)?[- ]?1[3-9]\d)[- ]?\d{4}[- ]?(\d{4})(?![0-9A-Za-z])/g
const email = /([\p{L}\p{N}])[\p{L}\p{N}._%+-]*@([\p{L}\p{N}-]+\.)/gu
const LONGEST_TEXT = 200
const MOST_ITEMS = 20
const DEEPEST = 3
const LONGEST = 4_000

/** The parameters of a call as they may stand in a log: no secrets, no control characters, cut to a few thousand characters. */
export function loggedParams(path: string, { params, query, body }: FastifyRequest): Record<string, unknown> {
  if (silent.has(path)) return {}
  const given = { ...asObject(params), ...asObject(query), ...(Array.isArray(body) ? { list: body } : asObject(body)) }
  const shown = shownObject(given, 1)
  const text = JSON.stringify(shown)
  return text.length <= LONGEST ? shown : { cut: plainLine(text, LONGEST) }
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

const shownObject = (value: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .slice(0, 100)
      .map(([name, one]) => [plainLine(name, 60), secret.test(name) ? '[hidden]' : shownValue(one, depth)]),
  )

const masked = (text: string) => text.replace(phone, '$1****$2').replace(email, '$1***@$2')

function shownValue(value: unknown, depth: number): unknown {
  // cut first, for a body may be megabytes; twice the length, so that no number is cut in two and shown
  if (typeof value === 'string') return plainLine(masked(value.slice(0, 2 * LONGEST_TEXT)), LONGEST_TEXT)
  if (typeof value === 'number' && /^1[3-9]\d{9}$/.test(String(value))) return masked(String(value))
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object') return ''
  if (depth >= DEEPEST) return '…'
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((one) => shownValue(one, depth + 1))
  return shownObject(value, depth + 1)
}
