import { createHmac } from 'node:crypto'
import type { SmsFault } from '#contract/sms.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import { type Ask, askProvider, type Credentials, endpointOf, faultOf, type SmsChannel, text } from './sms-channel.ts'

const ALGORITHM = 'TC3-HMAC-SHA256'
const TYPE = 'application/json; charset=utf-8'
const mac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest()

export type TencentRequest = {
  host: string
  service: string
  action: string
  body: string
  /** Seconds since 1970. */
  timestamp: number
}

/**
 * The signed headers of a POST. Tencent Cloud API 3.0, signature method v3
 * (cloud.tencent.com/document/product/213/30654); its example is our test.
 */
export function signTencent(
  { accessKey, secret }: Pick<Credentials, 'accessKey' | 'secret'>,
  { host, service, action, body, timestamp }: TencentRequest,
): Record<string, string> {
  const signedHeaders = 'content-type;host;x-tc-action'
  const headers = `content-type:${TYPE}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const canonical = ['POST', '/', '', headers, signedHeaders, sha256(body)].join('\n')
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const wanted = [ALGORITHM, String(timestamp), scope, sha256(canonical)].join('\n')
  const key = mac(mac(mac(`TC3${secret}`, date), service), 'tc3_request')
  const signature = mac(key, wanted).toString('hex')
  return {
    host,
    'content-type': TYPE,
    authorization: `${ALGORITHM} Credential=${accessKey}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    'x-tc-action': action,
    'x-tc-timestamp': String(timestamp),
  }
}

// cloud.tencent.com/document/product/382/59177
const faults: readonly (readonly [RegExp, SmsFault])[] = [
  [/^(LimitExceeded|RequestLimitExceeded)/, 'limit'],
  [/Template/, 'template'],
  [/AuthFailure|UnauthorizedOperation/, 'credential'],
  [/Sign/, 'sign'],
  [/PhoneNumber/, 'phone'],
  [/InsufficientBalance/, 'balance'],
]

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Tencent Cloud, sms 2021-01-11, SendSms. */
export function tencentChannel(ask: Ask, credentials: Credentials): SmsChannel {
  const { origin, host } = endpointOf(credentials.endpoint, 'sms.tencentcloudapi.com')
  return {
    async send({ phone, sign, template, params }) {
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${phone}`],
        SmsSdkAppId: credentials.appId,
        SignName: sign,
        TemplateId: template,
        TemplateParamSet: params.map(([, value]) => value),
      })
      const timestamp = Math.floor(Date.now() / 1000)
      const headers = {
        ...signTencent(credentials, { host, service: 'sms', action: 'SendSms', body, timestamp }),
        'x-tc-version': '2021-01-11',
        'x-tc-region': 'ap-guangzhou',
      }
      const answered = await askProvider(ask, `${origin}/`, { method: 'POST', headers, body })
      if ('fault' in answered) return answered
      const response = record(answered.body['Response'])
      const refused = text(record(response['Error'])['Code'])
      const sent = Array.isArray(response['SendStatusSet']) ? record(response['SendStatusSet'][0]) : {}
      const code = refused || text(sent['Code'])
      if (code === 'Ok') return { providerId: text(sent['SerialNo']) }
      return { fault: faultOf(faults, code), detail: code || `HTTP ${answered.status}` }
    },
  }
}
