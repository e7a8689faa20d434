import type { SocialType } from '#contract/identity.ts'
import { oidcProvider } from './oidc-social.ts'
import { address, fieldsOf, needed, type Provider, ProviderError, textOf } from './social-port.ts'

// Addresses and parameters as JustAuth's AuthDefaultSource and the providers' own documents have them.

/** 微信开放平台, 网站应用: developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login */
const wechat: Provider = {
  async authorizeUrl(_ask, { clientId }, { state, redirectUri }) {
    const query = { appid: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'snsapi_login', state }
    const url = address('https://open.weixin.qq.com/connect/qrconnect', query)
    url.hash = 'wechat_redirect'
    return url
  },
  async profile(ask, { clientId, secret }, { code }) {
    const query = { appid: clientId, secret, code, grant_type: 'authorization_code' }
    const token = await fieldsOf(await ask(address('https://api.weixin.qq.com/sns/oauth2/access_token', query)))
    const [access_token, openid] = [needed(token, 'access_token'), needed(token, 'openid')]
    const who = { access_token, openid, lang: 'zh_CN' }
    const user = await fieldsOf(await ask(address('https://api.weixin.qq.com/sns/userinfo', who)))
    // one person has one unionid for all applications of an account there, an openid for each
    const subject = textOf(user, 'unionid') || textOf(token, 'unionid') || needed(user, 'openid')
    return { subject, nickname: textOf(user, 'nickname'), avatar: textOf(user, 'headimgurl') }
  },
  // 40029: invalid code; 40013 and 40125 would be the appid and the secret
  knowsClient: ({ code }) => code === '40029',
}

/** 钉钉, OAuth 2.0 of the new version: open.dingtalk.com/document/orgapp/obtain-identity-credentials */
const dingtalk: Provider = {
  async authorizeUrl(_ask, { clientId, corpId }, { state, redirectUri }) {
    const scope = corpId ? 'openid corpid' : 'openid'
    const query = { redirect_uri: redirectUri, response_type: 'code', client_id: clientId, scope, state }
    return address('https://login.dingtalk.com/oauth2/auth', { ...query, prompt: 'consent', ...(corpId && { corpId }) })
  },
  async profile(ask, { clientId, secret, corpId }, { code }) {
    const body = JSON.stringify({ clientId, clientSecret: secret, code, grantType: 'authorization_code' })
    const headers = { 'content-type': 'application/json' }
    const url = 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken'
    const token = await fieldsOf(await ask(url, { method: 'POST', headers, body }))
    const access = needed(token, 'accessToken')
    if (corpId && textOf(token, 'corpId') !== corpId) throw new ProviderError('corpId', 'of another corporation')
    const user = await fieldsOf(
      await ask('https://api.dingtalk.com/v1.0/contact/users/me', {
        headers: { 'x-acs-dingtalk-access-token': access },
      }),
    )
    const subject = textOf(user, 'unionId') || needed(user, 'openId')
    return { subject, nickname: textOf(user, 'nick'), avatar: textOf(user, 'avatarUrl') }
  },
  knowsClient: ({ code }) => /code/i.test(code),
}

/** QQ互联: wiki.connect.qq.com; its answers are forms and `callback( … )`. */
const qq: Provider = {
  async authorizeUrl(_ask, { clientId }, { state, redirectUri }) {
    const query = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state }
    return address('https://graph.qq.com/oauth2.0/authorize', { ...query, scope: 'get_user_info' })
  },
  async profile(ask, { clientId, secret }, { code, redirectUri }) {
    const query = { grant_type: 'authorization_code', client_id: clientId, client_secret: secret, code }
    const token = await fieldsOf(
      await ask(address('https://graph.qq.com/oauth2.0/token', { ...query, redirect_uri: redirectUri })),
    )
    const access_token = needed(token, 'access_token')
    const me = await fieldsOf(await ask(address('https://graph.qq.com/oauth2.0/me', { access_token, unionid: '1' })))
    if (textOf(me, 'client_id') && textOf(me, 'client_id') !== clientId)
      throw new ProviderError('client_id', 'a token of another client')
    const openid = needed(me, 'openid')
    const who = { access_token, oauth_consumer_key: clientId, openid }
    const user = await fieldsOf(await ask(address('https://graph.qq.com/user/get_user_info', who)))
    const avatar = textOf(user, 'figureurl_qq_2') || textOf(user, 'figureurl_qq_1')
    return { subject: textOf(me, 'unionid') || openid, nickname: textOf(user, 'nickname'), avatar }
  },
  // 100019 and 100020: a code that is wrong or was used; 100008 and 100009 would be the client and its secret
  knowsClient: ({ code }) => code === '100019' || code === '100020',
}

/** Gitee: gitee.com/api/v5/oauth_doc */
const gitee: Provider = {
  async authorizeUrl(_ask, { clientId }, { state, redirectUri }) {
    const query = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'user_info', state }
    return address('https://gitee.com/oauth/authorize', query)
  },
  async profile(ask, { clientId, secret }, { code, redirectUri }) {
    const form = { grant_type: 'authorization_code', code, client_id: clientId, redirect_uri: redirectUri }
    const body = new URLSearchParams({ ...form, client_secret: secret }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Digao' }
    const token = await fieldsOf(await ask('https://gitee.com/oauth/token', { method: 'POST', headers, body }))
    const access_token = needed(token, 'access_token')
    const user = await fieldsOf(
      await ask(address('https://gitee.com/api/v5/user', { access_token }), { headers: { 'user-agent': 'Digao' } }),
    )
    return {
      subject: needed(user, 'id'),
      nickname: textOf(user, 'name') || textOf(user, 'login'),
      avatar: textOf(user, 'avatar_url'),
    }
  },
  knowsClient: ({ code }) => code === 'invalid_grant',
}

export const providers: Record<SocialType, Provider> = { wechat, dingtalk, qq, gitee, oidc: oidcProvider }
