import { useLayoutEffect, useRef } from 'react'

/**
 * Where a page and what scrolls inside it stood, put back when it comes to the front: some browsers forget it for what is
 * not displayed. Answers the page's ref.
 */
export function useKeptScroll(active: boolean) {
  const page = useRef<HTMLDivElement>(null)
  const places = useRef(new Map<Element, { top: number; left: number }>())
  useLayoutEffect(() => {
    const element = page.current
    if (!active || !element) return undefined
    for (const [at, { top, left }] of places.current) {
      if (!at.isConnected) places.current.delete(at)
      else if (at.scrollTop !== top || at.scrollLeft !== left) at.scrollTo({ top, left, behavior: 'instant' })
    }
    const note = ({ target }: Event) => {
      if (target instanceof Element) places.current.set(target, { top: target.scrollTop, left: target.scrollLeft })
    }
    element.addEventListener('scroll', note, { capture: true, passive: true })
    return () => element.removeEventListener('scroll', note, { capture: true })
  }, [active])
  return page
}
