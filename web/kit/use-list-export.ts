import { type exportFormats, list } from '#contract/list.ts'
import { job } from '#contract/system.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import type { PageInput } from './list-view.ts'
import { listTexts as texts } from './list-texts.ts'
import { watchJob } from './watch-job.ts'

type Order = { name: string; input: PageInput; columns: string[]; format?: (typeof exportFormats)[number] }

/** Starts the export of a list as it is filtered and sorted, or of the rows picked; a notice comes with the file. */
export function useListExport() {
  const t = useTexts(texts)
  const order = useCommand(list.export, { also: [job.list] })
  const start = async ({ name, input, columns, format = 'xlsx' }: Order, ids?: string[]) => {
    const { current: _, size: __, ...query } = input
    const started = await order
      .mutateAsync({ list: name, query, columns, format, ...(ids && { ids }) })
      .catch(() => undefined) // said in a toast
    if (!started) return
    watchJob(started.jobId)
    say(t('exportStarted'))
  }
  return { start, busy: order.isPending }
}
