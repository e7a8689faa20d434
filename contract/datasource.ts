import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, time } from './endpoint.ts'

export const datasourceStates = ['draft', 'ok', 'failed', 'disabled'] as const

/** Another PostgreSQL server on which tenants may live. Its password goes in and never comes out. */
export const Datasource = z.object({
  id,
  name: z.string(),
  host: z.string(),
  port: z.number().int(),
  databaseName: z.string(),
  username: z.string(),
  state: z.enum(datasourceStates),
  /** Empty: never tested. */
  testTime: z.string(),
  /** Why the last test failed, in the caller's language. */
  testError: z.string(),
  remark: z.string(),
  /** How many live there. */
  tenants: z.number().int(),
  createTime: time,
  updateTime: time,
  version: z.number().int(),
})
export type Datasource = z.output<typeof Datasource>

/** A name or an address, never a path, a list or a URL: `/` would mean a socket of the machine. */
const host = z
  .string({ error: 'datasourceHost' })
  .trim()
  .max(253)
  .regex(/^[0-9A-Za-z]([0-9A-Za-z._:-]*[0-9A-Za-z])?$/, 'datasourceHost')
const Server = z.object({
  host,
  port: z.coerce
    .number({ error: 'datasourcePort' })
    .int('datasourcePort')
    .min(1, 'datasourcePort')
    .max(65_535, 'datasourcePort'),
  databaseName: z
    .string({ error: 'datasourceDatabase' })
    .trim()
    .regex(/^[a-z][0-9a-z_]{0,62}$/, 'datasourceDatabase'),
  username: z.string({ error: 'datasourceUser' }).trim().min(1, 'datasourceUser').max(63),
  password: z.string({ error: 'datasourcePassword' }).min(1, 'datasourcePassword').max(200),
})
const Fields = Server.extend({
  name: z.string({ error: 'datasourceName' }).trim().min(1, 'datasourceName').max(100),
  remark: z.string().trim().max(500),
  /** Closed to tenants that would move in; those who live there stay. */
  disabled: z.boolean(),
})

/** How a connection test went. */
export const Tested = z.object({
  ok: z.boolean(),
  /** Milliseconds it took. */
  took: z.number().int(),
  /** Of the server, where it said so. */
  version: z.string(),
  /** What is wrong and what to do, in the caller's language; empty where nothing is. */
  why: z.string(),
})

export const datasource = {
  list: get('/sc-system/datasource/list', {
    may: 'datasource.manage',
    says: 'Data sources',
    input: paging(['name', 'host', 'databaseName', 'username', 'state', 'createTime', 'updateTime', 'testTime']),
    output: paged(Datasource),
  }),
  detail: get('/sc-system/datasource/detail', {
    may: 'datasource.manage',
    says: 'One data source and the tenants that live there',
    input: z.object({ id }),
    output: Datasource.extend({ residents: z.array(z.object({ tenantId: z.string(), tenantName: z.string() })) }),
  }),
  submit: post('/sc-system/datasource/submit', {
    may: 'datasource.manage',
    says: 'Adds a data source (without id) or changes the fields that are sent; it counts once its connection was tested',
    input: Fields.partial().extend({
      id: id.or(z.literal('')).optional(),
      version: z.coerce.number().int().optional(),
    }),
    output: Datasource,
  }),
  remove: post('/sc-system/datasource/remove', {
    may: 'datasource.manage',
    says: 'Deletes data sources on which no tenant lives',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  test: post('/sc-system/datasource/test', {
    may: 'datasource.manage',
    network: true,
    says: 'Tries a connection: of a stored data source (id alone, the result is kept) or of fields not yet stored; without password the stored one is used, on the same host only',
    input: Server.partial().extend({ id: id.or(z.literal('')).optional() }),
    output: Tested,
  }),
  select: get('/sc-system/datasource/select', {
    may: 'datasource.manage',
    says: 'Data sources that a tenant may move to',
    input: none,
    output: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
}
