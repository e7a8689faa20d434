import { useCallback, useRef, useState } from 'react'

/** Within so many pixels of its end a list counts as read to the end. */
const NEAR = 80

const fromEnd = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement) => scrollHeight - scrollTop - clientHeight

/** A list that stays at its end while its content grows, unless the reader has scrolled back or pressed something in it. */
export function useStuckScroll() {
  const list = useRef<HTMLDivElement>(null)
  const stuck = useRef(true)
  const top = useRef(0)
  const [away, setAway] = useState(false)
  const down = useCallback(() => {
    const element = list.current
    if (!element) return
    if (stuck.current) element.scrollTop = element.scrollHeight
    else setAway(fromEnd(element) >= NEAR)
  }, [])
  const content = useCallback(
    (element: HTMLDivElement | null) => {
      if (!element) return undefined
      const watcher = new ResizeObserver(down)
      watcher.observe(element)
      // the field under the list grows, too
      if (element.parentElement) watcher.observe(element.parentElement)
      // what is unfolded is read where it was pressed
      const release = () => {
        stuck.current = false
      }
      element.addEventListener('click', release, true)
      return () => {
        watcher.disconnect()
        element.removeEventListener('click', release, true)
      }
    },
    [down],
  )
  const onScroll = useCallback(() => {
    const element = list.current
    if (!element) return
    const { scrollTop } = element
    // only who goes back leaves the end: between a growth and its scrolling the end is away as well
    if (fromEnd(element) < NEAR) stuck.current = true
    else if (scrollTop < top.current) stuck.current = false
    top.current = scrollTop
    setAway(!stuck.current)
  }, [])
  const toEnd = useCallback(() => {
    stuck.current = true
    setAway(false)
    down()
  }, [down])
  return { list, content, onScroll, away, toEnd }
}
