import { useMemo } from 'react'
import { useSession } from '#web/kernel/session.ts'
import { type Tab, useTabs } from '#web/kernel/tabs.ts'
import { opensFor, pageAt, type Person, scopeOf } from '../shell/place.ts'

/** Whether a tab's place is still open to a person, in the bar it stands in: his roles may have changed since. */
export function isOpenTo({ pathname, search, scope }: Pick<Tab, 'pathname' | 'search' | 'scope'>, person: Person) {
  const route = pageAt(pathname)
  return route !== undefined && opensFor(route, person) && scopeOf(route, new URLSearchParams(search), person) === scope
}

/** Who is signed in, as places ask for him. */
export function usePerson(): Person {
  const roleName = useSession((state) => state.roleName)
  const held = useSession((state) => state.held)
  const tenantType = useSession((state) => state.tenantType)
  return useMemo(() => ({ roleName, held, tenantType }), [roleName, held, tenantType])
}

/** The tabs that may be drawn. */
export function useOwnTabs(): Tab[] {
  const tabs = useTabs((state) => state.tabs)
  const person = usePerson()
  return useMemo(() => tabs.filter((tab) => isOpenTo(tab, person)), [tabs, person])
}
