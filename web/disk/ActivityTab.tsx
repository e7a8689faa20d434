import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { disk } from '#contract/disk.ts'
import type { DiskActivity } from '#contract/disk-shapes.ts'
import { call } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useShortDate } from '#web/kit/short-date.ts'
import { Bones, Empty, Failing } from '#web/kit/StateView.tsx'
import { paneTexts as texts } from './pane-texts.ts'

const SIZE = 50

/** What happened to a file, or in a folder and below it, newest first. */
export function ActivityTab({ nodeId }: { nodeId: string }) {
  const t = useTexts(texts)
  const found = useInfiniteQuery({
    queryKey: ['disk', disk.activity.path, nodeId],
    queryFn: ({ pageParam, signal }) => call(disk.activity, { nodeId, current: pageParam, size: SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current, pages }) => (current < pages ? current + 1 : undefined),
  })
  if (found.isError && !found.data) return <Failing fault={found.error} retry={found.refetch} />
  if (!found.data) return <Bones lines={5} />
  const rows = found.data.pages.flatMap(({ records }) => records)
  if (rows.length === 0) return <Empty says={t('noActivity')} />
  return (
    <>
      <ol className="disk-activity">
        {rows.map((one) => (
          <Activity key={one.id} of={one} nodeId={nodeId} />
        ))}
      </ol>
      {found.hasNextPage && (
        <Button size="small" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('earlier')}
        </Button>
      )}
    </>
  )
}

const LIST = ['from', 'to', 'no', 'count'] as const

function Activity({ of, nodeId }: { of: DiskActivity; nodeId: string }) {
  const t = useTexts(texts)
  const short = useShortDate()
  // what the verb does not say: where from, where to, which version, how many
  const more = LIST.flatMap((key) => {
    const value = of.detail[key]
    return value === undefined || value === '' ? [] : [t(`detail_${key}`, { value })]
  })
  return (
    <li>
      <p>
        <strong>{of.userName}</strong> {t(`verb_${of.verb}`)}
        {of.nodeId !== nodeId && <span className="disk-activity-name">{of.name}</span>}
      </p>
      <p className="third">{[short(of.time), ...more].join(' · ')}</p>
    </li>
  )
}
