import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

type Cbor = number | string | Buffer | Map<number | string, Cbor>
const head = (major: number, n: number) =>
  n < 24 ? Buffer.from([(major << 5) | n]) : n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255]) // prettier-ignore
/** CBOR (RFC 8949) as far as an authenticator needs it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
/** What an answer may say wrongly. */
export type Twist = { origin?: string; rpId?: string; type?: string; counter?: number; verified?: boolean }
const PRESENT = 1
const VERIFIED = 4
const ATTESTED = 64

const clientData = (type: string, challenge: unknown, from: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

/** A phone with one resident key: makes it for `options` of a registration, and answers challenges with it. */
export function softAuthenticator({ origin }: { origin: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let userHandle = ''
  let counter = 0
  const authData = (
    flags: number,
    { rpId = new URL(origin).hostname, counter: count = ++counter, verified = true }: Twist,
  ) => {
    const bytes = Buffer.alloc(5)
    bytes[0] = flags | PRESENT | (verified ? VERIFIED : 0)
    bytes.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), bytes])
  }
  const key = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  }
  return {
    register(options: Record<string, unknown>, twist: Twist = {}) {
      const { user } = options
      if (typeof user === 'object' && user !== null && 'id' in user) userHandle = String(user.id)
      const cose = cbor(
        new Map<number, Cbor>([[1, 2], [3, -7], [-1, 1], [-2, Buffer.from(x, 'base64url')], [-3, Buffer.from(y, 'base64url')]]),
      ) // prettier-ignore
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const data = Buffer.concat([authData(ATTESTED, twist), attested])
      const object = cbor(new Map<string, Cbor>([['fmt', 'none'], ['attStmt', new Map()], ['authData', data]])) // prettier-ignore
      const said = clientData(twist.type ?? 'webauthn.create', options['challenge'], twist.origin ?? origin)
      const response = { clientDataJSON: said.toString('base64url'), attestationObject: object.toString('base64url') }
      return { ...key, response: { ...response, transports: ['internal'] } }
    },
    answer(options: Record<string, unknown>, twist: Twist = {}) {
      const said = clientData(twist.type ?? 'webauthn.get', options['challenge'], twist.origin ?? origin)
      const data = authData(0, twist)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(said)]))
        .sign(privateKey)
      const response = { clientDataJSON: said.toString('base64url'), authenticatorData: data.toString('base64url') }
      return { ...key, response: { ...response, signature: signature.toString('base64url'), userHandle } }
    },
  }
}
