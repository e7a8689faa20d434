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
  /** `held`: how far this person may go, by grant (contract/grants.ts). */
  detail: z.object({ firmName: z.string(), tenantName: z.string(), held: HeldShape }),
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
  code: z.string().max(16).optional(),
  deptId: z.string().optional(),
  roleId: z.string().optional(),
})

const LogEntry = z.object({
  url: z.string().max(2048).default(''),
  time: z.string().max(40).default(''),
  type: z.string().max(40).default(''),
  message: z.string().max(4000).default(''),
  stack: z.string().max(20_000).default(''),
  info: z.string().max(4000).default(''),
})

export const auth = {
  token: post('/sc-auth/oauth/token', {
    may: 'public',
    says: 'Signs in (grant_type password or captcha) or renews (refresh_token); the answer is a bare object',
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
    }),
  }),
  clearCache: get('/sc-auth/oauth/clear-cache', {
    may: 'signedIn',
    says: 'Nothing is cached on the server; kept for older clients',
    input: none,
    output: none,
  }),
}
