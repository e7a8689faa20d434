import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { ledger } from '#contract/ledger.ts'
import { paper, type PaperSummary } from '#contract/paper.ts'
import { workbook } from '#contract/workbook.ts'
import { freePlaceOf } from '#engine/workbook/row-keys.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import { PaperPicker } from '#web/entry/PaperPicker.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { InProject, useProjectHref } from '#web/ledger/project-place.tsx'
import { ChangesDrawer } from './ChangesDrawer.tsx'
import { Dock } from './Dock.tsx'
import type { OpenPaper } from './open-paper.ts'
import { loadSheetView, OpenPaperView } from './OpenPaperView.tsx'
import { Download } from './Download.tsx'
import { OverridePart } from './OverridePart.tsx'
import { OverridesDrawer } from './OverridesDrawer.tsx'
import { PaperList } from './PaperList.tsx'
import { placeName, problemText } from './paper-names.ts'
import { PrintAll } from './PrintAll.tsx'
import { ProvenancePane } from './ProvenancePane.tsx'
import { texts } from './texts.ts'
import { useGenerationJob } from './use-generation-job.ts'
import './paper.css'
import './workbook.css'

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
  const papers = useQuery({ ...query(paper.list, { projectId }), enabled: !!generation })
  const datasets = useQuery(query(ledger.datasets, { projectId }))
  // papers computed anew by a change here, or by anybody's, show as soon as they stand
  useGenerationJob(projectId)
  const datasetId = datasets.data?.find(({ version }) => version === generation?.datasetVersion)?.id ?? ''
  const chosen = place.get('v.paperId') ?? place.get('paperId')
  const paperId = chosen ?? papers.data?.[0]?.paperId ?? ''
  const toGenerate = () => void navigate(href('/firmProject/genbillvalue'))
  // the sheet and the spreadsheet come while the list is still being asked for
  useQuery({ ...query(workbook.open, { projectId, paperId }), enabled: chosen !== null })
  useEffect(() => void loadSheetView(), [])
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
      action={
        generation && (
          <>
            <Button onClick={() => void navigate(href('/tax-return/index'))}>{t('toReturn')}</Button>
            <PrintAll projectId={projectId} papers={papers.data ?? []} />
            <Download projectId={projectId} paperId={paperId} />
          </>
        )
      }
    >
      <StateView of={current} shape={<Bones lines={12} />}>
        {() =>
          generation ? (
            <StateView of={papers} shape={<Bones lines={12} />}>
              {(list) => <Desk projectId={projectId} datasetId={datasetId} list={list} paperId={paperId} />}
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

type Summary = z.output<typeof PaperSummary>
type DeskProps = { projectId: string; datasetId: string; list: Summary[]; paperId: string }

/** The three panes: papers, the sheet, the dock of the cell in hand. The cell and the paper stand in the address. */
function Desk({ projectId, datasetId, list, paperId }: DeskProps) {
  const t = useTexts(texts)
  const setView = useSetView()
  const { query: place } = useTab()
  // A link may name the cell plainly; from the first step on the view says which.
  const cell = place.get('v.cell') ?? (place.has('v.paperId') ? '' : (place.get('cell') ?? ''))
  const [walked, setWalked] = useState<string[]>([])
  const [reporting, report] = useState(false)

  const show = useCallback(
    (nextPaper: string, nextCell: string) => setView({ 'v.paperId': nextPaper, 'v.cell': nextCell }),
    [setView],
  )
  const pick = useCallback(
    (nextCell: string) => {
      if (nextCell === cell) return
      setWalked((before) => (before.includes(nextCell) ? before : []))
      show(paperId, nextCell)
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
  const evidence = (open: OpenPaper) => {
    if (cell === '') return <p className="second">{t('pickCell')}</p>
    if (freePlaceOf(cell)) return <FreeFact paper={open} place={cell} />
    const bound = open.cells.get(cell)
    return (
      <ProvenancePane
        key={cell}
        projectId={projectId}
        datasetId={datasetId}
        cell={cell}
        onWalk={walk}
        {...(walked.indexOf(cell) > 0 && { onBack: back })}
        {...(bound && { decision: <OverridePart key={cell} projectId={projectId} cell={bound} /> })}
      />
    )
  }
  return (
    <div className="workbook">
      <nav className="workbook-list" aria-label={t('paneList')}>
        <PaperList
          projectId={projectId}
          list={list}
          paperId={paperId}
          onOpen={(id) => show(id, '')}
          tools={
            <div className="workbook-tools">
              <button type="button" className="plain-button link" onClick={() => report(true)}>
                {t('overrides')}
              </button>
              <ChangesDrawer projectId={projectId} onGo={(to) => show(to.paperId, to.cell)} />
              <PaperPicker projectId={projectId} />
            </div>
          }
        />
      </nav>
      <OpenPaperView key={paperId} projectId={projectId} paperId={paperId} place={cell} onPick={pick}>
        {(open, sheet) => (
          <>
            <section className="workbook-sheet" aria-label={t('paneSheet')}>
              {sheet}
            </section>
            <Dock
              projectId={projectId}
              paperId={paperId}
              place={cell}
              money={open.cells.get(cell)?.unit === 'money'}
              bound={open.cells.has(cell)}
              nameOf={(one) => placeName(open, one)}
              onGo={pick}
              evidence={evidence(open)}
            />
          </>
        )}
      </OpenPaperView>
      <OverridesDrawer
        projectId={projectId}
        open={reporting}
        onClose={() => report(false)}
        onGo={(to) => {
          report(false)
          show(to.paperId, to.cell)
        }}
      />
    </div>
  )
}

/** What there is to say of a cell that nothing is computed in. */
function FreeFact({ paper: open, place }: { paper: OpenPaper; place: string }) {
  const t = useTexts(texts)
  const cell = open.rows.flatMap(({ cells }) => cells).find((one) => one.place === place)
  return (
    <article className="evidence-pane">
      <header>
        <p className="third">{placeName(open, place)}</p>
      </header>
      <p className="second">{t(cell?.free ? 'freeCell' : 'printedCell')}</p>
      {cell?.formula !== undefined && <code>{`=${cell.formula}`}</code>}
      {cell?.problem && <p className="words">{problemText(cell.problem, t)}</p>}
    </article>
  )
}
