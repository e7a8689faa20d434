import { z } from 'zod'
import { get, none, post } from './endpoint.ts'

const HeldShape = z.record(
  z.string(),
  z.union([z.literal(true), z.literal('self'), z.object({ depts: z.array(z.string()).readonly() })]),
)

/** What a client remembers of a sign-in; field names are those of the family of clients this gateway serves. */
export const Session = z.object({
  tenant_id: z.string(),
  user_id: z.string(),
  dept_id: z.string(),
  post_id: z.string(),
  role_id: z.string(),
  oauth_id: z.string(),
  account: z.string(),
  user_name: z.string(),
  nick_name: z.string(),
  real_name: z.string(),
  /** Comma-separated role aliases. */
  role_name: z.string(),
  avatar: z.string(),
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds. */
  expires_in: z.number().int(),
  /** `held`: how far this person may go, by grant (contract/grants.ts); `mustChangePassword`: until then nothing else. */
  detail: z.object({
    firmName: z.string(),
    tenantName: z.string(),
    /** What the tenant is: firm, school, person, platform. Decides whose menus stand in the frame. */
    tenantType: z.string(),
    /** Whose user he is: another tenant than `tenant_id` while the platform's administrator has entered one. */
    homeTenantId: z.string(),
    /** Where the tenant's people come in, `scheme://host`; empty: here. */
    tenantDomain: z.string(),
    /** How the session was opened: password, captcha, sms, social, sso, passkey. */
    signedInBy: z.string(),
    held: HeldShape,
    mustChangePassword: z.boolean(),
  }),
})

const SignIn = z.object({
  grant_type: z.string(),
  tenantId: z.string().optional(),
  username: z.string().max(64).optional(),
  /** md5 hex, lower case. */
  password: z.string().max(64).optional(),
  scope: z.string().optional(),
  type: z.string().optional(),
  refresh_token: z.string().max(4096).optional(),
  key: z.string().max(64).optional(),
  /** The captcha's answer; of social and authorization_code what the provider handed out. */
  code: z.string().max(4096).optional(),
  deptId: z.string().optional(),
  roleId: z.string().optional(),
  phone: z.string().max(32).optional(),
  smsId: z.string().max(64).optional(),
  smsCode: z.string().max(16).optional(),
  /** What some clients call smsCode. */
  verificationCode: z.string().max(16).optional(),
  /** A social client: its id, or its type for the first of that type. */
  source: z.string().max(64).optional(),
  state: z.string().max(512).optional(),
  iss: z.string().max(500).optional(),
  redirect_uri: z.string().max(2048).optional(),
  /** What the browser began the way through another with; required if it did. */
  nonce: z.string().max(128).optional(),
  /** Who a provider has said one is: linked to the account that signs in now. */
  oauthId: z.string().max(128).optional(),
  /** Of a passkey: the challenge's name, and what the authenticator says, as an object or its JSON. */
  flow: z.string().max(128).optional(),
  response: z.union([z.string().max(16_384), z.record(z.string(), z.unknown())]).optional(),
})

/** Cut, not refused: one long stack must not keep the other entries from arriving. */
const cut = (most: number) =>
  z
    .union([z.string(), z.number(), z.null()])
    .transform((text) => String(text ?? '').slice(0, most))
    .default('')
const LogEntry = z.object({
  url: cut(2048),
  time: cut(40),
  type: cut(40),
  message: cut(4000),
  stack: cut(20_000),
  info: cut(4000),
})

export const auth = {
  token: post('/sc-auth/oauth/token', {
    may: 'public',
    says: 'Signs in (grant_type password, captcha, sms_code, social, authorization_code, passkey) or renews (refresh_token); the answer is a bare object',
    input: SignIn,
    output: Session,
    bare: true,
  }),
  captcha: get('/sc-auth/oauth/captcha', {
    may: 'public',
    says: 'A captcha of five characters, good for one use; the image is a data URL',
    input: none,
    output: z.object({ key: z.string(), image: z.string() }),
    bare: true,
  }),
  logout: get('/sc-auth/oauth/logout', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Signs out: revokes the session',
    input: none,
    output: none,
  }),
  uploadLogs: post('/sc-auth/oauth/logout', {
    may: 'signedIn',
    says: "Stores the browser's error logs; signs nobody out",
    input: z.object({ list: z.array(LogEntry).max(200) }),
    output: none,
  }),
  userInfo: get('/sc-auth/oauth/user-info', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Who is signed in',
    input: none,
    output: z.object({
      userId: z.string(),
      tenantId: z.string(),
      account: z.string(),
      realName: z.string(),
      avatar: z.string(),
      deptId: z.string(),
      roles: z.array(z.string()),
      homeTenantId: z.string(),
      held: HeldShape,
      mustChangePassword: z.boolean(),
    }),
  }),
  clearCache: get('/sc-auth/oauth/clear-cache', {
    may: 'signedIn',
    says: 'Nothing is cached on the server; kept for older clients',
    input: none,
    output: none,
  }),
}
