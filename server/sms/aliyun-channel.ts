import { createHmac, randomUUID } from 'node:crypto'
import type { SmsFault } from '#contract/sms.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import { type Ask, askProvider, type Credentials, endpointOf, faultOf, type SmsChannel, text } from './sms-channel.ts'

const ALGORITHM = 'ACS3-HMAC-SHA256'
const VERSION = '2017-05-25'
/** RFC 3986: what encodeURIComponent leaves is escaped too. */
const escaped = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

export type AliyunRequest = {
  host: string
  action: string
  version: string
  query: Readonly<Record<string, string>>
  /** ISO 8601, UTC, whole seconds. */
  date: string
  nonce: string
}

/**
 * The query and the headers of a POST without a body, signed. Alibaba Cloud, request syntax and signature method V3
 * (help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature); its example is our test.
 */
export function signAliyun(
  { accessKey, secret }: Pick<Credentials, 'accessKey' | 'secret'>,
  { host, action, version, query, date, nonce }: AliyunRequest,
): { query: string; headers: Record<string, string> } {
  const payload = sha256('')
  const signed: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': payload,
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const names = Object.keys(signed).sort()
  const sorted = Object.entries(query)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join('&')
  const headers = names.map((name) => `${name}:${signed[name]?.trim() ?? ''}\n`).join('')
  const canonical = ['POST', '/', sorted, headers, names.join(';'), payload].join('\n')
  const signature = createHmac('sha256', secret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex')
  const authorization = `${ALGORITHM} Credential=${accessKey},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { query: sorted, headers: { ...signed, authorization } }
}

// help.aliyun.com/zh/sms/developer-reference/api-error-codes
const faults: readonly (readonly [RegExp, SmsFault])[] = [
  [/BUSINESS_LIMIT_CONTROL|DAY_LIMIT_CONTROL|Throttling/, 'limit'],
  [/TEMPLATE|INVALID_JSON_PARAM|PARAM_LENGTH_LIMIT/, 'template'],
  [/SIGN(?!ature)/, 'sign'],
  [/MOBILE/, 'phone'],
  [/AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE/, 'balance'],
  [/SignatureDoesNotMatch|InvalidAccessKeyId|Forbidden|RAM_PERMISSION_DENY|ACCOUNT_/, 'credential'],
]

/** Alibaba Cloud, dysmsapi 2017-05-25, SendSms. */
export function aliyunChannel(ask: Ask, credentials: Credentials): SmsChannel {
  const { origin, host } = endpointOf(credentials.endpoint, 'dysmsapi.aliyuncs.com')
  return {
    async send({ phone, sign, template, params }) {
      const { query, headers } = signAliyun(credentials, {
        host,
        action: 'SendSms',
        version: VERSION,
        date: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
        nonce: randomUUID(),
        query: {
          PhoneNumbers: phone,
          SignName: sign,
          TemplateCode: template,
          TemplateParam: JSON.stringify(Object.fromEntries(params)),
        },
      })
      const answered = await askProvider(ask, `${origin}/?${query}`, { method: 'POST', headers })
      if ('fault' in answered) return answered
      const code = text(answered.body['Code'])
      if (code === 'OK') return { providerId: text(answered.body['BizId']) }
      return { fault: faultOf(faults, code), detail: code || `HTTP ${answered.status}` }
    },
  }
}
