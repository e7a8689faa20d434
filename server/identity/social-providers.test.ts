import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import type { SocialType } from '#contract/identity.ts'
import { askOutside, type OutsideInit } from '#server/kernel/outbound.ts'
import { type Client, ProviderError } from './social-port.ts'
import { providers } from './social-providers.ts'

type Asked = { method: string; url: URL; headers: Record<string, unknown>; body: string }
type Answer = { status?: number; body: string }
let asked: Asked[] = []
let answers: Record<string, (asked: Asked) => Answer> = {}

// one server that answers as each provider does, under its own names
const server = createServer((request, reply) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    const url = new URL(request.url ?? '', `https://${String(request.headers['x-host'])}`)
    const one = { method: request.method ?? '', url, headers: request.headers, body }
    asked.push(one)
    const { status = 200, body: text } = answers[url.origin + url.pathname]?.(one) ?? {
      status: 404,
      body: 'no such page',
    }
    reply.writeHead(status).end(text)
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const local = `127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const ask = (url: string | URL, { headers = {}, ...init }: OutsideInit = {}) => {
  const { host, pathname, search } = new URL(url)
  return askOutside({ trusted: [local] }, `http://${local}${pathname}${search}`, {
    ...init,
    headers: { ...headers, 'x-host': host },
  })
}

const redirectUri = 'https://digao.example.com/login'
const clientOf = (type: SocialType, more: Partial<Client> = {}): Client => ({
  id: '1', tenantId: '100001', type, name: type, clientId: 'the-app', secret: 'the-secret', redirectUri, issuer: '', corpId: '', ...more,
}) // prettier-ignore
const leaving = { state: 'S', redirectUri, challenge: 'C', nonce: 'N' }
const returned = { code: 'CODE', state: 'S', iss: '', redirectUri, verifier: 'V', nonce: 'N' }
const enter = (type: SocialType, given: typeof answers, more: Partial<Client> = {}) => {
  asked = []
  answers = given
  return providers[type].profile(ask, clientOf(type, more), returned)
}
const says =
  (body: unknown, status = 200) =>
  () => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) })

const wrong = (errcode: number) =>
  enter('wechat', { 'https://api.weixin.qq.com/sns/oauth2/access_token': says({ errcode, errmsg: 'invalid' }) }).catch(
    (e: ProviderError) => e,
  )

const badGateway = () => ({ status: 502, body: '<html>Bad Gateway</html>' })

describe('WeChat', () => {
  const token = 'https://api.weixin.qq.com/sns/oauth2/access_token'
  const userinfo = 'https://api.weixin.qq.com/sns/userinfo'
  const right = {
    access_token: 'A',
    expires_in: 7200,
    refresh_token: 'R',
    openid: 'O',
    scope: 'snsapi_login',
    unionid: 'U',
  }

  test('shows a code to scan', async () => {
    const url = await providers.wechat.authorizeUrl(ask, clientOf('wechat'), leaving)
    expect(url.href).toBe(
      `https://open.weixin.qq.com/connect/qrconnect?appid=the-app&redirect_uri=${encodeURIComponent(redirectUri)}&response_type=code&scope=snsapi_login&state=S#wechat_redirect`,
    )
  })

  test('names a person by unionid, and by openid where there is none', async () => {
    const user = { openid: 'O', nickname: '微信用户', headimgurl: 'https://wx.example/1.png', unionid: 'U' }
    expect(await enter('wechat', { [token]: says(right), [userinfo]: says(user) })).toEqual({
      subject: 'U', nickname: '微信用户', avatar: 'https://wx.example/1.png',
    }) // prettier-ignore
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
      appid: 'the-app', secret: 'the-secret', code: 'CODE', grant_type: 'authorization_code',
    }) // prettier-ignore
    const { unionid: _, ...without } = right
    const plain = { openid: 'O', nickname: '甲' }
    expect(await enter('wechat', { [token]: says(without), [userinfo]: says(plain) })).toMatchObject({ subject: 'O' })
  })

  test('refuses with 200 and its own code, which tells a wrong code from a wrong client', async () => {
    const [code, client] = [await wrong(40029), await wrong(40013)]
    expect([code, client].map((one) => one instanceof ProviderError && providers.wechat.knowsClient(one))).toEqual([
      true,
      false,
    ])
  })
})

describe('DingTalk', () => {
  const token = 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken'
  const me = 'https://api.dingtalk.com/v1.0/contact/users/me'
  const right = { accessToken: 'A', refreshToken: 'R', expireIn: 7200, corpId: 'ding1' }
  const user = {
    nick: '钉钉用户',
    avatarUrl: 'https://d.example/1',
    mobile: '13800000000',
    openId: 'O',
    unionId: 'U',
    stateCode: '86',
  }

  test('takes client, secret and code as JSON and the token in a header of its own', async () => {
    expect(await enter('dingtalk', { [token]: says(right), [me]: says(user) })).toMatchObject({
      subject: 'U',
      nickname: '钉钉用户',
    })
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      clientId: 'the-app', clientSecret: 'the-secret', code: 'CODE', grantType: 'authorization_code',
    }) // prettier-ignore
    expect(asked[1]?.headers['x-acs-dingtalk-access-token']).toBe('A')
  })

  test('lets in only people of the corporation that is set', async () => {
    const given = { [token]: says(right), [me]: says(user) }
    expect(await enter('dingtalk', given, { corpId: 'ding1' })).toMatchObject({ subject: 'U' })
    await expect(enter('dingtalk', given, { corpId: 'ding2' })).rejects.toMatchObject({ code: 'corpId' })
    const url = await providers.dingtalk.authorizeUrl(ask, clientOf('dingtalk', { corpId: 'ding1' }), leaving)
    expect(url.searchParams.get('corpId')).toBe('ding1')
  })

  test('refuses with 400', async () => {
    const refusal = { code: 'invalidParameter.authCode.notFound', message: '不存在的临时授权码' }
    await expect(enter('dingtalk', { [token]: says(refusal, 400) })).rejects.toMatchObject(refusal)
  })
})

describe('QQ', () => {
  const token = 'https://graph.qq.com/oauth2.0/token'
  const me = 'https://graph.qq.com/oauth2.0/me'
  const userinfo = 'https://graph.qq.com/user/get_user_info'
  const user = { ret: 0, msg: '', nickname: 'QQ用户', figureurl_qq_1: 'https://q.example/40' }
  const form = 'access_token=A&expires_in=7776000&refresh_token=R'

  test('answers a form, then callback( … ), then JSON', async () => {
    const openid = 'callback( {"client_id":"the-app","openid":"O","unionid":"UID"} );\n'
    const given = { [token]: says(form), [me]: says(openid), [userinfo]: says(user) }
    expect(await enter('qq', given)).toEqual({ subject: 'UID', nickname: 'QQ用户', avatar: 'https://q.example/40' })
    expect(asked[2]?.url.search).toBe('?access_token=A&oauth_consumer_key=the-app&openid=O')
  })

  test('a token of another client is no proof', async () => {
    const given = { [token]: says(form), [me]: says('callback( {"client_id":"somebody","openid":"O"} );') }
    await expect(enter('qq', given)).rejects.toMatchObject({ code: 'client_id' })
  })

  test('refuses in callback( … )', async () => {
    const refusal = 'callback( {"error":100019,"error_description":"code to access token error"} );'
    await expect(enter('qq', { [token]: says(refusal) })).rejects.toMatchObject({ code: '100019' })
  })
})

describe('Gitee', () => {
  const token = 'https://gitee.com/oauth/token'
  const userinfo = 'https://gitee.com/api/v5/user'

  test('keeps the secret in the body and names a person by number', async () => {
    const user = { id: 4711, login: 'wang', name: '王五', avatar_url: 'https://g.example/1' }
    expect(await enter('gitee', { [token]: says({ access_token: 'A' }), [userinfo]: says(user) })).toEqual({
      subject: '4711', nickname: '王五', avatar: 'https://g.example/1',
    }) // prettier-ignore
    expect(asked[0]?.url.search).toBe('')
    expect(new URLSearchParams(asked[0]?.body).get('client_secret')).toBe('the-secret')
  })

  test('refuses in OAuth’s words', async () => {
    const refusal = { error: 'invalid_grant', error_description: 'The provided authorization grant is invalid' }
    const error = await enter('gitee', { [token]: says(refusal, 401) }).catch((e: ProviderError) => e)
    expect(error instanceof ProviderError && providers.gitee.knowsClient(error)).toBe(true)
  })
})

test.each(['wechat', 'dingtalk', 'qq', 'gitee'] as const)(
  '%s: a page instead of an answer lets nobody in',
  async (type) => {
    const everywhere = new Proxy({}, { get: () => badGateway })
    await expect(enter(type, everywhere)).rejects.toMatchObject({ code: '502' })
    await expect(enter(type, new Proxy({}, { get: () => says({}) }))).rejects.toBeInstanceOf(ProviderError)
  },
)
