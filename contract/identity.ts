import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, time } from './endpoint.ts'

const tenantId = z.string().max(12).optional()
/** What a browser makes up at the start and keeps for itself: whoever did not start cannot finish. */
export const nonce = z.string().min(16).max(128).optional()
export const Away = z.object({
  /** Where the browser goes. */
  url: z.string(),
  state: z.string(),
})
/** What came back with the browser. */
export const Back = z.object({
  code: z.string().min(1).max(4096),
  state: z.string().min(1).max(512),
  nonce,
  iss: z.string().max(500).optional(),
})

/** One device that is signed in as the caller, or was. */
export const OwnSession = z.object({
  id: z.string(),
  method: z.string(),
  address: z.string(),
  userAgent: z.string(),
  createTime: time,
  seenTime: time,
  /** The session that asks. */
  current: z.boolean(),
  /** Empty while it stands. */
  endTime: time,
  endReason: z.string(),
})
export type OwnSession = z.output<typeof OwnSession>

export const session = {
  list: get('/sc-auth/session/list', {
    may: 'signedIn',
    ofSelf: true,
    says: "The caller's devices that are signed in, this one first",
    input: none,
    output: z.array(OwnSession),
  }),
  history: get('/sc-auth/session/history', {
    may: 'signedIn',
    ofSelf: true,
    says: "The caller's sign-ins, newest first",
    input: paging(['method', 'createTime']),
    output: paged(OwnSession),
  }),
  kick: post('/sc-auth/session/kick', {
    may: 'signedIn',
    ofSelf: true,
    says: "Signs the caller's devices of these ids out",
    input: z.object({ ids }),
    output: none,
  }),
  kickOthers: post('/sc-auth/session/kick-others', {
    may: 'signedIn',
    ofSelf: true,
    says: "Signs all the caller's devices out but this one",
    input: none,
    output: z.object({ ended: z.number().int() }),
  }),
}

export const socialTypes = ['wechat', 'dingtalk', 'qq', 'gitee', 'oidc'] as const
export type SocialType = (typeof socialTypes)[number]
const Source = z.object({ id: z.string(), type: z.enum(socialTypes), name: z.string() })
const Linked = z.object({
  id: z.string(),
  kind: z.enum(['social', 'sso']),
  type: z.string(),
  name: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  createTime: time,
})

export const social = {
  list: get('/sc-auth/social/list', {
    may: 'public',
    says: 'Through whom one may sign in to a tenant',
    input: z.object({ tenantId }),
    output: z.object({ social: z.array(Source), sso: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  authorize: get('/sc-auth/social/{source}/authorize', {
    may: 'public',
    says: 'Begins a sign-in through a social client (its id, or its type): where the browser goes',
    input: z.object({ source: z.string().max(64), tenantId, nonce }),
    output: Away,
  }),
  bindStart: post('/sc-auth/social/{source}/bind-start', {
    network: true,
    may: 'signedIn',
    ofSelf: true,
    says: "Begins to link the caller's account there to his account here",
    input: z.object({ source: z.string().max(64), nonce }),
    output: Away,
  }),
  bind: post('/sc-auth/social/bind', {
    network: true,
    may: 'signedIn',
    ofSelf: true,
    says: 'Links the account that came back with the browser to the caller',
    input: Back,
    output: Linked,
  }),
  bound: get('/sc-auth/social/bound', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Which accounts elsewhere are linked to the caller, and which could be',
    input: none,
    output: z.object({ linked: z.array(Linked), free: z.array(Source) }),
  }),
  unbind: post('/sc-auth/social/unbind', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Unlinks one; refused for the only way to sign in',
    input: z.object({ id }),
    output: none,
  }),
}

export const sso = {
  start: get('/sc-auth/sso/{id}/start', {
    may: 'public',
    says: 'Begins a single sign-on: where the browser goes; it comes back to the login page',
    input: z.object({ id, tenantId, nonce, redirect_uri: z.string().max(2048).optional() }),
    output: Away,
  }),
}

const Passkey = z.object({ id: z.string(), name: z.string(), createTime: time, seenTime: time, backedUp: z.boolean() })
export type Passkey = z.output<typeof Passkey>
const Ceremony = z.object({ flow: z.string(), options: z.record(z.string(), z.unknown()) })

export const passkey = {
  loginOptions: get('/sc-auth/passkey/login-options', {
    may: 'public',
    says: 'A challenge for signing in by passkey, good once for five minutes',
    input: none,
    output: Ceremony,
  }),
  registerOptions: post('/sc-auth/passkey/register-options', {
    may: 'signedIn',
    ofSelf: true,
    says: 'A challenge for setting up a passkey, good once for five minutes',
    input: none,
    output: Ceremony,
  }),
  register: post('/sc-auth/passkey/register', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Keeps the passkey that the authenticator made',
    input: z.object({
      flow: z.string().max(128),
      name: z.string().trim().min(1).max(60),
      response: z.record(z.string(), z.unknown()),
    }),
    output: Passkey,
  }),
  list: get('/sc-auth/passkey/list', {
    may: 'signedIn',
    ofSelf: true,
    says: "The caller's passkeys",
    input: none,
    output: z.array(Passkey),
  }),
  rename: post('/sc-auth/passkey/rename', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Gives a passkey another name',
    input: z.object({ id, name: z.string().trim().min(1).max(60) }),
    output: none,
  }),
  remove: post('/sc-auth/passkey/remove', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Removes one; refused for the only way to sign in',
    input: z.object({ id }),
    output: none,
  }),
}

export const ownPhone = {
  bind: post('/sc-auth/account/bind-phone', {
    may: 'signedIn',
    ofSelf: true,
    network: true,
    says: "Makes a number the caller's, by a code of sendBindValidate; ends what others could do with the old one",
    input: z.object({ phone: z.string().max(32), smsId: z.string().max(64), smsCode: z.string().max(16) }),
    output: none,
  }),
}

export const payloadCrypto = {
  keys: get('/sc-auth/payload-crypto/keys', {
    may: 'client.manage',
    says: 'What clients of this deployment encrypt with, and whether encrypted bodies are accepted',
    input: none,
    output: z.object({ on: z.boolean(), aesKey: z.string() }),
  }),
}
