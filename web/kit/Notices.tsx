import { App } from 'antd'
import { lazy, Suspense, useEffect } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { putBoard } from '#web/kernel/notices.ts'
import { PieceBoundary } from './PieceBoundary.tsx'
import { texts } from './texts.ts'
import { useWatchedJobs } from './watch-job.ts'

const WatchedJobs = lazy(async () => ({ default: (await import('./WatchedJobs.tsx')).WatchedJobs }))

/** Shows what the kernel has to say: toasts, the question of code 60002, and how watched jobs ended. Stands once, inside antd's App. */
export function Notices() {
  const { message, modal } = App.useApp()
  const t = useTexts(texts)
  useEffect(() => {
    let asked: { destroy(): void } | undefined
    putBoard({
      say: (text) => void message.success({ content: text, duration: 2 }),
      complain: (text, trace) =>
        void message.error({ content: trace ? `${text}（${t('trace', { trace })}）` : text, key: text, duration: 5 }),
      overLimit: (text) => {
        // several refusals at once are one question
        asked?.destroy()
        asked = modal.confirm({
          title: t('hint'),
          content: text,
          icon: null,
          okText: t('buyMore'),
          cancelText: t('cancel'),
          // In a window of its own: the form behind stays as it is.
          onOk: () => void window.open('/portal/buy', '_blank', 'noopener'),
        })
      },
    })
    return () => putBoard(undefined)
  }, [message, modal, t])
  const watching = useWatchedJobs(({ ids }) => ids.length > 0)
  return (
    watching && (
      <PieceBoundary>
        <Suspense fallback={null}>
          <WatchedJobs />
        </Suspense>
      </PieceBoundary>
    )
  )
}
