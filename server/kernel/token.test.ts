import { createHmac } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { openTokens } from './token.ts'

const key = Buffer.alloc(32, 7)
const tokens = openTokens(key)
const now = Math.floor(Date.now() / 1000)
const token = { sessionId: '01900000-0000-7000-8000-000000000000', tenantId: '100001', userId: 'u1', expires: now + 60 }
const claims = { tid: '100001', sub: 'u1', jti: token.sessionId, iss: 'digao', aud: 'digao', exp: now + 60 }
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (payload: object, header: object, secret = key) => {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const header = { alg: 'HS256', typ: 'at+jwt' }

test('our own token is read back', async () => {
  expect(await tokens.read('access', await tokens.sign('access', token))).toEqual(token)
  expect(await tokens.read('access', signed(claims, header))).toEqual(token)
})

test('a token of the other kind, too old, cut short or changed is nobody’s', async () => {
  const good = await tokens.sign('access', token)
  expect(await tokens.read('refresh', good)).toBeUndefined()
  expect(await tokens.read('access', good.slice(0, -1))).toBeUndefined()
  expect(await tokens.read('access', good.slice(0, -4))).toBeUndefined()
  expect(await tokens.read('access', await tokens.sign('access', { ...token, expires: now - 1 }))).toBeUndefined()
  const [head, , tail] = good.split('.')
  const other = Buffer.from(JSON.stringify({ ...claims, tid: '100002' })).toString('base64url')
  expect(await tokens.read('access', `${head}.${other}.${tail}`)).toBeUndefined()
})

test.each([
  ['no algorithm', new UnsecuredJWT(claims).encode()],
  ['another key', signed(claims, header, Buffer.alloc(32, 8))],
  [
    'a key in its own header',
    signed(claims, { ...header, jwk: { kty: 'oct', k: key.toString('base64url') } }, Buffer.alloc(32, 9)),
  ],
  ['no type', signed(claims, { alg: 'HS256' })],
  ['another audience', signed({ ...claims, aud: 'x' }, header)],
  ['another issuer', signed({ ...claims, iss: 'x' }, header)],
  ['no session', signed({ ...claims, jti: undefined }, header)],
  ['no expiry', signed({ ...claims, exp: undefined }, header)],
  [
    'the key published with a product of this family',
    signed(
      claims,
      header,
      Buffer.from('bladexisapowerfulmicroservicearchitectureupgradedandoptimizedfromacommercialproject'),
    ),
  ],
])('a token with %s is nobody’s', async (_, text) => {
  expect(await tokens.read('access', text)).toBeUndefined()
})

test('a token signed by a longer hash of the same key is nobody’s', async () => {
  const text = await new SignJWT({ tid: '100001' })
    .setProtectedHeader({ alg: 'HS512', typ: 'at+jwt' })
    .setIssuer('digao')
    .setAudience('digao')
    .setJti(token.sessionId)
    .setSubject('u1')
    .setExpirationTime(now + 60)
    .sign(new Uint8Array(64).fill(7))
  expect(await tokens.read('access', text)).toBeUndefined()
})
