import { useQuery } from '@tanstack/react-query'
import { firm } from '#contract/firm.ts'
import { isOn, maskedName } from '#contract/masked-name.ts'
import { query } from '#web/kernel/api.ts'
import { useSession } from '#web/kernel/session.ts'

/** The tenant that runs the platform has no firm. */
export const hasFirm = (tenantId: string) => tenantId !== '000000'

/** The firm of a tenant. */
export const ownFirm = (tenantId: string) => query(firm.detailByTenantId, { tenantId })

export { isOn, maskedName }

/** How a client's name is shown: masked where the firm has set it so. */
export function useShownName() {
  const tenantId = useSession((state) => state.tenantId)
  const { data } = useQuery({ ...ownFirm(tenantId), enabled: hasFirm(tenantId) })
  const masked = isOn(data?.website['firmProjectEnterpriseEncrypt'])
  return (name: string) => (masked ? maskedName(name) : name)
}
