import { useEffect, useEffectEvent } from 'react'
import { useInFront } from '#web/kernel/tab.ts'

export type ViewKeys = {
  zoomIn?: () => void
  zoomOut?: () => void
  next?: () => void
  previous?: () => void
  first?: () => void
  last?: () => void
  find?: () => void
  nextFile?: () => void
  previousFile?: () => void
}

const keys: Readonly<Record<string, keyof ViewKeys>> = {
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  Home: 'first',
  End: 'last',
  '/': 'find',
  j: 'nextFile',
  k: 'previousFile',
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT|AUDIO|VIDEO)$/.test(target.tagName))

/**
 * The keys of the viewer while its page is in front and nobody types: + − arrows Home End, / for find, j and k for the next and
 * the last file; Ctrl+F finds here.
 */
export function useViewKeys(what: ViewKeys): void {
  const inFront = useInFront()
  const heard = useEffectEvent((event: KeyboardEvent) => {
    const finds = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f'
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    const name = finds ? 'find' : plain && !typing(event.target) ? keys[event.key] : undefined
    const act = name && what[name]
    if (!act) return
    event.preventDefault()
    // the frame's own meaning of a key waits while a file is read
    event.stopPropagation()
    act()
  })
  useEffect(() => {
    if (!inFront) return
    const listen = (event: KeyboardEvent) => heard(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [inFront])
}
