import { type RefObject, useEffect, useEffectEvent } from 'react'
import { focusTab, moveFocus } from './focus-tabs.ts'
import type { TabActions } from './tab-actions.ts'

const keyOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined

/** What is pressed in the list of tabs: arrows and Delete, the middle button closes, the wheel scrolls it sideways. */
export function useTabPresses(bar: RefObject<HTMLElement | null>, { close }: Pick<TabActions, 'close'>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (moveFocus(event.key)) event.preventDefault()
    const key = keyOf(event.target)
    const beside = event.key === 'Delete' && key ? close(key) : undefined
    if (beside) focusTab(beside.key)
  })
  const closeAt = useEffectEvent(({ button, target }: MouseEvent) => {
    const key = keyOf(target)
    if (button === 1 && key) close(key)
  })
  useEffect(() => {
    const list = bar.current
    if (!list) return undefined
    const until = new AbortController()
    const { signal } = until
    list.addEventListener('keydown', (event) => press(event), { signal })
    list.addEventListener('auxclick', (event) => closeAt(event), { signal })
    // the middle button would begin to scroll the bar
    list.addEventListener('mousedown', (event) => event.button === 1 && event.preventDefault(), { signal })
    const turn = ({ deltaX, deltaY }: WheelEvent) => {
      if (Math.abs(deltaY) > Math.abs(deltaX)) list.scrollLeft += deltaY
    }
    list.addEventListener('wheel', turn, { signal, passive: true })
    return () => until.abort()
  }, [bar])
}
