import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'

/** Follows which page of a scrolled list is read, and goes to one. */
export function usePageScroll(pages: number, start: number) {
  const host = useRef<HTMLElement | null>(null)
  const [page, setPage] = useState(1)
  const hold = useCallback((element: HTMLElement | null) => {
    host.current = element
    scrollsByKeyboard(element)
  }, [])
  const goTo = useCallback((number: number) => {
    const at = Math.max(1, number)
    host.current?.querySelector(`[data-page="${at}"]`)?.scrollIntoView({ block: 'start' })
  }, [])
  // the page whose head came by last is the one that is read
  const follow = () => {
    const list = host.current
    if (!list) return
    const line = list.getBoundingClientRect().top + list.clientHeight / 3
    const above = [...list.querySelectorAll<HTMLElement>('[data-page]')].filter(
      (one) => one.getBoundingClientRect().top <= line,
    )
    setPage(Number(above.at(-1)?.dataset['page'] ?? 1))
  }
  useEffect(() => {
    if (start > 1 && pages >= start) goTo(start)
  }, [start, pages, goTo])
  const room = () => host.current?.clientWidth ?? window.innerWidth
  return { hold, room, page, goTo, follow }
}

type PageScrollProps = {
  hold: (element: HTMLElement | null) => void
  onScroll: () => void
  says: string
  children: ReactNode
}

/** Pages one under the other; each stands in an element with `data-page`. */
export function PageScroll({ hold, onScroll, says, children }: PageScrollProps) {
  return (
    <section ref={hold} className="view-scroll view-pages" aria-label={says} onScroll={onScroll}>
      {children}
    </section>
  )
}
