import { Tabs } from 'antd'
import type { TemplateCell, TemplateDetail } from '#contract/paper-template.ts'
import type { SheetBook } from '#contract/sheet-book.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Empty } from '#web/kit/StateView.tsx'
import { CellForm } from './CellForm.tsx'
import { BoundList, ProblemList, ReportList } from './CellLists.tsx'
import type { Place } from './marked-book.ts'
import { texts } from './texts.ts'
import { VersionList } from './VersionList.tsx'

type TemplateSideProps = {
  of: TemplateDetail
  book: SheetBook
  place: Place | undefined
  bound: TemplateCell | undefined
  /** Opens a cell by its name, `X01.B5`. */
  onGoTo: (cell: string) => void
  onVersion: (version: string) => void
  tab: string
  onTab: (tab: string) => void
}

/** Beside the sheet: the binding of the chosen cell, all bindings, what is wrong, what was read, and the versions. */
export function TemplateSide({ of, book, place, bound, onGoTo, onVersion, tab, onTab }: TemplateSideProps) {
  const t = useTexts(texts)
  const paper = of.contents.find(({ sheet }) => sheet === place?.sheet)
  const open = (cell: string) => {
    onGoTo(cell)
    onTab('cell')
  }
  const cell = !place ? (
    <Empty says={t('pickCell')} />
  ) : !paper ? (
    <Empty says={t('notAPaper')} />
  ) : (
    <CellForm
      key={`${of.version} ${place.sheet} ${place.row} ${place.column} ${bound?.key ?? ''}`}
      of={of}
      book={book}
      place={place}
      paper={paper}
      bound={bound}
    />
  )
  const items = [
    { key: 'cell', label: t('cell'), children: cell },
    { key: 'bound', label: t('bound', { count: of.bound.length }), children: <BoundList of={of} onOpen={open} /> },
    {
      key: 'problems',
      label: t('problems', { count: of.problems.length }),
      children: <ProblemList of={of} onOpen={open} />,
    },
    { key: 'report', label: t('report'), children: <ReportList of={of} /> },
    { key: 'versions', label: t('versions'), children: <VersionList of={of} onVersion={onVersion} /> },
  ]
  return <Tabs size="small" tabBarGutter={14} activeKey={tab} onChange={onTab} items={items} />
}
