import { useEffect, useState } from 'react'
import { useSession } from '#web/kernel/session.ts'
import { answer, send } from '#web/kernel/transport.ts'

export type Tenant = { tenantId: string; tenantName: string }

/** One call before the sign-in. Throws CallError. */
export const ask = async (path: string, query: Record<string, unknown> = {}) =>
  answer(await send({ method: 'GET', path, query }))
/** The same for a POST. */
export const tell = async (path: string, body: object, headers: Record<string, string> = {}) =>
  answer(await send({ method: 'POST', path, body, headers }))

/** The tenant of this address, else those to choose from; the one chosen last is chosen again. */
export function useTenants() {
  const [tenants, setTenants] = useState<Tenant[]>()
  const remembered = useSession((state) => state.tenantId)
  const [tenantId, setTenantId] = useState(remembered)
  useEffect(() => {
    const look = async () => {
      const own = (await ask('/sc-system/tenant/info', { domain: location.origin })) as Partial<Tenant>
      if (own.tenantId) {
        setTenants([{ tenantId: own.tenantId, tenantName: own.tenantName ?? own.tenantId }])
        setTenantId(own.tenantId)
        return
      }
      const list = (await ask('/sc-system/freeApi/tenant/select')) as Tenant[]
      setTenants(list)
      setTenantId((chosen) => chosen || (list[0]?.tenantId ?? ''))
    }
    // Without the list the field is typed in.
    look().catch(() => setTenants([]))
  }, [])
  return { tenants, tenantId, setTenantId }
}
