import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Input, Space } from 'antd'
import { DownOutlined } from '@ant-design/icons'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { ledger } from '#contract/ledger.ts'
import { paper, type PaperSummary } from '#contract/paper.ts'
import { download, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { InProject, useProjectHref } from '#web/ledger/project-place.tsx'
import { ProvenancePane } from './ProvenancePane.tsx'
import { texts } from './texts.ts'
import './paper.css'

// The spreadsheet is by far the largest part of the product: the list and the evidence stand before it has come.
const PaperSheetView = lazy(async () => ({ default: (await import('./PaperSheetView.tsx')).PaperSheetView }))

/** /wps/index: the papers, one open as a spreadsheet, and where its figures come from. */
export function WorkbookPage() {
  return <InProject>{(projectId) => <Papers projectId={projectId} />}</InProject>
}

function Papers({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const href = useProjectHref()
  const { query: place } = useTab()
  const current = useQuery(query(paper.generation, { projectId }))
  const generation = current.data?.generation
  const workbook = useQuery({ ...query(paper.workbook, { projectId }), enabled: !!generation })
  const papers = useQuery({ ...query(paper.list, { projectId }), enabled: !!generation })
  const datasets = useQuery(query(ledger.datasets, { projectId }))
  const datasetId = datasets.data?.find(({ version }) => version === generation?.datasetVersion)?.id ?? ''
  const chosen = place.get('v.paperId') ?? place.get('paperId')
  const paperId = chosen ?? papers.data?.[0]?.paperId ?? ''
  const toGenerate = () => void navigate(href('/firmProject/genbillvalue'))
  return (
    <Page
      fill
      title={t('workbook')}
      state={
        generation &&
        (generation.stale ? (
          <>
            <StatusTag tone="waiting">{t('stale')}</StatusTag>
            <button type="button" className="plain-button link" onClick={toGenerate}>
              {t('regenerate')}
            </button>
          </>
        ) : (
          <StatusTag tone="good">{t('upToDate', { time: generation.createTime })}</StatusTag>
        ))
      }
      action={generation && <Download projectId={projectId} paperId={paperId} />}
    >
      <StateView of={current} shape={<Bones lines={12} />}>
        {() =>
          generation ? (
            <StateView of={papers} shape={<Bones lines={12} />}>
              {(list) => (
                <Desk projectId={projectId} datasetId={datasetId} list={list} paperId={paperId}>
                  {(pick, cell) => (
                    <StateView of={workbook} shape={<Bones lines={16} />}>
                      {(all) => (
                        <Suspense fallback={<Opening />}>
                          <PaperSheetView workbook={all} paperId={paperId} cell={cell} onPick={pick} />
                        </Suspense>
                      )}
                    </StateView>
                  )}
                </Desk>
              )}
            </StateView>
          ) : (
            <Empty
              says={t('nothingGenerated')}
              action={
                <Button type="primary" onClick={toGenerate}>
                  {t('toGenerate')}
                </Button>
              }
            />
          )
        }
      </StateView>
    </Page>
  )
}

function Opening() {
  const t = useTexts(texts)
  return (
    <div style={{ padding: 24 }}>
      <p className="second">{t('gridLoading')}</p>
      <Bones lines={14} />
    </div>
  )
}

type Summary = z.output<typeof PaperSummary>
type DeskProps = {
  projectId: string
  datasetId: string
  list: Summary[]
  paperId: string
  children: (pick: (paperId: string, cell: string) => void, cell: string) => React.ReactNode
}

/** The three panes: papers, the sheet, the evidence of the cell in hand. The cell and the paper stand in the address. */
function Desk({ projectId, datasetId, list, paperId, children }: DeskProps) {
  const t = useTexts(texts)
  const setView = useSetView()
  const { query: place } = useTab()
  // A link may name the cell plainly; from the first step on the view says which.
  const cell = place.get('v.cell') ?? (place.has('v.paperId') ? '' : (place.get('cell') ?? ''))
  const [walked, setWalked] = useState<string[]>([])

  const show = useCallback(
    (nextPaper: string, nextCell: string) => setView({ 'v.paperId': nextPaper, 'v.cell': nextCell }),
    [setView],
  )
  const pick = useCallback(
    (nextPaper: string, nextCell: string) => {
      if (nextCell === cell && nextPaper === paperId) return
      setWalked((before) => (before.includes(nextCell) ? before : []))
      show(nextPaper, nextCell)
    },
    [cell, paperId, show],
  )
  const walk = (next: { paperId: string; cell: string }) => {
    setWalked((before) => [...before, cell, next.cell].filter((key, at, all) => key !== '' && all.indexOf(key) === at))
    show(next.paperId, next.cell)
  }
  const back = () => {
    const at = walked.indexOf(cell)
    const before = walked[at - 1]
    if (before !== undefined) show(before.slice(0, before.indexOf('.')), before)
  }
  return (
    <div className="workbook">
      <nav className="workbook-list" aria-label={t('paneList')}>
        <PaperList list={list} paperId={paperId} onOpen={(id) => show(id, '')} />
      </nav>
      <section className="workbook-sheet" aria-label={t('paneSheet')}>
        {children(pick, cell)}
      </section>
      <section className="workbook-evidence" aria-label={t('paneEvidence')}>
        {cell === '' ? (
          <p className="second">{t('pickCell')}</p>
        ) : (
          <ProvenancePane
            key={cell}
            projectId={projectId}
            datasetId={datasetId}
            cell={cell}
            onWalk={walk}
            {...(walked.indexOf(cell) > 0 && { onBack: back })}
          />
        )}
      </section>
    </div>
  )
}

function PaperList({ list, paperId, onOpen }: { list: Summary[]; paperId: string; onOpen: (id: string) => void }) {
  const t = useTexts(texts)
  const [text, setText] = useState('')
  const needle = text.trim().toLowerCase()
  const shown = list.filter((one) => `${one.paperId} ${one.name}`.toLowerCase().includes(needle))
  return (
    <>
      <Input
        allowClear
        placeholder={t('findPaper')}
        aria-label={t('findPaper')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ul>
        {shown.map(({ paperId: id, name, missing, errors }) => (
          <li key={id} ref={(item) => void (id === paperId && item?.scrollIntoView({ block: 'nearest' }))}>
            <button
              type="button"
              className="plain-button"
              aria-current={id === paperId || undefined}
              onClick={() => onOpen(id)}
            >
              <span className="number third">{id}</span>
              <span className="cut" title={name}>
                {name}
              </span>
              {errors > 0 ? (
                <span className="number count-bad" title={t('paperErrors')}>
                  {errors}
                </span>
              ) : (
                missing > 0 && (
                  <span className="number count-waiting" title={t('paperMissing')}>
                    {missing}
                  </span>
                )
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Download({ projectId, paperId }: { projectId: string; paperId: string }) {
  const t = useTexts(texts)
  const [busy, setBusy] = useState(false)
  const fetchFile = async (paperIds: string) => {
    setBusy(true)
    try {
      await download(paper.download, { projectId, paperIds }, t('fileFallback'))
    } catch (fault) {
      complain(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Space.Compact>
      <Button type="primary" loading={busy} onClick={() => void fetchFile('')}>
        {t('download')}
      </Button>
      <Dropdown
        menu={{
          items: [
            { key: 'all', label: t('downloadAll') },
            { key: 'one', label: `${t('downloadOne')} ${paperId}` },
          ],
          onClick: ({ key }) => void fetchFile(key === 'one' ? paperId : ''),
        }}
      >
        <Button type="primary" aria-label={t('downloadOne')} icon={<DownOutlined />} />
      </Dropdown>
    </Space.Compact>
  )
}
