import { lookup as dnsLookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Refusal } from './errors.ts'
import type { Kernel } from './kernel.ts'

export type OutsideInit = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  signal?: AbortSignal
  /** Most bytes of the answer. */
  most?: number
  /** Milliseconds for the whole exchange. */
  within?: number
}
type Address = { address: string; family: number }
type Lookup = (host: string) => Promise<readonly Address[]>
export type OutsideRules = {
  /** `host` or `host:port`, lower case: may be asked without TLS, and may stand in the private network. */
  trusted: readonly string[]
  lookup?: Lookup
}
/** A server outside could not be asked; the reason is for the log, `outsideFailed` for the person. */
class OutsideError extends Refusal {
  constructor(host: string, cause: unknown) {
    super('outsideFailed', { host })
    this.cause = cause
  }
}

const MOST = 2 * 1024 * 1024
const WITHIN_MS = 10_000

const everyAddress: Lookup = (host) => dnsLookup(host, { all: true, verbatim: true })

/**
 * Asks a server outside (providers of identity and SMS, webhooks): https only, never an address of the own network, the name
 * resolved once and that address used, redirects answered as they are, at most 2 MB in 10 s unless `init` says otherwise.
 * Hosts of DIGAO_OUTBOUND are trusted. Refuses with `outsideFailed`. Not inside a transaction.
 */
export const fetchOutside = (
  kernel: Pick<Kernel, 'config'>,
  url: string | URL,
  init?: OutsideInit,
): Promise<Response> => askOutside({ trusted: kernel.config.DIGAO_OUTBOUND }, url, init)

/** The same by rules of its own. */
export async function askOutside(rules: OutsideRules, url: string | URL, init: OutsideInit = {}): Promise<Response> {
  const wanted = readAddress(url)
  try {
    return await exchange(wanted, await admitOutside(rules, wanted), init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw error instanceof Refusal ? error : new OutsideError(wanted.host, error)
  }
}

function readAddress(url: string | URL): URL {
  const text = String(url)
  if (!URL.canParse(text)) throw new OutsideError('', new Error('not an address'))
  return new URL(text)
}

/** An address that the rules forbid, whoever answers there. */
export class AddressForbidden extends Error {}

/** The one address a connection to `wanted` may use. Throws AddressForbidden, or what the look-up of its name threw. */
export async function admitOutside(rules: OutsideRules, wanted: URL): Promise<Address> {
  const { hostname, host } = wanted
  const trusted = rules.trusted.includes(host) || rules.trusted.includes(hostname)
  if (wanted.protocol !== 'https:' && !(trusted && wanted.protocol === 'http:'))
    throw new AddressForbidden('only https')
  if (wanted.username || wanted.password) throw new AddressForbidden('an address with credentials')
  return resolved(hostname, trusted, rules.lookup ?? everyAddress)
}

/** How a connection is held to the address that was admitted. */
export const pinnedTo = (pinned: Address): { agent: false; lookup: LookupFunction } => ({
  // a connection of its own: one from a pool could be to an address that was resolved otherwise
  agent: false,
  lookup: (_host, options, done) => (options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family)),
})

/** The one address the connection will use. Any private one among the answers refuses all: a name that has both is a trap. */
async function resolved(hostname: string, trusted: boolean, lookup: Lookup): Promise<Address> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const literal = ipaddr.isValid(bare)
  const addresses = literal ? [{ address: bare, family: bare.includes(':') ? 6 : 4 }] : await lookup(bare)
  const [first] = addresses
  if (!first) throw new Error('the name has no address')
  if (!trusted && addresses.some(({ address }) => !isPublic(address)))
    throw new AddressForbidden('an address of a private network')
  return first
}

/** Whether an address is one of the public internet. Forms that carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo) are not. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.parse(address).range() === 'unicast'
}

function exchange(url: URL, pinned: Address, init: OutsideInit): Promise<Response> {
  const { method = 'GET', headers = {}, body, signal, most = MOST, within = WITHIN_MS } = init
  const limit = AbortSignal.timeout(within)
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = ask(
      url,
      {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...pinnedTo(pinned),
      },
      (reply) => {
        const parts: Buffer[] = []
        let size = 0
        reply.on('data', (part: Buffer) => {
          size += part.length
          if (size <= most) return void parts.push(part)
          reject(new Error('the answer is too long'))
          request.destroy()
        })
        reply.on('error', reject)
        reply.on('end', () => {
          const { statusCode: status = 502 } = reply
          const bodiless = status === 204 || status === 205 || status === 304
          const flat = Object.entries(reply.headers).flatMap(([name, value]) =>
            [value ?? []].flat().map((one): [string, string] => [name, one]),
          )
          resolve(new Response(bodiless ? null : Buffer.concat(parts), { status, headers: flat }))
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
