import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { type ToolOrder, type ToolRun, toolRun } from '#contract/tool-run.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useView } from '#web/kernel/tab.ts'
import { FileOrder } from './FileOrder.tsx'
import { PickFiles } from './PickFiles.tsx'
import { usePickedFiles } from './picked-files.ts'
import { RunHistory } from './RunHistory.tsx'
import { RunView } from './RunView.tsx'
import { texts } from './texts.ts'
import { ToolFrame } from './ToolFrame.tsx'
import { useToolRun } from './use-tool-run.ts'

type DeskProps = {
  code: string
  /** Endings without dot. */
  accept: readonly string[]
  hint: string
  /** The order of the files matters. */
  ordered?: boolean
  /** What is asked besides the files. */
  options?: ReactNode
  /** What is still wrong with the options; empty when they can be run. */
  missing?: string
  order: () => z.input<typeof ToolOrder>
  onOptions?: (options: ToolRun['options']) => void
}

/** The desk of a tool that works on the server: files and options, then the run, then what it made; below, what ran before. */
export function ServerToolDesk({
  code,
  accept,
  hint,
  ordered = false,
  options,
  missing = '',
  order,
  onOptions,
}: DeskProps) {
  const t = useTexts(texts)
  const settings = useQuery(query(toolRun.settings, {}))
  const picked = usePickedFiles(accept)
  const { start, sent } = useToolRun()
  const [runId, show] = useView('run')
  const { maxFiles = 0, maxMegabytes = 0 } = settings.data ?? {}
  const tooMany = maxFiles > 0 && picked.files.length > maxFiles
  const run = async () => {
    const id = await start(picked.files, order())
    if (id !== undefined) show(id)
  }
  const again = (
    <Button
      onClick={() => {
        picked.clear()
        show('')
      }}
    >
      {t('again')}
    </Button>
  )
  return (
    <ToolFrame
      code={code}
      action={
        runId === '' && (
          <>
            <span className="second" aria-live="polite">
              {sent ? t('sending', sent) : tooMany ? t('tooMany', { limit: maxFiles }) : missing}
            </span>
            <Button
              type="primary"
              loading={sent !== undefined}
              disabled={picked.files.length === 0 || tooMany || missing !== ''}
              onClick={() => void run()}
            >
              {t('run')}
            </Button>
          </>
        )
      }
    >
      {runId !== '' ? (
        <RunView key={runId} id={runId} again={again} onRun={show} />
      ) : (
        <div className="tool-desk" data-options={options !== undefined || undefined}>
          <section aria-label={t('files')}>
            <PickFiles
              picked={picked}
              accept={accept}
              fromDisk
              hint={`${hint}${maxFiles > 0 ? ` ${t('limits', { files: maxFiles, megabytes: maxMegabytes })}` : ''}`}
            />
            <FileOrder picked={picked} ordered={ordered} />
          </section>
          {options !== undefined && (
            <section aria-label={t('options')} className="tool-options">
              {options}
            </section>
          )}
        </div>
      )}
      <RunHistory code={code} onOpen={show} chosen={runId} {...(onOptions && runId === '' && { onOptions })} />
    </ToolFrame>
  )
}
