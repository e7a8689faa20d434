import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export type Taken = { phone: string; sign: string; template: string; params: unknown }
/** What the vendor does with the next message: takes it, or answers with this error of its own; `silent` never answers. */
export type Mood = 'take' | 'silent' | 'nonsense' | { error: string }

/** A server that answers as Alibaba Cloud and Tencent Cloud do, and takes only what is signed with the right secret. */
export async function smsVendor(secret: string) {
  const taken: Taken[] = []
  const state: { mood: Mood } = { mood: 'take' }
  const server = createServer((request, reply) => {
    const say = async () => {
      const { status, body } = await answer(request, { secret, mood: state.mood, taken })
      reply.writeHead(status, { 'content-type': 'application/json' }).end(body)
    }
    void say()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  const host = `127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
  return {
    host,
    taken,
    behave: (mood: Mood) => void (state.mood = mood),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}

type With = { secret: string; mood: Mood; taken: Taken[] }
type Said = { status: number; body: string }
const json = (status: number, body: object): Said => ({ status, body: JSON.stringify(body) })

async function answer(request: IncomingMessage, how: With): Promise<Said> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  if (how.mood === 'silent') await sleep(60_000, undefined, { ref: false })
  if (how.mood === 'nonsense') return { status: 502, body: '<html>Bad Gateway</html>' }
  const body = Buffer.concat(parts).toString()
  return request.headers['x-acs-action'] ? aliyun(request, how) : tencent(request, body, how)
}

/** A name of a header and its value, as both signatures put them. */
const lines = ({ headers }: IncomingMessage, names: readonly string[], lower = false) =>
  names
    .map((name) => {
      const value = String(headers[name] ?? '').trim()
      return `${name}:${lower && name === 'x-tc-action' ? value.toLowerCase() : value}\n`
    })
    .join('')

function aliyun(request: IncomingMessage, { secret, mood, taken }: With): Said {
  const [, names = '', signature = ''] =
    /SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(request.headers.authorization ?? '') ?? []
  const [, query = ''] = (request.url ?? '').split('?')
  const payload = String(request.headers['x-acs-content-sha256'])
  const canonical = ['POST', '/', query, lines(request, names.split(';')), names, payload].join('\n')
  const wanted = mac(secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
  const age = Math.abs(Date.now() - Date.parse(String(request.headers['x-acs-date'])))
  if (wanted !== signature || payload !== sha256('') || age > 60_000)
    return json(400, { Code: 'SignatureDoesNotMatch', Message: 'no match', RequestId: 'r' })
  if (typeof mood === 'object') return json(200, { Code: mood.error, Message: 'refused', RequestId: 'r' })
  const sent = new URLSearchParams(query)
  taken.push({
    phone: sent.get('PhoneNumbers') ?? '',
    sign: sent.get('SignName') ?? '',
    template: sent.get('TemplateCode') ?? '',
    params: JSON.parse(sent.get('TemplateParam') ?? '{}'),
  })
  return json(200, { Code: 'OK', Message: 'OK', RequestId: 'r', BizId: '900619746936498440^0' })
}

type TencentBody = {
  PhoneNumberSet: string[]
  SignName: string
  TemplateId: string
  TemplateParamSet: string[]
  SmsSdkAppId: string
}

function tencent(request: IncomingMessage, body: string, { secret, mood, taken }: With): Said {
  const [, date = '', names = '', signature = ''] =
    /Credential=[^/]+\/([\d-]+)\/sms\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  const canonical = ['POST', '/', '', lines(request, names.split(';'), true), names, sha256(body)].join('\n')
  const stamp = String(request.headers['x-tc-timestamp'])
  const text = ['TC3-HMAC-SHA256', stamp, `${date}/sms/tc3_request`, sha256(canonical)].join('\n')
  const wanted = mac(mac(mac(mac(`TC3${secret}`, date), 'sms'), 'tc3_request'), text).toString('hex')
  const refuse = (Code: string) => json(200, { Response: { Error: { Code, Message: 'refused' }, RequestId: 'r' } })
  if (wanted !== signature) return refuse('AuthFailure.SignatureFailure')
  if (request.headers['x-tc-version'] !== '2021-01-11') return refuse('InvalidParameter')
  const sent = JSON.parse(body) as TencentBody
  const one = { SerialNo: '5000:1045710669157053657849499619', PhoneNumber: sent.PhoneNumberSet[0], Fee: 1 }
  if (typeof mood === 'object')
    return json(200, {
      Response: { SendStatusSet: [{ ...one, Fee: 0, Code: mood.error, Message: 'refused' }], RequestId: 'r' },
    })
  taken.push({
    phone: sent.PhoneNumberSet.join(),
    sign: sent.SignName,
    template: `${sent.SmsSdkAppId}/${sent.TemplateId}`,
    params: sent.TemplateParamSet,
  })
  return json(200, { Response: { SendStatusSet: [{ ...one, Code: 'Ok', Message: 'send success' }], RequestId: 'r' } })
}
