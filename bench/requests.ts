import { testCreditCode } from '#server/project/testing-credit-code.ts'

/** Someone who asks: a tenant's administrator, signed in, and one row of his tenant. */
export type Asker = {
  tenantId: string
  account: string
  password: string
  token: string
  /** The last one it was given; it changes with every renewal. */
  refreshToken: string
  firmId: string
  rowId: string
}

export type Ask = {
  path: string
  /** Sent with every request beside the asker's token. */
  headers?: Record<string, string>
  askers: readonly Asker[]
  /** What the body holds, if there is one: a new enterprise, a sign-in, or the refresh token of the last answer. */
  body?: 'enterprise' | 'signIn' | 'renew'
  /** So that no two rounds make the same enterprise. */
  from?: number
}

/** The next request of a connection, and what its answer means for the one after. */
export type Requests = { text: (lane: number) => string; heard: (lane: number, body: string) => void }

/**
 * Requests, askers taking turns; `{tenantId}` and the like stand for the asker's. Who renews has a connection of his own, since
 * each renewal needs what the last one answered.
 */
export function requestsOf({ path, headers = {}, askers, body, from = 0 }: Ask): Requests {
  const fixed = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const heads = askers.map((asker) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: keyof Asker) => asker[key])
    const method = body ? 'POST' : 'GET'
    return `${method} ${filled} HTTP/1.1\r\nhost: localhost\r\nsc-auth: bearer ${asker.token}\r\n${fixed.join('')}`
  })
  let sent = 0
  const text = (lane: number) => {
    sent += 1
    const turn = body === 'renew' ? lane : sent
    const asker = askers[turn % askers.length]
    const head = heads[turn % askers.length] ?? ''
    if (!asker || !body) return `${head}\r\n`
    const number = from + sent
    const said = JSON.stringify(
      body === 'renew'
        ? { grant_type: 'refresh_token', refresh_token: asker.refreshToken }
        : body === 'signIn'
          ? { grant_type: 'password', tenantId: asker.tenantId, username: asker.account, password: asker.password }
          : {
              enterpriseName: `新客户${number}`,
              creditCode: testCreditCode(number),
              contact: '林静',
              phone: '0571-80000000',
            },
    )
    return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(said)}\r\n\r\n${said}`
  }
  const heard = (lane: number, answer: string) => {
    const asker = askers[lane % askers.length]
    if (body !== 'renew' || !asker) return
    const said = JSON.parse(answer) as { refresh_token?: string; data?: { refresh_token?: string } }
    asker.refreshToken = said.refresh_token ?? said.data?.refresh_token ?? ''
  }
  return { text, heard }
}
