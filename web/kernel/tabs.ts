import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { type SessionState, useSession } from './session.ts'

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
  /** Not in the bar (a route with `isTab: false`): there while in front, gone when one goes elsewhere. */
  passing: boolean
  /** Whether its page stays alive behind others; otherwise it begins anew each time (a server menu whose isOpen is not 2). */
  keep: boolean
  /** A refresh on its way: first the page is away, then it is back and the sign still turns. */
  refresh: '' | 'away' | 'back'
}

/** Where a navigation arrived. */
type Place = { pathname: string; search: string }
type Belonging = { scope: Scope; passing?: boolean }

/** Pages kept alive at a time; hidden ones keep their DOM, so there is an end to it. */
const ALIVE = 12
/** How long a refresh takes the page away, and how long its sign turns, in ms (specification, section 4). */
export const REFRESH_AWAY = 100
export const REFRESH_SIGN = 500

/** `page`, `size`, `sort`, `f.*` and `v.*` are state of one page; `projectName` only labels. They never make a new tab. */
const isView = (name: string) => /^(page|size|sort|projectName)$|^[fv]\./.test(name)

/** What tells tabs apart: pathname and query without the state of the view, in a fixed order. */
export function tabKey(pathname: string, search: string) {
  const kept = [...new URLSearchParams(search)].filter(([name]) => !isView(name))
  const query = new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
  return query ? `${pathname}?${query}` : pathname
}

/** Where a click on a tab goes. */
export const tabHref = ({ pathname, search }: Place) => pathname + search

/** The tabs that stand in a scope's bar. */
export const barOf = (tabs: Tab[], scope: Scope | undefined) =>
  tabs.filter((tab) => tab.scope === scope && !tab.passing)

/** A navigation arrived: the tab is there, with the query as it is now, and seen; what was only passing is gone. */
export function visited(tabs: Tab[], place: Place, { scope, passing = false }: Belonging): Tab[] {
  const key = tabKey(place.pathname, place.search)
  const seen = Math.max(0, ...tabs.map((tab) => tab.seen)) + 1
  const stay = tabs.filter((tab) => tab.key === key || !tab.passing)
  if (stay.some((tab) => tab.key === key))
    return stay.map((tab) => (tab.key === key ? { ...tab, scope, passing, search: place.search, seen } : tab))
  return [...stay, { key, scope, ...place, title: '', version: 0, seen, passing, keep: true, refresh: '' }]
}

/** One tab's place given over to another page; where that has a tab already, the first only goes. */
export function replaced(tabs: Tab[], key: string, { pathname, search }: Place): Tab[] {
  const next = tabKey(pathname, search)
  if (key === next) return tabs
  if (tabs.some((tab) => tab.key === next)) return tabs.filter((tab) => tab.key !== key)
  return tabs.map((tab) => (tab.key === key ? { ...tab, key: next, pathname, search, title: '', version: 0 } : tab))
}

/** The tabs without one, and its neighbour: the one before, else the one after. The last of a scope stays. */
export function closed(tabs: Tab[], key: string): { tabs: Tab[]; neighbour: Tab } | undefined {
  const bar = barOf(tabs, tabs.find((tab) => tab.key === key)?.scope)
  const at = bar.findIndex((tab) => tab.key === key)
  const neighbour = bar[at - 1] ?? bar[at + 1]
  return at < 0 || !neighbour ? undefined : { tabs: tabs.filter((tab) => tab.key !== key), neighbour }
}

/** The tab of a bar that was in front last: where one returns from a page without a tab. */
export const lastSeen = (bar: Tab[]): Tab | undefined => bar.toSorted((a, b) => b.seen - a.seen)[0]

/** The tab so many places further in its bar, round the ends; from a page without a tab the one last seen. */
export function stepped(bar: Tab[], key: string, by: number): Tab | undefined {
  const at = bar.findIndex((tab) => tab.key === key)
  return at < 0 ? lastSeen(bar) : bar.at((at + by) % bar.length)
}

/** The tab put at another place of its bar; other bars stay as they are. */
export function moved(tabs: Tab[], key: string, to: number): Tab[] {
  const tab = tabs.find((one) => one.key === key)
  if (!tab || tab.passing) return tabs
  const bar = barOf(tabs, tab.scope)
  const rest = bar.filter((one) => one !== tab)
  const next = rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, tab)
  return tabs.map((one) => next[bar.indexOf(one)] ?? one)
}

/**
 * The tabs whose pages stand in the document: the last looked at, in the order of the bar; what is not kept only in front.
 */
export function alive(tabs: Tab[], activeKey: string, most = ALIVE): Tab[] {
  const lasting = tabs.filter((tab) => (tab.keep && !tab.passing) || tab.key === activeKey)
  const eldest = lasting.map((tab) => tab.seen).toSorted((a, b) => b - a)[most] ?? 0
  return lasting.filter((tab) => tab.seen > eldest)
}

type TabsState = {
  tabs: Tab[]
  visit: (place: Place, belonging: Belonging) => void
  /** The next navigation takes this tab's place in the bar instead of one of its own. */
  giveWay: (key: string) => void
  /** Closes a tab and answers the neighbour to show if it was the active one; undefined when the last is refused. */
  close: (key: string) => Tab | undefined
  /** Closes all of its scope but this one. */
  closeOthers: (key: string) => void
  /** Closes all of a scope; the tab of its first page stays if it is there. */
  closeAll: (scope: Scope, first: string) => void
  /** Closes what is not to stay. */
  retain: (stays: (tab: Tab) => boolean) => void
  /** Puts a tab at another place of its bar. */
  move: (key: string, to: number) => void
  /** The page is away for a moment and then begins anew. */
  refresh: (key: string) => void
  /** Lets go of all pages but the one in front; their tabs stay. */
  forgetPages: (activeKey: string) => void
  entitle: (key: string, title: string) => void
  setKeep: (key: string, keep: boolean) => void
}

const whoseIs = ({ tenantId, userId }: Pick<SessionState, 'tenantId' | 'userId'>) => `${tenantId}/${userId}`
type Stored = { whose: string; tabs: Tab[] }
const isStored = (value: unknown): value is Stored => typeof value === 'object' && value !== null && 'whose' in value

/** The tab whose place the next navigation takes; empty for none. */
let givesWay = ''

/** A window's tabs, of whoever is signed in. They outlive a reload, their pages do not. */
export const useTabs = create<TabsState>()(
  persist(
    (set, get) => {
      const change = (key: string, patch: (tab: Tab) => Partial<Tab>) =>
        set(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.key === key ? { ...tab, ...patch(tab) } : tab)) }))
      const retain = (stays: (tab: Tab) => boolean) => {
        const gone = get().tabs.filter((tab) => !stays(tab))
        if (gone.length === 0) return
        set(({ tabs }) => ({ tabs: tabs.filter(stays) }))
        for (const tab of gone) dispose(tab.key)
      }
      return {
        tabs: [],
        visit: (place, belonging) => {
          const before = get().tabs
          const front = tabKey(place.pathname, place.search)
          const away = givesWay
          givesWay = ''
          const tabs = visited(replaced(before, away, place), place, belonging)
          set({ tabs })
          if (away !== front) dispose(away)
          for (const tab of before) if (tab.key !== front && (tab.passing || !tab.keep)) dispose(tab.key)
        },
        giveWay: (key) => {
          givesWay = key
        },
        close: (key) => {
          const after = closed(get().tabs, key)
          if (!after) return undefined
          set({ tabs: after.tabs })
          dispose(key)
          return after.neighbour
        },
        closeOthers: (key) => {
          const scope = get().tabs.find((tab) => tab.key === key)?.scope
          retain((tab) => tab.scope !== scope || tab.key === key)
        },
        closeAll: (scope, first) => retain((tab) => tab.scope !== scope || tab.key === first),
        retain,
        move: (key, to) => set(({ tabs }) => ({ tabs: moved(tabs, key, to) })),
        refresh: (key) => {
          if (get().tabs.find((tab) => tab.key === key)?.refresh !== '') return
          change(key, () => ({ refresh: 'away' }))
          setTimeout(() => {
            // the page is gone by now: what it owned can go too
            dispose(key)
            change(key, ({ version }) => ({ version: version + 1, refresh: 'back' }))
          }, REFRESH_AWAY)
          setTimeout(() => change(key, () => ({ refresh: '' })), REFRESH_SIGN)
        },
        forgetPages: (activeKey) => {
          const others = get().tabs.filter((tab) => tab.key !== activeKey)
          set(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.key === activeKey ? tab : { ...tab, seen: 0 })) }))
          for (const tab of others) dispose(tab.key)
        },
        entitle: (key, title) => {
          if (get().tabs.some((tab) => tab.key === key && tab.title !== title)) change(key, () => ({ title }))
        },
        setKeep: (key, keep) => {
          if (get().tabs.some((tab) => tab.key === key && tab.keep !== keep)) change(key, () => ({ keep }))
        },
      }
    },
    {
      name: 'digao.tabs',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ tabs }): Stored => ({
        whose: whoseIs(useSession.getState()),
        tabs: tabs.flatMap((tab) => (tab.passing ? [] : [{ ...tab, seen: 0, version: 0, refresh: '' }])),
      }),
      merge: (stored, state) =>
        isStored(stored) && stored.whose === whoseIs(useSession.getState()) ? { ...state, tabs: stored.tabs } : state,
    },
  ),
)

// Tabs belong to who opened them: with the next person, or in the next tenant, the window begins without any.
useSession.subscribe((now, before) => {
  if (whoseIs(now) !== whoseIs(before)) useTabs.getState().retain(() => false)
})

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
