import { type Claims, oidcClaims, oidcUrl } from './oidc.ts'
import type { Client, Provider } from './social-port.ts'

const asOidc = ({ issuer, clientId, secret }: Client) => ({ issuer, clientId, secret, scopes: 'openid profile' })
const said = (claims: Claims, name: string) => {
  const value = claims[name]
  return typeof value === 'string' ? value : ''
}

/** Any OpenID Connect provider as a social one. */
export const oidcProvider: Provider = {
  authorizeUrl: (ask, client, leaving) => oidcUrl(ask, asOidc(client), leaving),
  async profile(ask, client, returned) {
    const claims = await oidcClaims(ask, asOidc(client), returned)
    const nickname = said(claims, 'nickname') || said(claims, 'name') || said(claims, 'preferred_username')
    return { subject: claims.sub, nickname, avatar: said(claims, 'picture') }
  },
  knowsClient: ({ code }) => code === 'invalid_grant',
}
