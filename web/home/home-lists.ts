import { rolesOf } from '#contract/grants.ts'
import { useSession } from '#web/kernel/session.ts'

/** Whose numbers: all one sees, one person's, or a department's. */
export type Whose = { userId?: string; deptId?: string }
export type Filters = Readonly<Record<string, string>>

const address = (path: string, filters: Filters, sort?: string) => {
  const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [`f.${name}`, value]))
  if (sort) query.set('sort', sort)
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** Nothing is narrowed. */
export const everything: Filters = {}
/** Still to do. */
export const OPEN: Filters = { stage_notequal: 'generated' }
/** Clients a firm works for. */
export const STAYING: Filters = { status_notequal: 'left' }

/** Whose, as filters of a list. */
export const filtersOf = ({ userId, deptId }: Whose): Filters => ({
  ...(userId && { owner_equal: userId }),
  ...(deptId && { ownerDept_equal: deptId }),
})

/** The addresses of the lists behind the numbers, with the filter that shows what a number counts. */
export function useLists(of: Whose = {}) {
  const personal = useSession(({ roleName }) => rolesOf(roleName).includes('personal'))
  const whose = filtersOf(of)
  return {
    projects: (filters: Filters = {}, sort?: string) =>
      address(
        personal ? '/personal/personalEnterpriseProject' : '/enterpriseProject/projectList',
        { ...whose, ...filters },
        sort,
      ),
    clients: (filters: Filters = {}) =>
      address(personal ? '/personal/personalEnterprise' : '/firm/firmEnterprise', { ...whose, ...filters }),
  }
}
export type Lists = ReturnType<typeof useLists>
