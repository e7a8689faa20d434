import { useMemo } from 'react'
import { useSetView, useTab } from '#web/kernel/tab.ts'

/** The query of a paged list as the contract takes it. */
export type PageInput = { current: string; size: string } & Record<string, string>
export type Sort = { field: string; down: boolean }
export type ListState = { page: number; size: number; sort: Sort | undefined; filters: Record<string, string> }

const whole = (text: string | null, fallback: number) => {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : fallback
}

/** What a list shows, read from the query of its page: `page`, `size`, `sort=field` or `-field`, `f.<filter>=…`. */
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
  }
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
      order: (by: Sort | undefined) => setView({ page: undefined, sort: by && `${by.down ? '-' : ''}${by.field}` }),
      /** Replaces all filters; back to the first page. */
      filter: (filters: Record<string, string | undefined>) => {
        const gone = Object.keys(state.filters).map((name) => [`f.${name}`, undefined])
        const set = Object.entries(filters).map(([name, value]) => [`f.${name}`, value?.trim() || undefined])
        setView({ page: undefined, ...Object.fromEntries([...gone, ...set]) })
      },
    }
  }, [query, setView, size, field, down])
}
export type ListView = ReturnType<typeof useListView>
