import { codes, say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { Refusal } from './errors.ts'
import { StoreAway } from './store-marker.ts'

/** What a failed call answers: HTTP status and envelope. `bug` means nobody foresaw it: it belongs in the log with its stack. */
export type Failure = { status: number; body: object; bug: boolean; retryAfter?: number }

const http = new Map<number, number>([[codes.overLimit, 400]])

/** PostgreSQL's and the network's ways of saying "not now". */
const down = /^(08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/
const downText =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout)/
/** Values PostgreSQL cannot read as the column's type: bad syntax, out of range, a zero character. */
const badValue = new Set(['22P02', '22P05', '22001', '22003', '22007', '22008', '22021', '22023'])
/** Two writers met: a unique key, a serialisation failure, a deadlock. */
const race = new Set(['23505', '40001', '40P01', '55P03'])

/** enter_tenant(): the tenant is being moved to another server, or was moved a moment ago. */
const moving = new Set(['DG001', 'DG002'])

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** The database's or the file system's disk has no room left. */
export const isFull = (error: unknown): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error))

/** Names any thrown thing as a refusal of the catalogue; undefined for a bug. */
export function refusalFor(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  if (isFull(error)) return new Refusal('storeFull')
  if (error instanceof StoreAway) return new Refusal('storeAway')
  // a syscall name beside ENOENT tells a missing file, which is a bug, from a missing socket
  const syscall = error instanceof Error && 'syscall' in error ? error.syscall : 'connect'
  if (down.test(code) && (code !== 'ENOENT' || syscall === 'connect')) return new Refusal('storeDown')
  if (error instanceof Error && downText.test(error.message)) return new Refusal('storeDown')
  if (error instanceof AggregateError && error.errors.some((part) => down.test(codeOf(part))))
    return new Refusal('storeDown')
  if (moving.has(code)) return new Refusal('tenantMoving')
  if (badValue.has(code)) return new Refusal('invalidValue')
  if (race.has(code)) return new Refusal('conflict')
  if (code === '23503') return new Refusal('notFound')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('tooLarge')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupportedType')
  if (code.startsWith('FST_ERR_CTP') || code.startsWith('FST_ERR_BAD') || error instanceof SyntaxError)
    return new Refusal('invalidBody')
  return undefined
}

/** The answer to whatever was thrown; the exception's own text stays inside. */
export function failureOf(error: unknown, language: Language, trace: string): Failure {
  const refusal = refusalFor(error)
  if (!refusal) {
    const msg = say('serverFault', language, { trace })
    return { status: 500, body: { code: codes.fault, success: false, data: {}, msg }, bug: true }
  }
  const { code, params } = refusal
  const body = { code, success: false, data: refusal.data ?? {}, msg: refusal.says(language) }
  const seconds = Number(params['seconds'])
  return {
    status: http.get(code) ?? code,
    body,
    bug: false,
    ...(code === codes.tooMany && Number.isFinite(seconds) ? { retryAfter: seconds } : {}),
  }
}
