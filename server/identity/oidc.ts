import { createHash } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import type { Ask, Leaving, Returned } from './social-port.ts'

export type OidcClient = { issuer: string; clientId: string; secret: string; scopes: string }
/** What a provider says of a person: of the signed id_token, and beside it of the userinfo endpoint. */
export type Claims = Record<string, unknown> & { sub: string }

const TRUST_MS = 10 * 60_000
const MOST_KEPT = 500
const kept = new Map<string, { at: number; configuration: Promise<Configuration> }>()

const keyOf = ({ issuer, clientId, secret }: OidcClient) =>
  createHash('sha256')
    .update(JSON.stringify([issuer, clientId, secret]))
    .digest('base64')

/** An issuer's configuration, read at most every ten minutes. */
export function configurationOf(ask: Ask, client: OidcClient): Promise<Configuration> {
  const key = keyOf(client)
  const known = kept.get(key)
  if (known && Date.now() - known.at < TRUST_MS) return known.configuration
  if (kept.size > MOST_KEPT) kept.clear()
  const configuration = discover(ask, client)
  kept.set(key, { at: Date.now(), configuration })
  configuration.catch(() => kept.delete(key))
  return configuration
}

async function discover(ask: Ask, { issuer, clientId, secret }: OidcClient): Promise<Configuration> {
  const outside = async (url: string, init: { method?: string; headers?: Record<string, string>; body?: unknown }) => {
    const { method, headers, body } = init
    const sent = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined
    return ask(url, {
      ...(method && { method }),
      ...(headers && { headers }),
      ...(sent !== undefined && { body: sent }),
    })
  }
  // http is for hosts that DIGAO_OUTBOUND trusts; `ask` refuses all others
  const execute = new URL(issuer).protocol === 'http:' ? [allowInsecureRequests] : []
  const read = await discovery(new URL(issuer), clientId, undefined, undefined, { [customFetch]: outside, execute })
  const metadata = read.serverMetadata()
  const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const proof = ways.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
  const configuration = new Configuration(metadata, clientId, { client_secret: secret }, proof)
  configuration[customFetch] = outside
  for (const change of execute) change(configuration)
  // a signature is checked even on what came straight from the provider over TLS
  enableNonRepudiationChecks(configuration)
  return configuration
}

/** Where the browser goes: authorization code with PKCE, state and nonce. */
export async function oidcUrl(ask: Ask, client: OidcClient, leaving: Leaving): Promise<URL> {
  const { state, redirectUri, challenge, nonce } = leaving
  return buildAuthorizationUrl(await configurationOf(ask, client), {
    redirect_uri: redirectUri,
    scope: client.scopes,
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
}

/** Who came back: the code traded, issuer, audience, signature, times, nonce and state checked by openid-client. */
export async function oidcClaims(ask: Ask, client: OidcClient, returned: Returned): Promise<Claims> {
  const configuration = await configurationOf(ask, client)
  const { code, state, iss, redirectUri, verifier, nonce } = returned
  const url = new URL(redirectUri)
  url.searchParams.set('code', code)
  url.searchParams.set('state', state)
  const metadata = configuration.serverMetadata()
  // clients that know only code and state are answered by the state alone, which is one provider's (RFC 9207)
  if (iss) url.searchParams.set('iss', iss)
  else if (metadata.authorization_response_iss_parameter_supported) url.searchParams.set('iss', metadata.issuer)
  const tokens = await authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('no id_token')
  const more = metadata.userinfo_endpoint ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  return { ...more, ...claims }
}
