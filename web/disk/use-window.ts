import { type RefObject, useLayoutEffect, useState } from 'react'

/** Lines drawn beyond those in sight, so that scrolling shows no gaps. */
const BEYOND = 8

export type Sight = { first: number; last: number; across: number; lines: number }

type Measures = { count: number; lineHeight: number; tileWidth?: number; head: number }

/** Which of many things of one height are in sight in what scrolls; `tileWidth`: several stand in a line. */
export function useWindow(
  frame: RefObject<HTMLElement | null>,
  { count, lineHeight, tileWidth, head }: Measures,
): Sight {
  const [{ top, height, width }, setSeen] = useState({ top: 0, height: 600, width: 900 })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const look = () =>
      setSeen((before) => {
        // finer than a line nothing changes
        const top = Math.floor(element.scrollTop / lineHeight) * lineHeight
        const { clientHeight: height, clientWidth: width } = element
        return before.top === top && before.height === height && before.width === width
          ? before
          : { top, height, width }
      })
    look()
    element.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [frame, lineHeight])
  const across = tileWidth === undefined ? 1 : Math.max(1, Math.floor((width - 16) / tileWidth))
  const lines = Math.max(1, Math.floor((height - head) / lineHeight))
  const begins = Math.floor(top / lineHeight)
  const first = Math.max(0, begins - BEYOND) * across
  const last = Math.min(count, (begins + lines + BEYOND + 1) * across) - 1
  return { first, last, across, lines }
}

/** Scrolls just so far that a line is in sight, under a head that stays. */
export function bringIntoSight(
  element: HTMLElement,
  line: number,
  { lineHeight, head }: Omit<Measures, 'count'>,
): void {
  const top = line * lineHeight
  const room = element.clientHeight - head
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + lineHeight > element.scrollTop + room) element.scrollTop = top + lineHeight - room
}
