import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ToolRun, type ToolRunRow, toolRun } from '#contract/tool-run.ts'
import { call, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { useShortDate } from '#web/kit/short-date.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

const tones: Record<ToolRunRow['state'], Tone> = {
  queued: 'waiting',
  running: 'active',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'plain',
}
const SHOWN = '10'

type HistoryProps = {
  code: string
  /** Shows a run; without it, as for tools of the browser, there is nothing to show. */
  onOpen?: (id: string) => void
  /** Takes the options of a run; without it they cannot be taken. */
  onOptions?: (options: ToolRun['options']) => void
  /** The run that is shown now. */
  chosen?: string
}

/** What the person ran with this tool in the last days. */
export function RunHistory({ code, onOpen, onOptions, chosen }: HistoryProps) {
  const t = useTexts(texts)
  const found = useQuery(query(toolRun.list, { code_equal: code, size: SHOWN }))
  return (
    <section className="tool-history" aria-label={t('history')}>
      <h2>{t('history')}</h2>
      <StateView of={found}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="third">{t('noHistory')}</p>
          ) : (
            <ul>
              {records.map((run) => (
                <HistoryLine
                  key={run.id}
                  run={run}
                  chosen={run.id === chosen}
                  {...(onOpen && { onOpen })}
                  {...(onOptions && { onOptions })}
                />
              ))}
            </ul>
          )
        }
      </StateView>
    </section>
  )
}

type LineProps = Omit<HistoryProps, 'code' | 'chosen'> & { run: ToolRunRow; chosen: boolean }

function HistoryLine({ run, chosen, onOpen, onOptions }: LineProps) {
  const t = useTexts(texts)
  const short = useShortDate()
  const confirm = useConfirmDanger()
  const remove = useCommand(toolRun.remove)
  const take = async () => {
    const { options } = await call(toolRun.detail, { id: run.id })
    onOptions?.(options)
    say(t('optionsTaken'))
  }
  const drop = async () => {
    if (await confirm({ says: t('removeSure'), ok: t('remove') }))
      remove.mutate({ ids: run.id }, { onSuccess: () => say(t('removed')) })
  }
  return (
    <li data-chosen={chosen || undefined}>
      <span className="number third">{short(run.createTime)}</span>
      <StatusTag tone={tones[run.state]}>{t(run.state)}</StatusTag>
      <span className="tool-history-files">
        {run.names.length > 0 ? run.names.join(', ') : t('historyFiles', { count: run.files })}
        {run.files > run.names.length && run.names.length > 0 && ` … ${t('historyFiles', { count: run.files })}`}
        {run.failed > 0 && <span className="third"> · {t('someFailed', { count: run.failed })}</span>}
      </span>
      <span className="row-actions">
        {onOpen && run.jobId !== '' && (
          <Button type="link" size="small" onClick={() => onOpen(run.id)}>
            {t('open')}
          </Button>
        )}
        {onOptions && (
          <Button type="link" size="small" onClick={() => void take().catch((fault: unknown) => complain(fault))}>
            {t('sameOptions')}
          </Button>
        )}
        <Button type="link" size="small" onClick={() => void drop()}>
          {t('remove')}
        </Button>
      </span>
    </li>
  )
}
