import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, rowId, time } from './endpoint.ts'
import { Away, Back, nonce, socialTypes } from './identity.ts'

/** A client registered at a provider. Its secret goes in and never out. */
export const SocialClient = z.object({
  id: z.string(),
  type: z.enum(socialTypes),
  name: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  issuer: z.string(),
  corpId: z.string(),
  status: z.number().int(),
  sort: z.number().int(),
  version: z.number().int(),
  updateTime: time,
})
export type SocialClient = z.output<typeof SocialClient>
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
const flag = z.union([z.literal(0), z.literal(1)])

export const socialClient = {
  list: get('/sc-system/social-client/list', {
    may: 'social.manage',
    says: "The tenant's social clients",
    input: paging(['name', 'type', 'status']),
    output: paged(SocialClient),
  }),
  submit: post('/sc-system/social-client/submit', {
    may: 'social.manage',
    says: 'Adds a social client (without id) or changes what is sent of it',
    input: z.object({
      id: rowId,
      version: z.number().int().optional(),
      type: z.enum(socialTypes).optional(),
      name: z.string().trim().min(1).max(60).optional(),
      clientId: z.string().trim().min(1).max(200).optional(),
      /** Empty: as it was. */
      secret: z.string().max(500).optional(),
      redirectUri: address.optional(),
      issuer: address.optional(),
      corpId: z.string().trim().max(100).optional(),
      status: flag.optional(),
      sort: z.number().int().min(0).max(9999).optional(),
    }),
    output: SocialClient,
  }),
  remove: post('/sc-system/social-client/remove', {
    may: 'social.manage',
    says: 'Removes social clients; who was linked through them is not any more',
    input: z.object({ ids }),
    output: none,
  }),
  test: post('/sc-system/social-client/test', {
    network: true,
    may: 'social.manage',
    says: 'Asks the provider with a code that nobody has: whether it knows the client, in its own words',
    input: z.object({ id }),
    output: z.object({ ok: z.boolean(), says: z.string() }),
  }),
}

export const attributeNames = ['account', 'realName', 'email', 'phone'] as const
const Attributes = z.partialRecord(z.enum(attributeNames), z.string().max(100))

export const SsoProvider = z.object({
  id: z.string(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.string(),
  attributes: Attributes,
  jit: z.boolean(),
  roleId: z.string(),
  emailDomains: z.array(z.string()),
  linkEmail: z.boolean(),
  linkPhone: z.boolean(),
  status: z.number().int(),
  version: z.number().int(),
  updateTime: time,
  /** To be registered at the provider. */
  redirectUris: z.array(z.string()),
})
export type SsoProvider = z.output<typeof SsoProvider>

export const ssoProvider = {
  list: get('/sc-system/sso-provider/list', {
    may: 'sso.manage',
    says: "The tenant's identity providers",
    input: paging(['name', 'issuer', 'status']),
    output: paged(SsoProvider),
  }),
  submit: post('/sc-system/sso-provider/submit', {
    may: 'sso.manage',
    says: 'Adds an identity provider (without id) or changes what is sent of it',
    input: z.object({
      id: rowId,
      version: z.number().int().optional(),
      name: z.string().trim().min(1).max(60).optional(),
      issuer: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .optional(),
      clientId: z.string().trim().min(1).max(200).optional(),
      secret: z.string().max(500).optional(),
      scopes: z.string().trim().max(200).optional(),
      attributes: Attributes.optional(),
      jit: z.boolean().optional(),
      roleId: z.union([z.literal(''), id]).optional(),
      emailDomains: z.array(z.string().trim().toLowerCase().regex(/^[a-z0-9.-]+\.[a-z0-9-]+$/)).max(50).optional(), // prettier-ignore
      linkEmail: z.boolean().optional(),
      linkPhone: z.boolean().optional(),
      status: flag.optional(),
    }),
    output: SsoProvider,
  }),
  remove: post('/sc-system/sso-provider/remove', {
    may: 'sso.manage',
    says: 'Removes identity providers; who was linked through them is not any more',
    input: z.object({ ids }),
    output: none,
  }),
  roles: get('/sc-system/sso-provider/roles', {
    may: 'sso.manage',
    says: 'Roles that an account made by single sign-on may get',
    input: none,
    output: z.array(z.object({ id: z.string(), roleName: z.string(), roleAlias: z.string() })),
  }),
  test: post('/sc-system/sso-provider/test', {
    network: true,
    may: 'sso.manage',
    says: "Reads the issuer's configuration",
    input: z.object({ id }),
    output: z.object({ issuer: z.string(), authorizationEndpoint: z.string(), scopes: z.array(z.string()) }),
  }),
  testStart: post('/sc-system/sso-provider/test-start', {
    network: true,
    may: 'sso.manage',
    says: 'Begins a sign-in that is only looked at: where the browser goes',
    input: z.object({ id, nonce }),
    output: Away,
  }),
  testFinish: post('/sc-system/sso-provider/test-finish', {
    network: true,
    may: 'sso.manage',
    says: 'What the provider said of whoever signed in there, and whom it would let in here; nobody is signed in',
    input: Back,
    output: z.object({
      claims: z.array(z.object({ name: z.string(), value: z.string() })),
      result: z.enum(['linked', 'byEmail', 'byPhone', 'newAccount', 'refused']),
      account: z.string(),
      /** Why, where it would be refused. */
      why: z.string(),
    }),
  }),
}
