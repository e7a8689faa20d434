import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { paperTemplate, type TemplateDetail } from '#contract/paper-template.ts'
import type { SheetBook } from '#contract/sheet-book.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useTabTitle, useView } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Pane3 } from '#web/kit/Pane3.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { DeskActions } from './DeskActions.tsx'
import { boundAt, marksOf, type Place, sheetOfPaper } from './marked-book.ts'
import { PaperList } from './PaperList.tsx'
import { stateTone } from './state-tone.ts'
import { TemplateSide } from './TemplateSide.tsx'
import { texts } from './texts.ts'

const SheetGrid = lazy(async () => ({ default: (await import('#web/sheet/SheetGrid.tsx')).SheetGrid }))

/** One template: its papers, the sheet in hand, and the binding of the cell that is chosen. */
export function TemplateDesk({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(texts)
  const [shown, setShown] = useView('version')
  const version = shown === '' ? {} : { version: shown }
  const detail = useQuery(query(paperTemplate.detail, { id, ...version }))
  const book = useQuery({
    ...query(paperTemplate.book, { id, ...version }),
    // sheets change only when a file is replaced, which asks for them again
    staleTime: 60_000,
  })
  useTabTitle(detail.data?.name)
  return (
    <Page
      fill
      title={
        <>
          <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t('back')} title={t('back')} onClick={onClose} />
          {detail.data?.name ?? t('title')}
        </>
      }
      state={detail.data && <DeskState of={detail.data} />}
      action={detail.data && <DeskActions of={detail.data} onVersion={setShown} />}
    >
      <StateView of={detail} shape={<Bones lines={12} />}>
        {(of) => (
          <StateView of={book} shape={<Bones lines={12} />}>
            {(sheets) => <Desk of={of} book={sheets.book} onVersion={setShown} />}
          </StateView>
        )}
      </StateView>
    </Page>
  )
}

function DeskState({ of }: { of: TemplateDetail }) {
  const t = useTexts(texts)
  const no = { version: of.version }
  return (
    <>
      <StatusTag tone={of.published ? stateTone[of.state] : 'waiting'}>
        {of.published ? `${t('versionNo', no)} · ${t(of.state)}` : t('draftNo', no)}
      </StatusTag>
      {of.problems.length > 0 && <StatusTag tone="bad">{t('problems', { count: of.problems.length })}</StatusTag>}
    </>
  )
}

type DeskProps = { of: TemplateDetail; book: SheetBook; onVersion: (version: string) => void }

function Desk({ of, book, onVersion }: DeskProps) {
  const t = useTexts(texts)
  const [sheetId, setSheetId] = useView('sheet', of.contents[0]?.sheet ?? book.sheets[0]?.id ?? '')
  const [place, setPlace] = useState<Place>()
  const marks = useMemo(() => marksOf(of), [of])
  const [tab, setTab] = useState('cell')
  const pick = useCallback((sheet: string, row: number, column: number) => {
    setPlace({ sheet, row, column })
    setTab('cell')
  }, [])
  const goTo = (cell: string) => {
    const [paperId = '', key = ''] = cell.split('.')
    const found = of.bound.find((one) => one.paperId === paperId && one.key === key)
    const sheet = sheetOfPaper(of, paperId)
    if (!found || sheet === '') return
    setSheetId(sheet)
    setPlace({ sheet, row: found.row, column: found.column })
  }
  return (
    <Pane3
      names={[t('papers'), t('sheet'), t('side')]}
      what={
        <PaperList
          of={of}
          book={book}
          sheetId={sheetId}
          onOpen={(sheet) => {
            setSheetId(sheet)
            setPlace(undefined)
          }}
        />
      }
      work={
        <Suspense fallback={<Bones lines={10} />}>
          <div className="template-grid">
            <SheetGrid book={book} activeSheet={sheetId} readonly marks={marks} at={place} onSelect={pick} />
          </div>
        </Suspense>
      }
      evidence={
        <TemplateSide
          of={of}
          book={book}
          place={place}
          bound={place && boundAt(of, place)}
          onGoTo={goTo}
          tab={tab}
          onTab={setTab}
          onVersion={onVersion}
        />
      }
    />
  )
}
