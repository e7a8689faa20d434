import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino, { type Logger, type LoggerOptions } from 'pino'
import type { Config } from './config.ts'

const hidden = [
  'password',
  'code',
  'key',
  'token',
  'access_token',
  'refresh_token',
  'authorization',
  'sc-auth',
  'Sc-Auth',
  'secret',
]
const paths = hidden.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** What every log line goes through. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  redact: { paths, censor: '[hidden]' },
  serializers: { err: describe },
})

/**
 * Structured log, one JSON object a line, to a file in the data folder unless LOG_TO says otherwise. What could hold a secret is
 * cut; bodies and queries are never logged at all.
 */
export function openLog(config: Config): Logger {
  const options = logOptions(config.LOG_LEVEL)
  if (config.LOG_TO === 'stderr') return pino(options, pino.destination({ dest: 2, sync: true }))
  const file = config.LOG_TO || join(config.DIGAO_DATA, 'digao.log')
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 50_000_000) renameSync(file, `${file}.1`)
  return pino(options, pino.destination({ dest: file, sync: false, mkdir: true, mode: 0o600 }))
}

/** Of a database error only what names no row: its `detail` and `parameters` may hold a client's data. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const code = 'code' in error ? String(error.code) : undefined
  return { name, message, code, stack, ...(error.cause ? { cause: describe(error.cause) } : {}) }
}
