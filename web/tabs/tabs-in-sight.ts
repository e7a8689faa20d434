import { type RefObject, useEffect, useState } from 'react'

/** Which ends of the list hide tabs. */
const hiddenEnds = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement) =>
  `${scrollLeft > 1 ? 'start' : ''} ${scrollLeft + clientWidth < scrollWidth - 1 ? 'end' : ''}`.trim()

/** Keeps the tab in front in sight, also when others come, are renamed or the window narrows; answers where tabs are hidden. */
export function useTabsInSight(bar: RefObject<HTMLElement | null>, activeKey: string, names: string) {
  const [more, setMore] = useState('')
  useEffect(() => {
    const list = bar.current
    // a tab that has just been opened stands in the list one drawing later
    if (!list || !names) return undefined
    const note = () => setMore(hiddenEnds(list))
    const follow = () => {
      const shown = [...list.querySelectorAll<HTMLElement>('[data-key]')]
      shown
        .find((one) => one.dataset['key'] === activeKey)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      note()
    }
    const watch = new ResizeObserver(follow)
    watch.observe(list)
    list.addEventListener('scroll', note, { passive: true })
    return () => {
      watch.disconnect()
      list.removeEventListener('scroll', note)
    }
  }, [bar, activeKey, names])
  return more
}
