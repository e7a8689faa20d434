import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ledger } from '#contract/ledger.ts'
import { paper, type TraceNode, traceKinds } from '#contract/paper.ts'
import { pageQuery, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import { Money } from '#web/kit/Money.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { printOnly } from '#web/ledger/print-only.ts'
import { InProject, useProjectHref } from '#web/ledger/project-place.tsx'
import { VoucherDrawer } from '#web/ledger/VoucherDrawer.tsx'
import { ChainColumns } from './ChainColumns.tsx'
import { chainColumns, stepTo } from './chain-columns.ts'
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
          <Chain projectId={projectId} datasetId={datasetId} />
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

function Chain({ projectId, datasetId }: { projectId: string; datasetId: string }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const href = useProjectHref()
  const setView = useSetView()
  const { query: place } = useTab()
  const named = place.get('v.kind')
  const kind: Kind = isKind(named) ? named : 'return'
  const ref = place.get('v.ref') ?? ''
  const step = useQuery(pageQuery(paper.trace, { projectId, kind, ref }))
  const [path, setPath] = useState<TraceNode[]>([])
  const [needle, setNeedle] = useState('')
  const [voucher, openVoucher] = useState<string | null>(null)
  const sheet = useRef<HTMLDivElement>(null)

  const go = (next: TraceNode) => {
    const node = step.data?.node
    setPath((before) => stepTo(node ? stepTo(before, node) : before, next))
    setNeedle('')
    setView({ 'v.kind': next.kind, 'v.ref': next.ref })
  }
  const restart = () => {
    setPath([])
    setNeedle('')
    setView({ 'v.kind': undefined, 'v.ref': undefined })
  }
  const open = ({ kind: of, ref: what }: TraceNode) => {
    if (of === 'voucher') openVoucher(what)
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
          <Input
            allowClear
            style={{ width: 200 }}
            placeholder={t('find')}
            aria-label={t('find')}
            value={needle}
            onChange={({ target }) => setNeedle(target.value)}
          />
          <Button onClick={() => printOnly(sheet.current)}>{t('print')}</Button>
        </>
      }
    >
      <div className="trace" ref={sheet}>
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
          {path.length === 0 && ref === '' && <span className="third">{t('startHint')}</span>}
        </nav>
        <StateView of={step} shape={<Bones lines={14} />}>
          {(data) => <ChainColumns columns={chainColumns(data, needle)} onGo={go} onOpen={open} />}
        </StateView>
        <VoucherDrawer datasetId={datasetId} voucher={voucher} onClose={() => openVoucher(null)} />
      </div>
    </Page>
  )
}
