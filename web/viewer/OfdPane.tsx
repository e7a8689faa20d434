import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { MOST_OFD_PAGES, type OfdView, type ViewedFile, viewer } from '#contract/viewer.ts'
import { call } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { Bones, Failing } from '#web/kit/StateView.tsx'
import { numbered } from './numbered.ts'
import { OfdDrawing } from './OfdDrawing.tsx'
import { PageScroll, usePageScroll } from './PageScroll.tsx'
import type { StartAt } from './start-at.ts'
import { texts } from './texts.ts'
import { useViewKeys } from './use-view-keys.ts'
import { ViewBar, ZOOM_STEP } from './ViewBar.tsx'

/** Pixels of a millimetre at 96 to the inch. */
const MILLIMETRE = 96 / 25.4

/** An OFD: pages with seals and annotations, and beside them what an invoice carries as data. */
export function OfdPane({ file, at }: { file: ViewedFile; at: StartAt }) {
  const { fileId } = file
  const found = useInfiniteQuery({
    queryKey: ['viewer', viewer.ofd.path, fileId],
    queryFn: ({ pageParam, signal }) => call(viewer.ofd, { fileId, from: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last: OfdView, all) =>
      all.length * MOST_OFD_PAGES < last.pages ? all.length * MOST_OFD_PAGES + 1 : undefined,
    staleTime: Infinity,
    retry: false,
  })
  if (found.data)
    return (
      <Pages
        parts={found.data.pages}
        start={at.page}
        more={found.hasNextPage ? () => void found.fetchNextPage() : undefined}
      />
    )
  return found.isError ? <Failing fault={found.error} retry={found.refetch} /> : <Bones lines={12} />
}

type PagesProps = { parts: readonly OfdView[]; start: number; more: (() => void) | undefined }

function Pages({ parts, start, more }: PagesProps) {
  const t = useTexts(texts)
  const [first] = parts
  const read = parts.flatMap((part) => part.read.map((page) => ({ page, pictures: part.pictures })))
  const total = first?.pages ?? 0
  const scroll = usePageScroll(read.length, start)
  const widest = Math.max(1, ...read.map(({ page }) => page.width)) * MILLIMETRE
  const [chosen, setChosen] = useState(0)
  const fitting = () => Math.min(1.5, (scroll.room() - 32) / widest)
  const scale = chosen || Math.min(1, (window.innerWidth - 64) / widest)
  const zoom = (next: number) => setChosen(Math.min(6, Math.max(0.2, next)))
  useViewKeys({
    zoomIn: () => zoom(scale * ZOOM_STEP),
    zoomOut: () => zoom(scale / ZOOM_STEP),
    next: () => scroll.goTo(scroll.page + 1),
    previous: () => scroll.goTo(scroll.page - 1),
    first: () => scroll.goTo(1),
    last: () => scroll.goTo(read.length),
  })
  const seals = parts.reduce((sum, part) => sum + part.seals, 0)
  const notes = first?.notes ?? []
  return (
    <>
      <ViewBar
        pages={{ page: scroll.page, pages: total, goTo: scroll.goTo }}
        zoom={{ scale, zoom, fits: [{ says: t('fitWidth'), fit: () => zoom(fitting()) }] }}
        onPrint={() => window.print()}
      >
        {seals > 0 && <span className="second">{t('seals', { count: seals })}</span>}
        {notes.map(({ note, count }) => (
          <span key={note} className="second">
            {t(`ofdNote_${note}`, { count })}
          </span>
        ))}
      </ViewBar>
      <div className="view-split">
        <PageScroll hold={scroll.hold} onScroll={scroll.follow} says={t('document')}>
          {read.map(({ page, pictures }) => (
            <div key={page.page} data-page={page.page} className="view-sheet-of-paper">
              <OfdDrawing
                page={page}
                pictures={pictures}
                says={t('pageOf', { page: page.page })}
                width={page.width * MILLIMETRE * scale}
              />
            </div>
          ))}
          {more && <Button onClick={more}>{t('moreText')}</Button>}
        </PageScroll>
        {first && first.fields.length > 0 && <Fields of={first.fields} />}
      </div>
    </>
  )
}

function Fields({ of: fields }: { of: OfdView['fields'] }) {
  const t = useTexts(texts)
  return (
    <aside ref={scrollsByKeyboard} className="view-facts" aria-label={t('invoiceData')}>
      <h2>{t('invoiceData')}</h2>
      <dl>
        {numbered(fields).map(({ at, of: { name, value } }) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
