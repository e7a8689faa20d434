import { useQuery } from '@tanstack/react-query'
import { Button, Input, Segmented } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { ledger } from '#contract/ledger.ts'
import { type Generation, paper, type TraceNode, traceKinds } from '#contract/paper.ts'
import { pageQuery, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import { Money } from '#web/kit/Money.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { useDetailHref } from '#web/ledger/AccountLink.tsx'
import { printOnly } from '#web/ledger/print-only.ts'
import { InProject, useProjectHref } from '#web/ledger/project-place.tsx'
import { VoucherDrawer } from '#web/ledger/VoucherDrawer.tsx'
import { VoucherAttachments } from '#web/voucher/VoucherAttachments.tsx'
import { CellDecisions } from './CellDecisions.tsx'
import { ChainColumns } from './ChainColumns.tsx'
import { ChainGraph } from './ChainGraph.tsx'
import { ChainPrint } from './ChainPrint.tsx'
import { chainColumns, stepTo } from './chain-columns.ts'
import { PathTable } from './PathTable.tsx'
import { PlaceFinder } from './PlaceFinder.tsx'
import { texts } from './texts.ts'
import './trace.css'

/** /table-info/index: from a return line down to the voucher, and from a voucher up to every line that used it. */
export function TracePage() {
  return <InProject>{(projectId) => <Trace projectId={projectId} />}</InProject>
}

type Kind = TraceNode['kind']
const isKind = (text: string | null): text is Kind => traceKinds.some((kind) => kind === text)

function Trace({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const href = useProjectHref()
  const current = useQuery(query(paper.generation, { projectId }))
  const generation = current.data?.generation
  const datasets = useQuery(query(ledger.datasets, { projectId }))
  const datasetId = datasets.data?.find(({ version }) => version === generation?.datasetVersion)?.id ?? ''
  const toGenerate = () => void navigate(href('/firmProject/genbillvalue'))
  return (
    <StateView
      of={current}
      shape={
        <Page title={t('title')}>
          <Bones lines={12} />
        </Page>
      }
    >
      {() =>
        generation ? (
          <Chain projectId={projectId} datasetId={datasetId} generation={generation} />
        ) : (
          <Page title={t('title')}>
            <Empty
              says={t('nothing')}
              action={
                <Button type="primary" onClick={toGenerate}>
                  {t('toGenerate')}
                </Button>
              }
            />
          </Page>
        )
      }
    </StateView>
  )
}

const views = ['columns', 'graph', 'table'] as const
type View = (typeof views)[number]
const viewNames = { columns: 'asColumns', graph: 'asGraph', table: 'asTable' } as const
type ChainProps = { projectId: string; datasetId: string; generation: z.output<typeof Generation> }

function Chain({ projectId, datasetId, generation }: ChainProps) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const href = useProjectHref()
  const detailHref = useDetailHref()
  const setView = useSetView()
  const { query: place } = useTab()
  const named = place.get('v.kind')
  const kind: Kind = isKind(named) ? named : 'return'
  const ref = place.get('v.ref') ?? ''
  const view: View = views.find((one) => one === place.get('v.view')) ?? 'columns'
  const step = useQuery(pageQuery(paper.trace, { projectId, kind, ref }))
  const [path, setPath] = useState<TraceNode[]>([])
  const [needle, setNeedle] = useState('')
  const [voucher, openVoucher] = useState<string | null>(null)
  const sheet = useRef<HTMLDivElement>(null)

  const move = (next: { kind?: string; ref?: string }) => {
    setNeedle('')
    setView({ 'v.kind': next.kind, 'v.ref': next.ref, 'v.page': undefined })
  }
  const go = (next: TraceNode) => {
    const node = step.data?.node
    setPath((before) => stepTo(node ? stepTo(before, node) : before, next))
    move(next)
  }
  /** Found, not walked to: the path begins anew. */
  const jump = (next: TraceNode) => {
    setPath([next])
    move(next)
  }
  const restart = () => {
    setPath([])
    move({})
  }
  const open = ({ kind: of, ref: what }: TraceNode) => {
    if (of === 'voucher') openVoucher(what)
    else if (of === 'account') void navigate(detailHref(datasetId, what))
    else if (of === 'paper')
      void navigate(href('/wps/index', { paperId: what.slice(0, what.indexOf('.')), cell: what }))
  }
  return (
    <Page
      fill
      title={t('title')}
      state={<span className="third">{t('yuan')}</span>}
      action={
        <>
          <PlaceFinder projectId={projectId} onGo={jump} />
          <Button onClick={() => printOnly(sheet.current)}>{t('print')}</Button>
        </>
      }
    >
      <div className="trace">
        <nav className="trace-path" aria-label={t('path')}>
          <button type="button" className="plain-button link" onClick={restart}>
            {t('start')}
          </button>
          {path.map((node, at) => (
            <span key={`${node.kind}|${node.ref}`}>
              <span className="third"> › </span>
              {at === path.length - 1 ? (
                <strong>
                  {node.title} {node.amount !== null && <Money value={node.amount} />}
                </strong>
              ) : (
                <button type="button" className="plain-button link" onClick={() => go(node)}>
                  {node.title} {node.amount !== null && <Money value={node.amount} />}
                </button>
              )}
            </span>
          ))}
          {path.length === 0 && step.data?.node && (
            <span>
              <span className="third"> › </span>
              <strong>{step.data.node.title}</strong>
            </span>
          )}
          {path.length === 0 && ref === '' && <span className="third">{t('startHint')}</span>}
        </nav>
        <div className="trace-views no-print">
          <Segmented
            size="small"
            aria-label={t('views')}
            value={view}
            options={views.map((one) => ({ value: one, label: t(viewNames[one]) }))}
            onChange={(one) => setView({ 'v.view': one === 'columns' ? undefined : one })}
          />
          {view === 'columns' && (
            <Input
              allowClear
              size="small"
              style={{ width: 200 }}
              placeholder={t('find')}
              aria-label={t('find')}
              value={needle}
              onChange={({ target }) => setNeedle(target.value)}
            />
          )}
        </div>
        {view === 'graph' && <ChainGraph projectId={projectId} kind={kind} place={ref} onGo={go} />}
        {view === 'table' && (
          <PathTable projectId={projectId} kind={kind} place={ref} onGo={go} onVoucher={openVoucher} />
        )}
        {view === 'columns' && (
          <StateView of={step} shape={<Bones lines={14} />}>
            {(data) => (
              <ChainColumns
                columns={chainColumns(data, needle)}
                onGo={go}
                onOpen={open}
                beside={
                  kind === 'paper' ? (
                    <CellDecisions projectId={projectId} cell={ref} />
                  ) : kind === 'voucher' ? (
                    <VoucherAttachments projectId={projectId} voucherKey={ref} />
                  ) : null
                }
              />
            )}
          </StateView>
        )}
        <VoucherDrawer datasetId={datasetId} voucher={voucher} onClose={() => openVoucher(null)} />
        <ChainPrint
          sheet={sheet}
          projectId={projectId}
          projectName={place.get('projectName') ?? ''}
          generation={generation}
          path={path}
          step={step.data}
        />
      </div>
    </Page>
  )
}
