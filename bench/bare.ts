import { createServer, type IncomingMessage } from 'node:http'
import { verify } from '@node-rs/argon2'
import { type ClientConfig, Pool } from 'pg'
import { hashPassword } from '#server/auth/password.ts'
import { bareIdentity } from './bare-identity.ts'
import { given, tell } from './child.ts'

// The reference: the same statements through `pg` and `node:http` alone, on the same database, as a role that row-level
// security does not bind, with the tenant as an ordinary condition. No sign-in, no grants, no checks in or out.
// When a statement of server/enterprise or of `page` changes, it changes here.

export type BareOrder = { database: ClientConfig | null }
export type Bare = { port: number }

const { database } = given() as BareOrder
const pool = new Pool({ ...database, max: 10 })
const identity = bareIdentity(pool)

const enterprises = `select e.id, e.firm_id as "firmId", e.enterprise_name as "enterpriseName", e.credit_code as "creditCode",
  e.industry, e.accounting_standard as "accountingStandard", e.contact, e.phone, e.address, e.remark,
  e.create_user as "createUser", e.create_time as "createTime", e.update_time as "updateTime", e.version,
  (select real_name from app_user u where u.tenant_id = $1 and u.id = nullif(e.create_user, '')::uuid) as "createUserName",
  (select count(*)::int from firm_project p where p.tenant_id = $1 and p.enterprise_id = e.id and p.is_deleted = 0) as "projectCount"`
const page = `${enterprises}, (select count(*)::int from firm_enterprise e where e.tenant_id = $1 and e.is_deleted = 0) as total_rows
  from firm_enterprise e where e.tenant_id = $1 and e.is_deleted = 0 order by e.update_time desc, e.id limit 20 offset 0`
const row = `${enterprises} from firm_enterprise e where e.tenant_id = $1 and e.id = $2 and e.is_deleted = 0`
const create = `insert into firm_enterprise (tenant_id, firm_id, enterprise_name, credit_code, contact, phone)
  values ($1, $2, $3, $4, $5, $6) returning *`

type Draft = { enterpriseName: string; creditCode: string; contact: string; phone: string }
type Given = { query: URLSearchParams; body: () => Promise<unknown> }

/** What a page of 20 looks like, for the answer that asks nobody. */
const still = Array.from({ length: 20 }, (_, at) => ({
  id: `0195f0c2-0000-7000-8000-${String(at).padStart(12, '0')}`,
  firmId: '0195f0c2-0000-7000-8000-000000000000',
  enterpriseName: `宁州市第${at}精密机械有限公司`,
  creditCode: '913301000000000000',
  industry: '通用设备制造业',
  accountingStandard: 'cas',
  contact: '林静',
  phone: '0571-80000000',
  address: '宁州市高新区创业路1号',
  remark: '',
  createUser: '',
  createTime: '2026-01-01 00:00:00',
  updateTime: '2026-01-01 00:00:00',
  version: 1,
}))
const secret = '0123456789abcdef0123456789abcdef'
const stored = await hashPassword(secret)

const answers: Record<string, (given: Given) => Promise<unknown>> = {
  '/still': async () => ({ records: still, total: 500 }),
  async '/page'({ query }) {
    const { rows } = await pool.query(page, [query.get('tenant')])
    return { records: rows, total: rows[0]?.total_rows }
  },
  async '/row'({ query }) {
    return (await pool.query(row, [query.get('tenant'), query.get('id')])).rows[0]
  },
  async '/create'({ query, body }) {
    const { enterpriseName, creditCode, contact, phone } = (await body()) as Draft
    const values = [query.get('tenant'), query.get('firm'), enterpriseName, creditCode, contact, phone]
    return (await pool.query(create, values)).rows[0]
  },
  '/people': ({ query }) => identity.people(query.get('tenant') ?? '', query.get('name') ?? ''),
  '/routes': ({ query }) => identity.menus(query.get('tenant') ?? '', true),
  '/buttons': ({ query }) => identity.menus(query.get('tenant') ?? '', false),
  async '/renew'({ query, body }) {
    const { refresh_token } = (await body()) as { refresh_token: string }
    return identity.renew(query.get('tenant') ?? '', refresh_token)
  },
  '/sign-in': async () => ({ right: await verify(stored, secret) }),
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text)
}

async function textOf(request: IncomingMessage): Promise<[status: number, text: string]> {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
  try {
    const data = await answers[pathname]?.({ query, body: () => bodyOf(request) })
    return [200, JSON.stringify({ code: 200, success: true, data })]
  } catch (error) {
    return [500, String(error)]
  }
}

const server = createServer((request, response) => {
  void textOf(request).then(([status, text]) => {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }
    return response.writeHead(status, headers).end(text)
  })
})
server.listen(0, 'localhost', () => {
  const address = server.address()
  void tell({ port: typeof address === 'object' && address ? address.port : 0 } satisfies Bare)
})
process.once('SIGTERM', () => process.exit(0))
