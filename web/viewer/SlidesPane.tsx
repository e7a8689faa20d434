import { useQuery } from '@tanstack/react-query'
import { type SlideView, type ViewedFile, viewer } from '#contract/viewer.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Coming } from './Coming.tsx'
import { numbered } from './numbered.ts'
import { PageScroll, usePageScroll } from './PageScroll.tsx'
import type { StartAt } from './start-at.ts'
import { texts } from './texts.ts'
import { useViewKeys } from './use-view-keys.ts'
import { ViewBar } from './ViewBar.tsx'

/** A presentation as the words of its slides where they stand; it says that pictures and looks are not there. */
export function SlidesPane({ file, at }: { file: ViewedFile; at: StartAt }) {
  const found = useQuery({ ...query(viewer.slides, { fileId: file.fileId }), staleTime: Infinity, retry: false })
  return <Coming of={found}>{({ slides }) => <Slides slides={slides} start={at.page} />}</Coming>
}

function Slides({ slides, start }: { slides: readonly SlideView[]; start: number }) {
  const t = useTexts(texts)
  const scroll = usePageScroll(slides.length, start)
  useViewKeys({
    next: () => scroll.goTo(scroll.page + 1),
    previous: () => scroll.goTo(scroll.page - 1),
    first: () => scroll.goTo(1),
    last: () => scroll.goTo(slides.length),
  })
  return (
    <>
      <ViewBar pages={{ page: scroll.page, pages: slides.length, goTo: scroll.goTo }} onPrint={() => window.print()}>
        <span className="second">{t('slidesHint')}</span>
      </ViewBar>
      <PageScroll hold={scroll.hold} onScroll={scroll.follow} says={t('document')}>
        {numbered(slides).map(({ at: index, of: slide }) => (
          <section
            key={index}
            data-page={index + 1}
            className="view-slide"
            aria-label={t('slideOf', { page: index + 1 })}
          >
            <Face of={slide} />
            {slide.more.length > 0 && <p className="view-slide-more second">{slide.more.join('\n')}</p>}
            <span className="third">{t('slideOf', { page: index + 1 })}</span>
          </section>
        ))}
      </PageScroll>
    </>
  )
}

const share = (part: number, whole: number) => `${(part / whole) * 100}%`

function Face({ of: { width, height, pieces, more } }: { of: SlideView }) {
  const t = useTexts(texts)
  return (
    <div className="view-slide-face" style={{ aspectRatio: `${width} / ${height}` }}>
      {pieces.length === 0 && more.length === 0 && <p className="third">{t('emptySlide')}</p>}
      {numbered(pieces).map(({ at, of: { left, top, width: wide, height: high, title, text } }) => (
        <p
          key={at}
          data-title={title || undefined}
          style={{
            left: share(left, width),
            top: share(top, height),
            width: share(wide, width),
            minHeight: share(high, height),
          }}
        >
          {text}
        </p>
      ))}
    </div>
  )
}
