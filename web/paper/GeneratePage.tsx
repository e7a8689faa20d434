import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { type Generation as GenerationShape, paper, type PaperSummary } from '#contract/paper.ts'
import { project } from '#contract/project.ts'
import { job } from '#contract/system.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { isRunning } from '#web/kernel/jobs.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { InProject, useProjectHref } from '#web/ledger/project-place.tsx'
import { ProjectTemplateBar } from '#web/template/ProjectTemplateBar.tsx'
import { ParamForm } from './ParamForm.tsx'
import { Readiness, useReadiness } from './Readiness.tsx'
import { texts } from './texts.ts'
import { useGenerationJob } from './use-generation-job.ts'
import './paper.css'

type Generation = z.output<typeof GenerationShape>
type Summary = z.output<typeof PaperSummary>

/** /firmProject/genbillvalue: what the papers still need, generating them, and what came of it. */
export function GeneratePage() {
  return <InProject>{(projectId) => <Generate projectId={projectId} />}</InProject>
}

function Generate({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const href = useProjectHref()
  const [focus] = useView('param')
  const current = useQuery(query(paper.generation, { projectId }))
  const ready = useReadiness(projectId)
  const running = useGenerationJob(projectId)
  const start = useCommand(paper.generate, { also: [job.list, project.detail] })
  const generation = current.data?.generation
  const busy = running !== undefined && isRunning(running)
  return (
    <Page
      title={t('generateTitle')}
      state={current.data && <GenerationState of={generation ?? null} />}
      action={
        <>
          {generation && <Button onClick={() => void navigate(href('/tax-return/index'))}>{t('toReturn')}</Button>}
          {may('paper.generate') && (
            <Button
              type="primary"
              loading={start.isPending || busy}
              disabled={!ready.ready}
              title={ready.ready ? '' : t('notReady')}
              onClick={() => start.mutate({ projectId })}
            >
              {t(busy ? 'running' : generation ? 'regenerate' : 'generate')}
            </Button>
          )}
        </>
      }
    >
      {generation?.stale && <p className="stale-banner">{t('staleSays', { time: generation.createTime })}</p>}
      <ProjectTemplateBar projectId={projectId} />
      <Readiness of={ready} />
      {running && (busy || running.state === 'failed') && (
        <div className="job-place">
          <JobProgress of={running} />
        </div>
      )}
      {generation && <Result of={generation} />}
      <Papers projectId={projectId} generated={generation !== null && generation !== undefined} />
      <ParamForm projectId={projectId} focus={focus} />
    </Page>
  )
}

function GenerationState({ of }: { of: Generation | null }) {
  const t = useTexts(texts)
  if (!of) return <StatusTag tone="plain">{t('never')}</StatusTag>
  if (of.stale) return <StatusTag tone="waiting">{t('stale')}</StatusTag>
  return <StatusTag tone="good">{t('upToDate', { time: of.createTime })}</StatusTag>
}

function Result({ of }: { of: Generation }) {
  const t = useTexts(texts)
  const { missing, errors } = of
  return (
    <section className="result">
      <p className="result-line">
        <span>{t('resultCells', { count: of.cells })}</span>
        {missing > 0 && <span data-tone="waiting">{t('resultMissing', { count: missing })}</span>}
        {errors > 0 && <span data-tone="bad">{t('resultErrors', { count: errors })}</span>}
        {missing + errors === 0 && <span data-tone="good">{t('resultFull')}</span>}
      </p>
      <p className="second">
        {t('basis', {
          dataset: of.datasetVersion,
          relation: of.relationVersion,
          rules: of.rulePack,
          who: of.createUserName,
          time: of.createTime,
        })}
      </p>
      <p className="third mono" title={`${of.inputHash}\n${of.resultHash}`}>
        {t('hashes', { input: of.inputHash.slice(0, 12), result: of.resultHash.slice(0, 12) })}
      </p>
    </section>
  )
}

const count = (value: number, tone: 'bad' | 'waiting') =>
  value > 0 ? <span className={`count-${tone} number`}>{value}</span> : <span className="third">—</span>

function Papers({ projectId, generated }: { projectId: string; generated: boolean }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const href = useProjectHref()
  const papers = useQuery({ ...query(paper.list, { projectId }), enabled: generated })
  if (!generated) return null
  return (
    <>
      <h2 className="section-title">{t('papers')}</h2>
      <DataTable<Summary>
        name={t('papers')}
        rows={papers.data}
        rowKey={({ paperId }) => paperId}
        fault={papers.error}
        retry={papers.refetch}
        empty={{ says: t('noPapers') }}
        onOpen={({ paperId }) => void navigate(href('/wps/index', { paperId }))}
        dense
        columns={[
          { key: 'paperId', title: t('paperIndex'), width: 90 },
          { key: 'name', title: t('paperName'), render: ({ name }) => <span className="link">{name}</span> },
          {
            key: 'returnForms',
            title: t('paperForms'),
            render: ({ returnForms }) => <span className="second">{returnForms.join(listMark())}</span>,
          },
          { key: 'cells', title: t('paperCells'), width: 120, align: 'right' },
          {
            key: 'missing',
            title: t('paperMissing'),
            width: 90,
            align: 'right',
            render: ({ missing }) => count(missing, 'waiting'),
          },
          {
            key: 'errors',
            title: t('paperErrors'),
            width: 90,
            align: 'right',
            render: ({ errors }) => count(errors, 'bad'),
          },
        ]}
      />
    </>
  )
}
