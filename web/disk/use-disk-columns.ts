import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ColumnSetting, view } from '#contract/list.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { drawnColumns, type SettableColumn } from '#web/kit/list-columns.ts'
import type { Density, ListSetting } from '#web/kit/use-list-setting.ts'
import { texts } from './texts.ts'

/** What can stand beside the name. */
export const diskColumns = ['updateTime', 'updateUserName', 'size', 'tags', 'ext', 'createTime', 'place'] as const
export type DiskColumn = (typeof diskColumns)[number]
/** A column as it is drawn; without a width as wide as its content asks. */
export type DrawnColumn = { key: DiskColumn; width?: number }

const PAGE_KEY = 'disk.files'
/** Shown once a person asks for them. */
const hidden = new Set<DiskColumn>(['ext', 'createTime'])

/** The columns of the list as the person has set them, kept at the server like those of other lists. */
export function useDiskColumns(): {
  columns: DrawnColumn[]
  settable: readonly SettableColumn[]
  setting: ListSetting
} {
  const t = useTexts(texts)
  const cache = useQueryClient()
  const asked = query(view.list, { pageKey: PAGE_KEY })
  const { data } = useQuery({ ...asked, staleTime: 300_000 })
  const keep = useCommand(view.columns)
  const put = (change: { columns?: ColumnSetting[] | null; density?: Density }) => {
    cache.setQueryData(asked.queryKey, (known) => known && { ...known, ...change })
    keep.mutate({ pageKey: PAGE_KEY, ...change })
  }
  // where something lies is said of what is found, never of what lies in one folder
  const settable = diskColumns
    .filter((key) => key !== 'place')
    .map((key) => ({ key, title: t(`col_${key}`), hidden: hidden.has(key) }))
  const columns = drawnColumns<SettableColumn & { key: DiskColumn }>(settable, data?.columns ?? null)
  return {
    columns: columns.map(({ key, width }) => (width === undefined ? { key } : { key, width })),
    settable,
    setting: {
      pageKey: PAGE_KEY,
      views: [],
      columns: data?.columns ?? null,
      density: data?.density || undefined,
      setColumns: (columns) => put({ columns }),
      setDensity: (density) => put({ density }),
    },
  }
}
