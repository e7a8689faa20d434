import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { disk } from '#contract/disk.ts'
import { diskFile } from '#contract/disk-file.ts'
import type { DiskNode, DiskStep } from '#contract/disk-shapes.ts'
import { call } from '#web/kernel/api.ts'
import type { Sort } from '#web/kit/list-view.ts'
import { pagesBetween } from './selection.ts'

/** A row of the explorer; found ones say where they lie and why they were found. */
export type DiskRow = DiskNode & { steps?: DiskStep[]; snippet?: string }

/** What somebody searches by; ids say where. */
export type Wanted = {
  words: string
  content: boolean
  spaceId?: string
  parentId?: string
  /** Filters of the contract's query, e.g. `ext_equal`. */
  filters: Record<string, string>
}
/** What the explorer lists: a folder, what a search finds, or what is marked. */
export type Source =
  | { kind: 'folder'; parentId: string }
  | { kind: 'search'; wanted: Wanted }
  | { kind: 'marked'; by: 'favourite' | 'recent' | 'shared' }

/** Rows asked for at a time. */
export const PAGE = 200

type Page = { records: DiskRow[]; total: number }

function ask(source: Source, paging: Record<string, string>, signal: AbortSignal): Promise<Page> {
  if (source.kind === 'folder') return call(disk.list, { parentId: source.parentId, ...paging }, { signal })
  if (source.kind === 'marked') return call(diskFile.marked, { by: source.by, ...paging }, { signal })
  const { words, content, spaceId, parentId, filters } = source.wanted
  const place = { ...(spaceId && { spaceId }), ...(parentId && { parentId }) }
  return call(disk.search, { words, content: content ? '1' : '0', ...place, ...filters, ...paging }, { signal })
}

/** The rows of a page, counted from one. Their key begins like that of every call of the disk, so that a change reads them anew. */
const pageOf = (source: Source, sort: Sort | undefined, page: number) =>
  queryOptions({
    queryKey: ['disk', 'rows', source, sort ?? null, page],
    queryFn: ({ signal }) =>
      ask(
        source,
        { current: String(page), size: String(PAGE), ...(sort && { [sort.down ? 'descs' : 'ascs']: sort.field }) },
        signal,
      ),
  })

export type DiskRows = {
  /** Undefined until the first page has come. */
  total: number | undefined
  at: (index: number) => DiskRow | undefined
  /** What is in sight: its pages are read. */
  see: (first: number, last: number) => void
  /** The rows of these ids that have been read. */
  known: (ids: ReadonlySet<string>) => DiskRow[]
  /** Reads what is missing between two places. */
  fetch: (first: number, last: number) => Promise<void>
  fault: unknown
  retry: () => void
}

/** Rows of any number, read in pages as they come into sight. */
export function useDiskRows(source: Source, sort: Sort | undefined): DiskRows {
  const cache = useQueryClient()
  const key = JSON.stringify([source, sort])
  const [sight, setSight] = useState({ key, pages: [1] })
  const pages = sight.key === key ? sight.pages : [1]
  const found = useQueries({ queries: pages.map((page) => pageOf(source, sort, page)) })
  const [total, setTotal] = useState<{ key: string; count: number }>()
  const now = found.find(({ data }) => data)?.data?.total
  if (now !== undefined && (total?.key !== key || total.count !== now)) setTotal({ key, count: now })

  const at = (index: number) => {
    const page = Math.floor(index / PAGE) + 1
    const shown = found[pages.indexOf(page)]?.data
    return (shown ?? cache.getQueryData<Page>(pageOf(source, sort, page).queryKey))?.records[index % PAGE]
  }
  const see = useCallback(
    (first: number, last: number) => {
      const next = pagesBetween(first, last, PAGE)
      setSight((before) => (before.key === key && before.pages.join() === next.join() ? before : { key, pages: next }))
    },
    [key],
  )
  const pagesRead = () =>
    cache
      .getQueriesData<Page>({ queryKey: ['disk', 'rows', source, sort ?? null] })
      .flatMap(([, page]) => page?.records ?? [])
  return {
    total: total?.key === key ? total.count : now,
    at,
    see,
    known: (ids) => {
      const unique = new Map(pagesRead().map((row) => [row.id, row]))
      return [...unique.values()].filter(({ id }) => ids.has(id))
    },
    fetch: async (first, last) => {
      for (const page of pagesBetween(first, last, PAGE)) await cache.ensureQueryData(pageOf(source, sort, page))
    },
    fault: now === undefined ? found.find(({ error }) => error)?.error : undefined,
    retry: () => void Promise.all(found.map(({ refetch }) => refetch())),
  }
}

/** The same source under the same name, so that what hangs on it is not made anew. */
export const useSource = (source: Source): Source => {
  const text = JSON.stringify(source)
  return useMemo(() => JSON.parse(text) as Source, [text])
}
