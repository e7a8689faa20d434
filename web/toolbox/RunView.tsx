import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { file } from '#contract/file.ts'
import { type Outcome, type ToolRun, toolRun } from '#contract/tool-run.ts'
import { download, query } from '#web/kernel/api.ts'
import { useJob } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { useShortDate } from '#web/kit/short-date.ts'
import { Empty, StateView } from '#web/kit/StateView.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { viewerPath } from '../viewer/viewer-path.ts'
import { AskedColumns } from './AskedColumns.tsx'
import { figureWords } from './figure-words.ts'
import { KeepResults } from './KeepResults.tsx'
import { texts } from './texts.ts'

/** One run: its progress, then how it went with each file and what can be taken away. */
export function RunView({ id, again, onRun }: { id: string; again: ReactNode; onRun: (id: string) => void }) {
  const t = useTexts(texts)
  const cache = useQueryClient()
  const found = useQuery({ ...query(toolRun.detail, { id }), retry: false })
  const job = useJob(found.data?.jobId, () => {
    void cache.invalidateQueries({ queryKey: ['toolRun'] })
  })
  if (found.error instanceof CallError && found.error.code === 404) return <Empty says={t('gone')} action={again} />
  return (
    <section className="tool-run" aria-label={t('result')}>
      <StateView of={found}>
        {(run) =>
          run.state === 'queued' || run.state === 'running' ? (
            job && <JobProgress of={job} />
          ) : (
            <RunResult run={run} again={again} onRun={onRun} />
          )
        }
      </StateView>
    </section>
  )
}

const tones: Record<Outcome['state'], Tone> = {
  done: 'good',
  warned: 'waiting',
  same: 'plain',
  skipped: 'waiting',
  failed: 'bad',
}

const isFigure = (label: string): label is keyof typeof figureWords => Object.hasOwn(figureWords, label)

function RunResult({ run, again, onRun }: { run: ToolRun; again: ReactNode; onRun: (id: string) => void }) {
  const t = useTexts(texts)
  const words = useTexts(figureWords)
  const short = useShortDate()
  const { outcomes, outputs, figures, state, error } = run
  const [only] = outputs
  const fetchAll = () =>
    download(toolRun.zip, { id: run.id }, `${run.code}.zip`).catch((fault: unknown) => complain(fault))
  return (
    <>
      <div className="tool-run-head">
        <h2>{t('result')}</h2>
        {state !== 'succeeded' && <StatusTag tone={state === 'failed' ? 'bad' : 'plain'}>{t(state)}</StatusTag>}
        {outputs.length > 0 && <span className="third">{t('keptUntil', { date: short(run.expireTime) })}</span>}
        <div className="tool-run-acts">
          {again}
          {outputs.length > 0 && <KeepResults run={run} />}
          {outputs.length === 1 && only ? (
            <>
              {/\.pdf$/i.test(only.name) && (
                <Link to={viewerPath({ fileId: only.id, name: only.name })}>{t('view')}</Link>
              )}
              <FetchButton id={only.id} name={only.name} primary />
            </>
          ) : (
            outputs.length > 1 && (
              <Button type="primary" onClick={() => void fetchAll()}>
                {t('downloadAll')}
              </Button>
            )
          )}
        </div>
      </div>
      {error !== '' && <p role="alert">{error}</p>}
      {figures.length > 0 && (
        <dl className="tool-figures">
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{isFigure(label) ? words(label) : label}</dt>
              <dd className="number">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {outcomes.some(({ ask }) => ask) && <AskedColumns run={run} onRun={onRun} />}
      {outcomes.length > 0 && <Outcomes outcomes={outcomes} single={outputs.length === 1} />}
    </>
  )
}

function Outcomes({ outcomes, single }: { outcomes: Outcome[]; single: boolean }) {
  const t = useTexts(texts)
  const rows = outcomes.map((outcome, at) => ({ ...outcome, at }))
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'at', title: '', width: 48, render: ({ at }) => <span className="number third">{at + 1}</span> },
    {
      key: 'name',
      title: t('fileName'),
      width: 280,
      render: ({ folder, name }) => (
        <span className="tool-file-name">
          {folder !== '' && <span className="third">{folder}/</span>}
          {name}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('outcome'),
      width: 100,
      render: ({ state }) => <StatusTag tone={tones[state]}>{t(state)}</StatusTag>,
    },
    {
      key: 'says',
      title: t('details'),
      render: ({ says }) => (
        <ul className="tool-says-list">
          {says.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
    },
    ...(single
      ? []
      : [
          {
            key: 'actions',
            title: '',
            width: 100,
            fixed: 'end' as const,
            render: ({ fileId, fileName }: Outcome) => fileId !== '' && <FetchButton id={fileId} name={fileName} />,
          },
        ]),
  ]
  return <DataTable name={t('result')} rows={rows} columns={columns} rowKey={({ at }) => String(at)} dense />
}

function FetchButton({ id, name, primary = false }: { id: string; name: string; primary?: boolean }) {
  const t = useTexts(texts)
  return (
    <Button
      type={primary ? 'primary' : 'link'}
      size={primary ? 'middle' : 'small'}
      aria-label={`${t('download')} ${name}`}
      onClick={() => void download(file.download, { id }, name).catch((fault: unknown) => complain(fault))}
    >
      {t('download')}
    </Button>
  )
}
