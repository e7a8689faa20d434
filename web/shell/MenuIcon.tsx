import { lazy, Suspense } from 'react'

const MenuGlyph = lazy(async () => ({ default: (await import('./MenuGlyph.tsx')).MenuGlyph }))

/** The icon of a menu entry, by the name in its `source`; a plain one where it names none. Its room is there before it is. */
export function MenuIcon({ name }: { name: string }) {
  return (
    <Suspense fallback={<span className="anticon" style={{ width: '1em', height: '1em' }} aria-hidden />}>
      <MenuGlyph name={name} />
    </Suspense>
  )
}
