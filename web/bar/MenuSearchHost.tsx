import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useFrameSettings } from '#web/kernel/frame-settings.ts'
import { useMenuSearch } from '#web/kernel/menu-search.ts'
import { PieceBoundary } from '#web/kit/PieceBoundary.tsx'
import { isCovered } from '#web/kit/typing.ts'
import type { Layout } from '../shell/page-route.ts'

const MenuSearch = lazy(async () => ({ default: (await import('./MenuSearch.tsx')).MenuSearch }))

/** The search over the menu when it is asked for, also by Ctrl+K; going elsewhere closes it. */
export function MenuSearchHost({ layout, place }: { layout: Layout; place: string }) {
  const { open, show, hide } = useMenuSearch()
  const on = useFrameSettings((state) => state.search)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const asked =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
    if (!asked || !on || isCovered()) return
    event.preventDefault()
    if (open) hide()
    else show()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  useEffect(() => (place === '' ? undefined : hide), [place, hide])
  if (!open) return null
  return (
    <PieceBoundary onFail={hide}>
      <Suspense fallback={null}>
        <MenuSearch layout={layout} />
      </Suspense>
    </PieceBoundary>
  )
}
