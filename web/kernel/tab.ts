import { createContext, use, useCallback, useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { ownedBy, type Tab, useTabs } from './tabs.ts'

/** The tab a page stands in; given by shell/TabHost.tsx. */
export const TabContext = createContext<{ tab: Tab; active: boolean } | null>(null)

function useTabContext() {
  const context = use(TabContext)
  if (!context) throw new Error('A page stands in a tab: useTab outside of the tab host')
  return context
}

/**
 * The place of a page: pathname and query as they were when the page was last in front. Pages use this and never the
 * router's location, which belongs to whichever page is in front.
 */
export function useTab() {
  const { tab, active } = useTabContext()
  const query = useMemo(() => new URLSearchParams(tab.search), [tab.search])
  return { key: tab.key, pathname: tab.pathname, query, active }
}

/** Whether what is drawn here can be in use: in a tab only the one in front, in the frame (a drawer over all tabs) always. */
export const useInFront = (): boolean => use(TabContext)?.active ?? true

/** Changes parts of the view in the query (`page`, `size`, `sort`, `f.*`, `v.*`); undefined takes a part out. Replaces history. */
export function useSetView() {
  const { tab, active } = useTabContext()
  const navigate = useNavigate()
  return useCallback(
    (patch: Record<string, string | undefined>) => {
      if (!active) return
      const query = new URLSearchParams(window.location.search)
      for (const [name, value] of Object.entries(patch)) {
        if (value === undefined || value === '') query.delete(name)
        else query.set(name, value)
      }
      const text = query.toString()
      void navigate(text ? `${tab.pathname}?${text}` : tab.pathname, { replace: true })
    },
    [tab.pathname, active, navigate],
  )
}

/** Goes to another page in the place of this one: its tab becomes that page's, and back leads to where one came from. */
export function useTurnTab() {
  const { tab } = useTabContext()
  const navigate = useNavigate()
  const giveWay = useTabs((state) => state.giveWay)
  return useCallback(
    (to: string) => {
      giveWay(tab.key)
      void navigate(to, { replace: true })
    },
    [giveWay, navigate, tab.key],
  )
}

/** One part of the view kept in the query under `v.name`: `[value, set]`, so that a link shows what was seen. */
export function useView(name: string, fallback = '') {
  const { query } = useTab()
  const setView = useSetView()
  const set = useCallback((value: string) => setView({ [`v.${name}`]: value }), [setView, name])
  return [query.get(`v.${name}`) ?? fallback, set] as const
}

/** Names the tab after what it shows. */
export function useTabTitle(title: string | undefined) {
  const { tab } = useTabContext()
  const entitle = useTabs((state) => state.entitle)
  useEffect(() => {
    if (title) entitle(tab.key, title)
  }, [entitle, tab.key, title])
}

/** Whether the page stays alive behind others; until it says otherwise it does. An embedded page says it of its menu. */
export function useTabKept(keep: boolean) {
  const { tab } = useTabContext()
  const setKeep = useTabs((state) => state.setKeep)
  useEffect(() => setKeep(tab.key, keep), [setKeep, tab.key, keep])
}

/**
 * A widget that must outlive hiding (a spreadsheet, an editor): effects of a hidden page are undone, this is not. `make` runs
 * once per tab and `name`; `dispose` runs when the tab is closed or refreshed. Give it an element of its own to live in and
 * hang that into the page with a ref.
 */
export function useTabOwned<T>(name: string, make: () => { value: T; dispose(): void }): T {
  const { tab } = useTabContext()
  return ownedBy(tab.key, name, make)
}
