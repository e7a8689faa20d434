import { sql } from 'kysely'
import type { z } from 'zod'
import type { SsoProvider, ssoProvider } from '#contract/identity-provider.ts'
import { say } from '#contract/errors.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { seal } from '#server/kernel/vault.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'
import { askBy, codeOf, refusalIn } from './away.ts'
import { configurationOf } from './oidc.ts'
import { returnAddresses } from './public-origin.ts'
import { resolvePerson } from './sso-person.ts'
import { attributesOf, SSO_SECRET, ssoProviderOf } from './sso-providers.ts'
import { returnedFrom, startSso } from './sso-sign-in.ts'

const columnOf = { name: 'name', issuer: 'issuer', status: 'status' }
const rows = ({ db }: Pick<Context, 'db'>) => db.selectFrom('sso_provider').where('is_deleted', '=', 0).selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const shown = ({ config }: Kernel, row: Row): SsoProvider => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  scopes: row.scopes,
  attributes: attributesOf(row.attributes),
  jit: row.jit,
  roleId: row.role_id ?? '',
  emailDomains: [...row.email_domains],
  linkEmail: row.link_email,
  linkPhone: row.link_phone,
  status: row.status,
  version: row.version,
  updateTime: wallTime(row.update_time),
  redirectUris: returnAddresses(config),
})

type Sent = z.output<typeof ssoProvider.submit.input>
const columnsOf = ({ secrets }: Kernel, sent: Sent) =>
  sentFields({
    name: sent.name,
    issuer: sent.issuer,
    client_id: sent.clientId,
    secret_encrypted: sent.secret ? seal(secrets, SSO_SECRET, sent.secret) : undefined,
    // without openid there is no id_token
    scopes:
      sent.scopes === undefined ? undefined : [...new Set(['openid', ...sent.scopes.split(/\s+/)])].join(' ').trim(),
    attributes: sent.attributes && JSON.stringify(sent.attributes),
    jit: sent.jit,
    role_id: sent.roleId === undefined ? undefined : sent.roleId || null,
    email_domains: sent.emailDomains,
    link_email: sent.linkEmail,
    link_phone: sent.linkPhone,
    status: sent.status,
  })

const assignable = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('role')
    .where('is_deleted', '=', 0)
    .where('role_alias', 'not in', ['administrator', 'admin'])
    .orderBy('sort')
    .select(['id', 'role_name as roleName', 'role_alias as roleAlias'])

/** Accounts made by themselves never administer. */
async function refuseRole(context: Context, roleId: string | undefined): Promise<void> {
  if (!roleId) return
  const role = await assignable(context).where('id', '=', roleId).executeTakeFirst()
  if (!role) throw new Refusal('ssoRole')
}

function sent(value: string | undefined, field: string): string {
  if (!value) throw new Refusal('fieldMissing', { field }, { field })
  return value
}

export const ssoProviderService: Service<typeof ssoProvider> = {
  async list(context, paging) {
    const found = await page(rows(context), paging, columnOf, ['create_time desc', 'id'])
    return { ...found, records: found.records.map((row) => shown(context.kernel, row)) }
  },

  async submit(context, given) {
    const { db, kernel } = context
    const { id, version } = given
    await refuseRole(context, given.roleId)
    const columns = columnsOf(kernel, given)
    if (!id) {
      const values = {
        ...columns,
        name: sent(given.name, 'name'),
        issuer: sent(given.issuer, 'issuer'),
        client_id: sent(given.clientId, 'clientId'),
        secret_encrypted: seal(kernel.secrets, SSO_SECRET, sent(given.secret, 'secret')),
      }
      const row = await db.insertInto('sso_provider').values(values).returningAll().executeTakeFirstOrThrow()
      const after = shown(kernel, row)
      await audit(context, { action: 'ssoProvider.save', bizType: 'ssoProvider', bizId: row.id, after })
      return after
    }
    const before = await rows(context).where('id', '=', id).forUpdate().execute().then(one)
    if (version !== undefined && version !== before.version) throw conflict()
    const row = await db
      .updateTable('sso_provider')
      .set({ ...columns, update_time: sql<Date>`now()`, version: before.version + 1 })
      .where('id', '=', id)
      .returningAll()
      .execute()
      .then(one)
    const secret = given.secret ? { secretChanged: true } : {}
    const changed = { before: shown(kernel, before), after: { ...shown(kernel, row), ...secret } }
    await audit(context, { action: 'ssoProvider.update', bizType: 'ssoProvider', bizId: id, ...changed })
    return shown(kernel, row)
  },

  async remove(context, { ids }) {
    const { db } = context
    const gone = await db
      .updateTable('sso_provider')
      .set({ is_deleted: 1, update_time: sql<Date>`now()` })
      .where('id', 'in', ids)
      .where('is_deleted', '=', 0)
      .returning(['id', 'name'])
      .execute()
    every(ids)(gone)
    await db.deleteFrom('linked_identity').where('sso_provider_id', 'in', ids).execute()
    const before = gone.map(({ name }) => name)
    await audit(context, { action: 'ssoProvider.remove', bizType: 'ssoProvider', bizId: ids.join(','), before })
    return {}
  },

  roles: (context) => assignable(context).execute(),

  async test({ kernel, user }, { id }) {
    const who = { tenantId: user.tenantId, userId: user.id }
    const provider = await kernel.database.inTenant(who, (db) => ssoProviderOf(kernel, db, id, false))
    try {
      const metadata = (await configurationOf(askBy(kernel), provider)).serverMetadata()
      return {
        issuer: metadata.issuer,
        authorizationEndpoint: metadata.authorization_endpoint ?? '',
        scopes: metadata.scopes_supported ?? [],
      }
    } catch (error) {
      const refusal = refusalIn(error)
      if (refusal) throw refusal
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const message = cause instanceof Error ? cause.message : ''
      throw new Refusal('ssoIssuer', { why: [codeOf(cause), message].filter(Boolean).join(' ').slice(0, 200) })
    }
  },

  testStart: (context, { id, nonce }) =>
    startSso(context, { id, nonce, tenantId: context.user.tenantId, userId: context.user.id }),

  async testFinish(context, back) {
    const { kernel, user, language } = context
    const who = { tenantId: user.tenantId, userId: user.id }
    const { provider, claims } = await returnedFrom(context, back, who)
    const found = await kernel.database.inTenant(who, async (db) => {
      const resolved = await resolvePerson(db, provider, claims)
      if (!('userId' in resolved)) return { ...resolved, account: '' }
      const person = db.selectFrom('app_user').where('id', '=', resolved.userId).select('account')
      return { ...resolved, account: (await person.executeTakeFirst())?.account ?? '' }
    })
    return {
      claims: Object.entries(claims)
        .filter(([name]) => !['nonce', 'at_hash', 'c_hash', 'sid'].includes(name))
        .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value) })),
      result: found.result,
      account: found.account,
      why: 'why' in found ? say(found.why, language) : '',
    }
  },
}
