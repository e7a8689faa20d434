import { testCreditCode } from '#server/project/testing-credit-code.ts'

/** Someone who asks: a tenant's administrator, signed in, and one row of his tenant. */
export type Asker = {
  tenantId: string
  account: string
  password: string
  token: string
  firmId: string
  rowId: string
}

export type Ask = {
  path: string
  /** Sent with every request beside the asker's token. */
  headers?: Record<string, string>
  askers: readonly Asker[]
  /** What the body holds, if there is one: a new enterprise, or a sign-in. */
  body?: 'enterprise' | 'signIn'
  /** So that no two rounds make the same enterprise. */
  from?: number
}

/** The text of the next HTTP request. Askers take turns; `{tenantId}` and the like stand for the asker's. */
export function requestsOf({ path, headers = {}, askers, body, from = 0 }: Ask): () => string {
  const fixed = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const heads = askers.map((asker) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: keyof Asker) => asker[key])
    const method = body ? 'POST' : 'GET'
    return `${method} ${filled} HTTP/1.1\r\nhost: localhost\r\nsc-auth: bearer ${asker.token}\r\n${fixed.join('')}`
  })
  let sent = 0
  return () => {
    sent += 1
    const asker = askers[sent % askers.length]
    const head = heads[sent % askers.length] ?? ''
    if (!asker || !body) return `${head}\r\n`
    const number = from + sent
    const text = JSON.stringify(
      body === 'signIn'
        ? { grant_type: 'password', tenantId: asker.tenantId, username: asker.account, password: asker.password }
        : {
            enterpriseName: `新客户${number}`,
            creditCode: testCreditCode(number),
            contact: '林静',
            phone: '0571-80000000',
          },
    )
    return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  }
}
