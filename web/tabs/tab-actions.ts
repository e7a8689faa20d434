import { useLocation, useNavigate } from 'react-router'
import { barOf, lastSeen, type Scope, type Tab, tabHref, tabKey, useTabs } from '#web/kernel/tabs.ts'
import { firstPage } from '../shell/place.ts'
import { useClearCache } from './clear-cache.ts'
import { usePerson } from './own-tabs.ts'

/** What can be done with the tabs of a scope, from a click, a menu or a key. */
export function useTabActions(scope: Scope, activeKey: string) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const person = usePerson()
  const clearCache = useClearCache()
  const go = (href: string) => void navigate(href)
  const first = firstPage(scope, person, new URLSearchParams(search))
  const [pathname = '', query = ''] = first.split('?')
  return {
    go: (tab: Tab) => go(tabHref(tab)),
    /** To the page the scope begins with. */
    home: () => go(first),
    first,
    /** Answers the tab that stands beside it from now on. */
    close: (key: string) => {
      const neighbour = useTabs.getState().close(key)
      if (neighbour && key === activeKey) go(tabHref(neighbour))
      return neighbour
    },
    /** From a page without a tab: back to the tab one came from. */
    leave: () => {
      const back = lastSeen(barOf(useTabs.getState().tabs, scope))
      go(back ? tabHref(back) : first)
    },
    closeOthers: (tab: Tab) => {
      useTabs.getState().closeOthers(tab.key)
      if (tab.key !== activeKey) go(tabHref(tab))
    },
    closeAll: () => {
      useTabs.getState().closeAll(scope, tabKey(pathname, query))
      go(first)
    },
    refresh: (key: string) => useTabs.getState().refresh(key),
    clearCache: () => void clearCache(scope, activeKey),
  }
}

export type TabActions = ReturnType<typeof useTabActions>
