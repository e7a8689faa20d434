import { useMemo } from 'react'
import { useSetView, useTab } from '#web/kernel/tab.ts'

/** The query of a paged list as the contract takes it. */
export type PageInput = { current: string; size: string } & Record<string, string>
export type Sort = { field: string; down: boolean }
export type ListState = {
  page: number
  size: number
  sort: Sort | undefined
  filters: Record<string, string>
  /** The saved view that was chosen; empty: none. */
  viewId: string
}
/** What a saved view keeps. */
export type SavedState = { filters: Record<string, string>; sort: string; pageSize: number }

const whole = (text: string | null, fallback: number) => {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : fallback
}

/** What a list shows, read from the query of its page: `page`, `size`, `sort=field` or `-field`, `f.<filter>=…`, `v.view`. */
export function readListState(query: URLSearchParams, defaults: { size: number; sort?: Sort | undefined }): ListState {
  const sort = query.get('sort')
  return {
    page: whole(query.get('page'), 1),
    size: Math.min(whole(query.get('size'), defaults.size), 500),
    sort: sort ? { field: sort.replace(/^-/, ''), down: sort.startsWith('-') } : defaults.sort,
    filters: Object.fromEntries(
      [...query]
        .filter(([name, value]) => name.startsWith('f.') && value !== '')
        .map(([name, value]) => [name.slice(2), value]),
    ),
    viewId: query.get('v.view') ?? '',
  }
}

/** Whether the address says anything about the list; otherwise a default view may. */
export const saysNothing = (query: URLSearchParams): boolean =>
  [...query.keys()].every((name) => !/^(page|size|sort|v\.view)$|^f\./.test(name))

export const sortText = (sort: Sort | undefined): string => (sort ? `${sort.down ? '-' : ''}${sort.field}` : '')

/** Whether the list shows just what a saved view asks for. */
export function showsView(state: Pick<ListState, 'filters' | 'sort' | 'size'>, saved: SavedState): boolean {
  const entries = Object.entries(saved.filters).filter(([, value]) => value !== '')
  const same =
    entries.length === Object.keys(state.filters).length &&
    entries.every(([name, value]) => state.filters[name] === value)
  return (
    same &&
    (saved.sort === '' || saved.sort === sortText(state.sort)) &&
    (saved.pageSize === 0 || saved.pageSize === state.size)
  )
}

/** The same as the contract's paging query. */
export function pageInput({ page, size, sort, filters }: ListState): PageInput {
  return {
    ...filters,
    ...(sort && { [sort.down ? 'descs' : 'ascs']: sort.field }),
    current: String(page),
    size: String(size),
  }
}

/**
 * The state of a list in the query of its tab: a link, a reload and the back button show the same rows. Use it as
 * `const view = useListView(); const rows = useQuery(pageQuery(x.list, view.input))`, then `<ListPage view={view} rows={rows} …/>`.
 * Filters are keys of the contract's query: `enterpriseName` (contains), `year_equal`, `createTime_datege`.
 */
export function useListView({ size = 20, sort }: { size?: number; sort?: Sort } = {}) {
  const { query } = useTab()
  const setView = useSetView()
  const [field, down] = [sort?.field, sort?.down ?? false]
  return useMemo(() => {
    const state = readListState(query, { size, sort: field === undefined ? undefined : { field, down } })
    return {
      ...state,
      input: pageInput(state),
      turn: (page: number, newSize = state.size) =>
        setView({ page: page === 1 ? undefined : String(page), size: newSize === size ? undefined : String(newSize) }),
      order: (by: Sort | undefined) => setView({ page: undefined, sort: sortText(by) || undefined }),
      /** Replaces all filters; back to the first page. */
      filter: (filters: Record<string, string | undefined>) => {
        const gone = Object.keys(state.filters).map((name) => [`f.${name}`, undefined])
        const set = Object.entries(filters).map(([name, value]) => [`f.${name}`, value?.trim() || undefined])
        setView({ page: undefined, ...Object.fromEntries([...gone, ...set]) })
      },
      /** Shows what a saved view asks for; without one the list as it begins. */
      show: (saved?: SavedState & { id: string }) => {
        const gone = Object.keys(state.filters).map((name) => [`f.${name}`, undefined])
        const set = Object.entries(saved?.filters ?? {}).map(([name, value]) => [`f.${name}`, value || undefined])
        const newSize = saved?.pageSize
        setView({
          page: undefined,
          size: newSize && newSize !== size ? String(newSize) : undefined,
          sort: saved?.sort || undefined,
          'v.view': saved?.id,
          ...Object.fromEntries([...gone, ...set]),
        })
      },
      /** Keeps showing the same rows under another view's name, or under none. */
      name: (id: string) => setView({ 'v.view': id }),
      /** Whether the address says anything about the list. */
      untouched: saysNothing(query),
    }
  }, [query, setView, size, field, down])
}
export type ListView = ReturnType<typeof useListView>
