import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { Provider } from 'oidc-provider'
import { afterAll } from 'vitest'

export type Person = { sub: string } & Record<string, unknown>

async function listening(answer: (request: IncomingMessage, reply: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { issuer: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` }
}

/** A certified OpenID provider with one client, which requires PKCE; `visit` is what a browser would do there as one of its people. */
export async function oidcServer({ redirectUri, people }: { redirectUri: string; people: readonly Person[] }) {
  let provider: Provider | undefined
  let visitor = ''
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    if (!provider) return
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, reply)
    await provider.interactionFinished(request, reply, { login: { accountId: visitor } })
  }
  const { issuer, host } = await listening((request, reply) => void answer(request, reply))
  const client = {
    client_id: 'digao',
    client_secret: 'a secret of forty characters, no less!!',
    redirect_uris: [redirectUri],
  }
  provider = new Provider(issuer, {
    clients: [client],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the test'] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'nickname'],
      email: ['email', 'email_verified'],
    },
    scopes: ['openid', 'profile', 'email', 'phone'],
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email phone')
      await grant.save()
      return grant
    },
    findAccount: (_, sub) => {
      const person = people.find((one) => one.sub === sub)
      return person && { accountId: sub, claims: () => person }
    },
  })
  /** Goes to `url` as a person and answers what the browser is sent back with. */
  const visit = async (url: string, sub: string) => {
    visitor = sub
    const cookies = new Map<string, string>()
    for (let next = new URL(url); ;) {
      const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
      const reply = await fetch(next, { redirect: 'manual', headers })
      for (const line of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = reply.headers.get('location')
      if (!location) throw new Error(`${reply.status} ${await reply.text()}`)
      next = new URL(location, next)
      if (next.href.startsWith(redirectUri)) return backWith(next)
    }
  }
  return { issuer, host, clientId: client.client_id, secret: client.client_secret, visit }
}

const backWith = ({ searchParams }: URL) => ({
  code: searchParams.get('code') ?? '',
  state: searchParams.get('state') ?? '',
  iss: searchParams.get('iss') ?? '',
})

export type Forgery = {
  claims?: JWTPayload
  /** none: unsigned; HS256: with the client's secret; other: with a key the provider has not published. */
  by?: 'none' | 'HS256' | 'other'
}

const reply = (response: ServerResponse, body: unknown) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

/** A provider that says whatever a test wants it to: `forge` is how its next id_token differs from a right one. */
export async function lyingServer() {
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const key = { ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  const secret = 'a secret of forty characters, no less!!'
  let forgery: Forgery = {}
  const idToken = async (payload: JWTPayload) => {
    if (forgery.by === 'none') return new UnsecuredJWT(payload).encode()
    if (forgery.by === 'HS256')
      return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))
    const signer = forgery.by === 'other' ? other : own
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(signer.privateKey)
  }
  let nonce = ''
  const { issuer, host } = await listening((request, response) => {
    if (request.url === '/jwks') return void reply(response, { keys: [key] })
    if (request.url !== '/token') {
      return void reply(response, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
      })
    }
    const now = Math.floor(Date.now() / 1000)
    const right = { iss: issuer, aud: 'digao', sub: 'forged', iat: now, exp: now + 300, nonce }
    void idToken({ ...right, ...forgery.claims }).then((id_token) =>
      reply(response, { access_token: 'a', token_type: 'bearer', id_token }),
    )
  })
  /** Takes the browser's visit and sends it back with a code. */
  const visit = (url: string, next: Forgery = {}) => {
    forgery = next
    const { searchParams } = new URL(url)
    nonce = searchParams.get('nonce') ?? ''
    return { code: 'any', state: searchParams.get('state') ?? '' }
  }
  return { issuer, host, clientId: 'digao', secret, visit }
}
