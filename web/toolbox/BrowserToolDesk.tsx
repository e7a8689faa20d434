import { Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { type ToolRun, toolRun } from '#contract/tool-run.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import type { BrowserBench, BrowserDone } from './browser-run.ts'
import { browserTexts } from './browser-texts.ts'
import { FileOrder } from './FileOrder.tsx'
import { Outcomes } from './Outcomes.tsx'
import { PickFiles } from './PickFiles.tsx'
import { type Picked, usePickedFiles } from './picked-files.ts'
import { RunHistory } from './RunHistory.tsx'
import { saveMade } from './save-made.ts'
import { texts } from './texts.ts'
import { ToolFrame } from './ToolFrame.tsx'

type DeskProps = {
  code: string
  /** Endings without dot. */
  accept: readonly string[]
  hint: string
  /** The order of the files matters. */
  ordered?: boolean
  /** What is asked besides the files. */
  options: ReactNode
  /** What is still wrong with the options; empty when they can be run. */
  missing?: string
  /** What several files are called together. */
  zip: string
  type: string
  /** The options as the history keeps them: nothing secret, no name. */
  kept: Record<string, string | number | boolean>
  onOptions: (options: ToolRun['options']) => void
  work: (files: readonly Picked[], bench: BrowserBench) => Promise<BrowserDone>
}

/** The desk of a tool that works in the browser: files and options, how far it is, then how it went with each file. */
export function BrowserToolDesk(props: DeskProps) {
  const { code, accept, hint, ordered = false, options, missing = '', onOptions } = props
  const t = useTexts(texts)
  const b = useTexts(browserTexts)
  const picked = usePickedFiles(accept)
  const stop = useRef<AbortController>(undefined)
  const [at, tell] = useState<{ done: number; of: number }>()
  const [result, setResult] = useState<BrowserDone>()
  const note = useCommand(toolRun.note, { quiet: true })
  const save = ({ made }: BrowserDone) => saveMade(made, { name: props.zip, type: props.type })
  const run = async () => {
    const { files } = picked
    const control = new AbortController()
    stop.current = control
    tell({ done: 0, of: files.length })
    const done = await props.work(files, { signal: control.signal, tell: (now, of) => tell({ done: now, of }) })
    tell(undefined)
    setResult(done)
    if (done.made.length === 0) return
    await save(done)
    const well = done.outcomes.filter(({ state }) => state === 'done' || state === 'warned')
    note.mutate({ code, files: well.length, options: props.kept })
  }
  return (
    <ToolFrame
      code={code}
      action={
        result ? undefined : (
          <>
            <span className="second" aria-live="polite">
              {at ? b('working', at) : picked.files.length > 0 ? missing : ''}
            </span>
            {at && <Button onClick={() => stop.current?.abort()}>{t('cancel')}</Button>}
            <Button
              type="primary"
              loading={at !== undefined}
              disabled={picked.files.length === 0 || missing !== ''}
              onClick={() => void run()}
            >
              {t('makeFile')}
            </Button>
          </>
        )
      }
    >
      {result ? (
        <section className="tool-run" aria-label={t('result')}>
          <div className="tool-run-head">
            <h2>{t('result')}</h2>
            {result.made.length > 0 && <span className="third">{b('notKept')}</span>}
            <div className="tool-run-acts">
              <Button
                onClick={() => {
                  picked.clear()
                  setResult(undefined)
                }}
              >
                {t('again')}
              </Button>
              <Button onClick={() => setResult(undefined)}>{b('otherOptions')}</Button>
              {result.made.length > 0 && (
                <Button type="primary" onClick={() => void save(result)}>
                  {b('saveAgain')}
                </Button>
              )}
            </div>
          </div>
          <Outcomes outcomes={result.outcomes} single />
        </section>
      ) : (
        <div className="tool-desk" data-options>
          <section aria-label={t('files')}>
            <PickFiles picked={picked} accept={accept} hint={hint} />
            <FileOrder picked={picked} ordered={ordered} />
          </section>
          <section aria-label={t('options')} className="tool-options">
            {options}
          </section>
        </div>
      )}
      <RunHistory code={code} {...(!result && { onOptions })} />
    </ToolFrame>
  )
}
