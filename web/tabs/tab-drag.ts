import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Where a tab stands in the list, in px. */
type Box = { left: number; width: number }

/** The place a box comes to when its left edge is drawn to `left`: it passes a neighbour at that one's middle. */
export function dropAt(boxes: readonly Box[], from: number, left: number): number {
  const right = left + (boxes[from]?.width ?? 0)
  const middle = (box: Box) => box.left + box.width / 2
  const before = boxes.slice(0, from).filter((box) => middle(box) > left).length
  const after = boxes.slice(from + 1).filter((box) => middle(box) < right).length
  return before > 0 ? from - before : from + after
}

/** A tab being drawn: from which place to which, and how far by now, in px. */
type Drag = { key: string; from: number; to: number; by: number; width: number }

/** How far a tab is moved while another is drawn past it, in px. */
export function shiftOf(index: number, { from, to, by, width }: Omit<Drag, 'key'>): number {
  if (index === from) return by
  if (index > from && index <= to) return -width
  return index < from && index >= to ? width : 0
}

const EDGE = 32
/** Less is a click with an unsteady hand. */
const SLACK = 5

const tabAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null

/** The list scrolls on where a tab is drawn to its edge. */
function scrollOn(list: HTMLElement, x: number) {
  const { left, right } = list.getBoundingClientRect()
  if (x < left + EDGE) list.scrollLeft -= EDGE / 4
  if (x > right - EDGE) list.scrollLeft += EDGE / 4
}

/**
 * Drawing a tab along its bar with the mouse or a pen; a finger scrolls the bar instead. The others make room, and the order
 * changes when it is let go.
 */
export function useTabDrag(bar: RefObject<HTMLElement | null>, move: (key: string, to: number) => void) {
  const [drag, setDrag] = useState<Drag>()
  const grip = useRef<{ tab: HTMLElement; from: number; x: number; scrolled: number; boxes: Box[] }>(undefined)
  const end = () => {
    grip.current = undefined
    setDrag(undefined)
  }
  const grasp = useEffectEvent((list: HTMLElement, { target, pointerType, button, clientX: x }: PointerEvent) => {
    const tab = tabAt(target)
    if (!tab || pointerType === 'touch' || button !== 0) return
    const all = [...list.querySelectorAll<HTMLElement>('[data-key]')]
    const boxes = all.map((one) => ({ left: one.offsetLeft, width: one.offsetWidth }))
    grip.current = { tab, from: all.indexOf(tab), x, scrolled: list.scrollLeft, boxes }
  })
  const draw = useEffectEvent((list: HTMLElement, { clientX, buttons, pointerId }: PointerEvent) => {
    const held = grip.current
    const box = held?.boxes[held.from]
    if (!held || !box) return
    // let go outside of the window
    if (buttons === 0) return end()
    if (!drag && Math.abs(clientX - held.x) < SLACK) return
    // from here on the pointer is this tab's, so that letting go is no click
    if (!drag) held.tab.setPointerCapture(pointerId)
    scrollOn(list, clientX)
    const by = clientX - held.x + list.scrollLeft - held.scrolled
    const to = dropAt(held.boxes, held.from, box.left + by)
    setDrag({ key: held.tab.dataset['key'] ?? '', from: held.from, to, by, width: box.width })
  })
  const drop = useEffectEvent(() => {
    if (drag && drag.to !== drag.from) move(drag.key, drag.to)
    end()
  })
  const cancel = useEffectEvent(end)
  useEffect(() => {
    const list = bar.current
    if (!list) return undefined
    const until = new AbortController()
    const { signal } = until
    list.addEventListener('pointerdown', (event) => grasp(list, event), { signal })
    list.addEventListener('pointermove', (event) => draw(list, event), { signal })
    list.addEventListener('pointerup', () => drop(), { signal })
    list.addEventListener('pointercancel', () => cancel(), { signal })
    return () => until.abort()
  }, [bar])
  return drag
}
