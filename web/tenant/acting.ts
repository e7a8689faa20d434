import { tenant } from '#contract/tenant.ts'
import { call } from '#web/kernel/api.ts'
import { renewIfStale } from '#web/kernel/renewal.ts'
import { useSession } from '#web/kernel/session.ts'

/** The session as it is now, then everything anew: no page, tab or answer of the other tenant stays. */
async function begin() {
  // the renewed answer says where one works and what one may there
  useSession.setState({ issuedAt: 1 })
  await renewIfStale()
  sessionStorage.clear()
  location.assign('/')
}

/** Enters a tenant as the platform's administrator. Throws CallError when refused. */
export async function enterTenant(tenantId: string, reason: string) {
  await call(tenant.enter, { tenantId, reason })
  await begin()
}

/** Back in the own tenant. */
export async function leaveTenant() {
  await call(tenant.leave, {})
  await begin()
}
