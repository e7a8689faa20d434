import { useQuery } from '@tanstack/react-query'
import { firm } from '#contract/firm.ts'
import { query } from '#web/kernel/api.ts'
import { useSession } from '#web/kernel/session.ts'

/** The tenant that runs the platform has no firm. */
export const hasFirm = (tenantId: string) => tenantId !== '000000'

/** The firm of a tenant. */
export const ownFirm = (tenantId: string) => query(firm.detailByTenantId, { tenantId })

/**
 * A client's name with all but its first and last character starred; of two characters or fewer only the first stays
 * (website setting firmProjectEnterpriseEncrypt).
 */
export function maskedName(name: string) {
  const characters = Array.from(name)
  const last = characters.length > 2 ? characters.at(-1) : ''
  return characters.length < 2 ? name : `${characters[0]}${'*'.repeat(characters.length - (last ? 2 : 1))}${last}`
}

/** A switch of the website settings; older clients wrote it in several ways. */
export const isOn = (setting: unknown) => setting === true || setting === 1 || setting === '1' || setting === 'true'

/** How a client's name is shown: masked where the firm has set it so. */
export function useShownName() {
  const tenantId = useSession((state) => state.tenantId)
  const { data } = useQuery({ ...ownFirm(tenantId), enabled: hasFirm(tenantId) })
  const masked = isOn(data?.website['firmProjectEnterpriseEncrypt'])
  return (name: string) => (masked ? maskedName(name) : name)
}
