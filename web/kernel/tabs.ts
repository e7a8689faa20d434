import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** Which tab bar a page belongs to; each scope keeps its own tabs. */
export type Scope = 'general' | 'firm' | 'course' | `enterprise:${string}` | `project:${string}`

export type Tab = {
  /** Pathname and the query that makes it another page. */
  key: string
  scope: Scope
  pathname: string
  /** The whole query, with the state of the view. */
  search: string
  /** What the page calls itself, if more than its route's name. */
  title: string
  /** Goes up with every refresh: the page starts anew. */
  version: number
  /** When it was last looked at, as a running number; 0: not since the window was loaded. */
  seen: number
}

/** Pages kept alive at a time; hidden ones keep their DOM, so there is an end to it. */
const ALIVE = 12

/** `page`, `size`, `sort`, `f.*` and `v.*` are state of one page; `projectName` only labels. They never make a new tab. */
const isView = (name: string) => /^(page|size|sort|projectName)$|^[fv]\./.test(name)

/** What tells tabs apart: pathname and query without the state of the view, in a fixed order. */
export function tabKey(pathname: string, search: string) {
  const kept = [...new URLSearchParams(search)].filter(([name]) => !isView(name))
  const query = new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
  return query ? `${pathname}?${query}` : pathname
}

/** Where a click on a tab goes. */
export const tabHref = ({ pathname, search }: Tab) => pathname + search

/** A navigation arrived: the tab is there, with the query as it is now, and seen. */
export function visited(tabs: Tab[], place: { pathname: string; search: string }, scope: Scope): Tab[] {
  const key = tabKey(place.pathname, place.search)
  const seen = Math.max(0, ...tabs.map((tab) => tab.seen)) + 1
  const known = tabs.some((tab) => tab.key === key)
  if (!known) return [...tabs, { key, scope, ...place, title: '', version: 0, seen }]
  return tabs.map((tab) => (tab.key === key ? { ...tab, search: place.search, seen } : tab))
}

/** The tabs without one, and its neighbour: the one before, else the one after. The last of a scope stays. */
export function closed(tabs: Tab[], key: string): { tabs: Tab[]; neighbour: Tab } | undefined {
  const scope = tabs.find((tab) => tab.key === key)?.scope
  const bar = tabs.filter((tab) => tab.scope === scope)
  const at = bar.findIndex((tab) => tab.key === key)
  const neighbour = bar[at - 1] ?? bar[at + 1]
  return at < 0 || !neighbour ? undefined : { tabs: tabs.filter((tab) => tab.key !== key), neighbour }
}

/** The tabs whose pages stand in the document: the last looked at, in the order of the bar. */
export function alive(tabs: Tab[], most = ALIVE): Tab[] {
  const eldest = tabs.map((tab) => tab.seen).toSorted((a, b) => b - a)[most] ?? 0
  return tabs.filter((tab) => tab.seen > eldest)
}

type TabsState = {
  tabs: Tab[]
  visit: (place: { pathname: string; search: string }, scope: Scope) => void
  /** Closes a tab and answers the neighbour to show if it was the active one; undefined when the last is refused. */
  close: (key: string) => Tab | undefined
  /** Closes all of its scope but this one. */
  closeOthers: (key: string) => void
  refresh: (key: string) => void
  entitle: (key: string, title: string) => void
}

/** A window's tabs. They outlive a reload, their pages do not. */
export const useTabs = create<TabsState>()(
  persist(
    (set, get) => ({
      tabs: [],
      visit: (place, scope) => set(({ tabs }) => ({ tabs: visited(tabs, place, scope) })),
      close: (key) => {
        const after = closed(get().tabs, key)
        if (!after) return undefined
        set({ tabs: after.tabs })
        dispose(key)
        return after.neighbour
      },
      closeOthers: (key) => {
        const scope = get().tabs.find((tab) => tab.key === key)?.scope
        const goes = (tab: Tab) => tab.scope === scope && tab.key !== key
        const gone = get().tabs.filter(goes)
        set(({ tabs }) => ({ tabs: tabs.filter((tab) => !goes(tab)) }))
        for (const tab of gone) dispose(tab.key)
      },
      refresh: (key) => {
        dispose(key)
        set(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.key === key ? { ...tab, version: tab.version + 1 } : tab)) }))
      },
      entitle: (key, title) =>
        set(({ tabs }) =>
          tabs.some((tab) => tab.key === key && tab.title !== title)
            ? { tabs: tabs.map((tab) => (tab.key === key ? { ...tab, title } : tab)) }
            : { tabs },
        ),
    }),
    {
      name: 'digao.tabs',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ tabs }) => ({ tabs: tabs.map((tab) => ({ ...tab, seen: 0, version: 0 })) }),
    },
  ),
)

type Owned = { value: unknown; dispose(): void }
const owned = new Map<string, Map<string, Owned>>()

/** A thing that belongs to a tab, made at the first asking; it goes when the tab is closed or refreshed. */
export function ownedBy<T>(key: string, name: string, make: () => { value: T; dispose(): void }): T {
  const things = owned.get(key) ?? new Map<string, Owned>()
  owned.set(key, things)
  const thing = things.get(name) ?? make()
  things.set(name, thing)
  return thing.value as T
}

function dispose(key: string) {
  for (const thing of owned.get(key)?.values() ?? []) thing.dispose()
  owned.delete(key)
}
