import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type GrantName, grantNames, platformGrants, reachGrants } from '#contract/grants.ts'
import type { ExtentName, RoleScope, role, Scope } from '#contract/role.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, every } from '#server/kernel/service.ts'
import { isProductRole, mayGive, type RoleGrant, rolesWithGrants, tableExtent } from './authority.ts'
import { changeable, changed, roleDetail } from './role-store.ts'

/** Grants a tenant's roles may have at all. */
const grantable = grantNames.filter((grant) => !platformGrants.includes(grant))

/** How far a grant of a role may be set, the narrowest first. */
function choicesOf(alias: string, grant: GrantName): ExtentName[] {
  const most = mostOf(alias, grant)
  if (most === 'none') return ['none']
  if (keepsPower(alias, grant)) return [most]
  if (most === 'self') return ['none', 'self']
  return reachGrants.includes(grant) ? ['none', 'self', 'dept', 'deptTree', 'depts', 'all'] : ['none', 'all']
}
const mostOf = (alias: string, grant: GrantName) => (isProductRole(alias) ? tableExtent(alias, grant) : 'all')

/** Without these an administrator could not give back what he took from himself. */
const power: ReadonlySet<GrantName> = new Set(['user.view', 'user.edit', 'role.view', 'role.edit'])
const keepsPower = (alias: string, grant: GrantName) =>
  (alias === 'administrator' || alias === 'admin') && power.has(grant)

const nothing = { extent: 'none', deptIds: [] } as const satisfies Omit<RoleGrant, 'grant'>

/** What a role may, grant by grant, and the calls that each grant opens. */
export async function readScopes(context: Context, id: string, endpoints: readonly Endpoint[]) {
  const { version } = await roleDetail(context, id)
  const [found] = await rolesWithGrants(context.db, [id])
  const held = new Map(found?.grants.map((one) => [one.grant, one]))
  const alias = found?.alias ?? ''
  const calls = Map.groupBy(endpoints, ({ may }) => may)
  const scopes = grantable.map((grant): RoleScope => {
    const { extent, deptIds } = held.get(grant) ?? nothing
    return {
      grant,
      extent,
      deptIds: [...deptIds],
      most: mostOf(alias, grant),
      choices: choicesOf(alias, grant),
      endpoints: (calls.get(grant) ?? []).map(({ method, path, says }) => ({ method, path, says })),
    }
  })
  return { scopes, version }
}

/**
 * Sets grants of a role; those not sent stay. A role of the product only becomes narrower than the table, one of the tenant's
 * own has what is set here; nobody gives what he may not give, and administrators keep the power to set this right again.
 */
export async function writeScopes(context: Context, { id, version, scopes }: z.output<typeof role.setScopes.input>) {
  const { db } = context
  const { roleAlias: alias } = await changeable(context, id, version)
  const [old] = await rolesWithGrants(db, [id])
  const before = new Map(old?.grants.map((one) => [one.grant, one]))
  for (const scope of scopes) await check(context, alias, scope, before.get(scope.grant))
  for (const { grant, extent, deptIds } of scopes) {
    await db.deleteFrom('role_scope').where('role_id', '=', id).where('grant_name', '=', grant).execute()
    // what the table says anyway is not kept, so that a later table holds
    if (extent === (isProductRole(alias) ? tableExtent(alias, grant) : 'none')) continue
    const dept_ids = extent === 'depts' ? deptIds : []
    await db.insertInto('role_scope').values({ role_id: id, grant_name: grant, extent, dept_ids }).execute()
  }
  const after = await changed(context, id)
  const [now] = await rolesWithGrants(db, [id])
  const changes = scopes.map(({ grant }) => grant)
  await audit(context, {
    action: 'role.scopes',
    bizType: 'role',
    bizId: id,
    before: said(old?.grants, changes),
    after: said(now?.grants, changes),
  })
  return after
}

const said = (held: readonly RoleGrant[] = [], wanted: readonly GrantName[]) =>
  Object.fromEntries(
    wanted.map((grant) => {
      const { extent, deptIds } = held.find((one) => one.grant === grant) ?? nothing
      return [grant, extent === 'depts' ? { extent, deptIds } : extent]
    }),
  )

async function check(context: Context, alias: string, scope: Scope, before: RoleGrant | undefined) {
  const { grant, extent, deptIds } = scope
  if (platformGrants.includes(grant)) throw new Refusal('scopePlatform', { grant })
  if (!choicesOf(alias, grant).includes(extent)) {
    throw new Refusal(keepsPower(alias, grant) ? 'scopeKept' : 'scopeTooWide', { grant })
  }
  if (extent === 'depts') {
    if (deptIds.length === 0) throw new Refusal('scopeDepts', { grant })
    const rows = context.db.selectFrom('dept').where('id', 'in', deptIds).where('is_deleted', '=', 0).select('id')
    every(deptIds)(await rows.execute())
  }
  const same = before?.extent === extent && (extent !== 'depts' || before.deptIds.join() === deptIds.join())
  if (!same && !mayGive(context.user, scope)) throw new Refusal('scopeNotHeld', { grant })
}
