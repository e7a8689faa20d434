import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod'
import { type BankAsk } from '#contract/tool-bank.ts'
import { ToolOrder, type ToolRun, toolRun } from '#contract/tool-run.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { watchJob } from '#web/kit/watch-job.ts'
import { bankTexts } from './bank-texts.ts'

const BankMapper = lazy(async () => ({ default: (await import('./BankMapper.tsx')).BankMapper }))

/** Statements of layouts nobody knows: each is explained, then the same files run again. */
export function AskedColumns({ run, onRun }: { run: ToolRun; onRun: (id: string) => void }) {
  const t = useTexts(bankTexts)
  const [ask, setAsk] = useState<BankAsk>()
  const [kept, setKept] = useState<readonly string[]>([])
  const start = useCommand(toolRun.start)
  const asked = [
    ...new Map(
      run.outcomes.flatMap(({ name, ask: one }) =>
        one ? [[one.headings.join('|'), { name, ask: one }] as const] : [],
      ),
    ).values(),
  ]
  const open = asked.filter(({ ask: one }) => !kept.includes(one.headings.join('|')))
  const again = async () => {
    const order = ToolOrder.safeParse({ ...run.options, code: run.code })
    if (!order.success) return
    const files = run.inputs.map(({ id, folder }) => ({ id, folder }))
    const input: z.input<typeof toolRun.start.input> = { files, order: order.data }
    const answer = await start.mutateAsync(input).catch(() => undefined)
    if (!answer) return
    watchJob(answer.jobId)
    onRun(answer.id)
  }
  return (
    <div className="tool-asked">
      {open.map(({ name, ask: one }) => (
        <Button key={one.headings.join('|')} type="primary" onClick={() => setAsk(one)}>
          {t('sayColumns')}: {name}
        </Button>
      ))}
      {kept.length > 0 && (
        <Button type={open.length === 0 ? 'primary' : 'default'} loading={start.isPending} onClick={() => void again()}>
          {t('runAgain')}
        </Button>
      )}
      {ask && (
        <Suspense>
          <BankMapper
            ask={ask}
            onClose={() => setAsk(undefined)}
            onKept={() => setKept([...kept, ask.headings.join('|')])}
          />
        </Suspense>
      )}
    </div>
  )
}
