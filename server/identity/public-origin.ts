import type { Config } from '#server/kernel/config.ts'

/**
 * The origins under which browsers reach this deployment: DIGAO_PUBLIC_URL, else where it listens. Never from a request:
 * a Host header is whatever its sender likes.
 */
export function publicOrigins({ DIGAO_PUBLIC_URL, HOST, PORT }: Pick<Config, 'DIGAO_PUBLIC_URL' | 'HOST' | 'PORT'>) {
  if (DIGAO_PUBLIC_URL.length) return DIGAO_PUBLIC_URL
  const local = `http://localhost:${PORT}`
  const named = /^(localhost|0\.0\.0\.0|::|127\.0\.0\.1|::1)$/.test(HOST)
    ? []
    : [new URL(`http://${HOST}:${PORT}`).origin]
  return [local, ...named]
}

/** Where people come back to from a provider: the login page of each origin. */
export const returnAddresses = (config: Parameters<typeof publicOrigins>[0]) =>
  publicOrigins(config).map((origin) => `${origin}/login`)
