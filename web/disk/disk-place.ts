import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useSetView, useTab, useView } from '#web/kernel/tab.ts'
import type { Sort } from '#web/kit/list-view.ts'
import { sortText } from '#web/kit/list-view.ts'
import type { Source } from './disk-rows.ts'

/** Lists beside the folders. */
export const marks = ['recent', 'favourite', 'shared', 'links'] as const
export type Mark = (typeof marks)[number]
const isMark = (text: string): text is Mark => (marks as readonly string[]).includes(text)

/** The address of a folder on a page of the disk. */
export const folderAddress = (pathname: string, folderId: string) =>
  `${pathname}?v.folder=${encodeURIComponent(folderId)}`

/** What the explorer shows, kept in the address: a link, a reload and the back button show the same. */
export function useDiskPlace(home: string) {
  const { pathname, query, active } = useTab()
  const navigate = useNavigate()
  const setView = useSetView()
  const [as, setAs] = useView('as', 'list')
  const [tab, setTab] = useView('tab', 'info')
  const [info, setInfo] = useView('info')
  const folderId = query.get('v.folder') ?? home
  const show = query.get('v.show') ?? ''
  const sortSaid = query.get('sort') ?? ''
  const sort = useMemo<Sort | undefined>(
    () => (sortSaid ? { field: sortSaid.replace(/^-/, ''), down: sortSaid.startsWith('-') } : undefined),
    [sortSaid],
  )
  const filters = Object.fromEntries(
    [...query].flatMap(([name, value]) => (name.startsWith('f.') && value ? [[name.slice(2), value] as const] : [])),
  )
  /** Going somewhere is a step that the back button takes back; how it looks there stays. */
  const go = useCallback(
    (to: { folder?: string; show?: Mark }) => {
      if (!active) return
      const next = new URLSearchParams()
      for (const name of ['v.as', 'v.info', 'v.tab']) {
        const kept = query.get(name)
        if (kept) next.set(name, kept)
      }
      if (to.folder) next.set('v.folder', to.folder)
      if (to.show) next.set('v.show', to.show)
      void navigate(`${pathname}?${next.toString()}`)
    },
    [active, navigate, pathname, query],
  )
  const { words = '', content = '', within = '', ...wantedFilters } = filters
  // where and how to search are nothing to search by
  const searches = words !== '' || Object.keys(wantedFilters).length > 0
  return {
    pathname,
    folderId,
    mark: isMark(show) ? show : undefined,
    as: as === 'tiles' ? ('tiles' as const) : ('list' as const),
    setAs,
    tab,
    setTab,
    /** What stands beside the list: opened, closed, or as the window has room. */
    info: info === '1' || info === '0' ? info : undefined,
    setInfoOpen: (open: boolean) => setInfo(open ? '1' : '0'),
    /** Opens what stands beside the list at one of its tabs. */
    showDetails: (at: string) => setView({ 'v.info': '1', 'v.tab': at }),
    sort,
    order: (by: Sort | undefined) => setView({ sort: sortText(by) || undefined }),
    go,
    searches,
    search: { words, content: content === '1', within, filters: wantedFilters },
    /** Replaces what is searched by; empty ends the search. */
    setSearch: (next: Record<string, string>) =>
      setView({
        ...Object.fromEntries(Object.keys(filters).map((name) => [`f.${name}`, undefined])),
        ...Object.fromEntries(Object.entries(next).map(([name, value]) => [`f.${name}`, value.trim() || undefined])),
      }),
  }
}
export type DiskPlace = ReturnType<typeof useDiskPlace>

/** What the place lists; a search looks below the folder one is in, in its space, or everywhere. */
export function sourceOf({ mark, searches, search, folderId }: DiskPlace, spaceId: string): Source {
  if (searches) {
    const { within, ...wanted } = search
    const place = within === 'all' ? {} : within === 'space' ? { spaceId } : { parentId: folderId }
    return { kind: 'search', wanted: { ...wanted, ...place } }
  }
  return mark && mark !== 'links' ? { kind: 'marked', by: mark } : { kind: 'folder', parentId: folderId }
}
