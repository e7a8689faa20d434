import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type ColumnSetting, type SavedView, view as contract } from '#contract/list.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import type { ListView } from './list-view.ts'

export type Density = 'middle' | 'small'
export type ListSetting = {
  pageKey: string
  views: SavedView[]
  /** As the person has set them; null: as the page has them. */
  columns: ColumnSetting[] | null
  density: Density | undefined
  setColumns(columns: ColumnSetting[] | null): void
  setDensity(density: Density): void
}

/**
 * What the server keeps of how a person looks at a list. Changes show at once and are kept behind the scenes. A default view is
 * shown when the page is opened without anything in its address.
 */
export function useListSetting(pageKey: string | undefined, view: ListView): ListSetting | undefined {
  const cache = useQueryClient()
  const asked = query(contract.list, { pageKey: pageKey ?? '' })
  const { data } = useQuery({ ...asked, enabled: pageKey !== undefined, staleTime: 300_000 })
  const keep = useCommand(contract.columns)

  const began = useRef(false)
  const begin = useEffectEvent((views: SavedView[]) => {
    const first = views.find(({ isDefault }) => isDefault)
    if (first && view.untouched) view.show(first)
  })
  useEffect(() => {
    if (!data || began.current) return
    began.current = true
    begin(data.views)
  }, [data])

  if (!pageKey) return undefined
  const put = (change: { columns?: ColumnSetting[] | null; density?: Density }) => {
    cache.setQueryData(asked.queryKey, (known) => known && { ...known, ...change })
    keep.mutate({ pageKey, ...change })
  }
  return {
    pageKey,
    views: data?.views ?? [],
    columns: data?.columns ?? null,
    density: data?.density || undefined,
    setColumns: (columns) => put({ columns }),
    setDensity: (density) => put({ density }),
  }
}
