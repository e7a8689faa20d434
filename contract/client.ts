import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, time } from './endpoint.ts'

/** Ways of asking for a token (specification, section 7). */
export const grantTypes = [
  'password', 'captcha', 'sms_code', 'social', 'authorization_code', 'passkey', 'refresh_token',
] as const // prettier-ignore
export type GrantType = (typeof grantTypes)[number]

/** A program that may ask for tokens. */
export const Client = z.object({
  id,
  clientId: z.string(),
  clientName: z.string(),
  grantTypes: z.array(z.string()),
  /** Seconds an access token lives; null: as the deployment has it. */
  accessSeconds: z.number().int().nullable(),
  /** Seconds until its users sign in again; null: as the deployment has it. */
  refreshSeconds: z.number().int().nullable(),
  redirectUris: z.array(z.string()),
  status: z.number().int(),
  remark: z.string(),
  /** The product's own client: its secret is the deployment's, and it stays enabled. */
  builtIn: z.boolean(),
  createTime: time,
  updateTime: time,
  version: z.number().int(),
})
export type Client = z.output<typeof Client>

/** What a secret that was made just now is; it is stored nowhere and said only once. */
const WithSecret = Client.extend({ clientSecret: z.string().optional() })

export const client = {
  list: get('/sc-system/client/list', {
    may: 'client.manage',
    says: 'Clients',
    input: paging(['clientId', 'clientName', 'status', 'createTime']),
    output: paged(Client),
  }),
  detail: get('/sc-system/client/detail', {
    may: 'client.manage',
    says: 'One client',
    input: z.object({ id }),
    output: Client,
  }),
  submit: post('/sc-system/client/submit', {
    may: 'client.manage',
    says: 'Adds a client and says its secret once, or changes the fields that are sent',
    input: z
      .object({
        id: id.or(z.literal('')),
        clientId: z
          .string({ error: 'clientId' })
          .trim()
          .regex(/^[0-9A-Za-z_.-]{2,64}$/, 'clientId'),
        clientName: z.string().trim().max(100),
        grantTypes: z.array(z.enum(grantTypes)).max(grantTypes.length),
        accessSeconds: z.coerce.number().int().min(60).max(86_400).nullable(),
        refreshSeconds: z.coerce.number().int().min(300).max(7_776_000).nullable(),
        redirectUris: z.array(z.url({ protocol: /^https?$/, error: 'clientRedirect' }).max(1000)).max(20),
        status: z.coerce.number().int().min(0).max(1),
        remark: z.string().trim().max(500),
        version: z.coerce.number().int(),
      })
      .partial(),
    output: WithSecret,
  }),
  renewSecret: post('/sc-system/client/renew-secret', {
    may: 'client.manage',
    says: 'Gives a client a new secret, said once; the old one is void at once',
    input: z.object({ id }),
    output: WithSecret,
  }),
  remove: post('/sc-system/client/remove', {
    may: 'client.manage',
    says: 'Deletes clients',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
}
