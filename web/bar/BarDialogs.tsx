import { lazy, Suspense } from 'react'
import { PieceBoundary } from '#web/kit/PieceBoundary.tsx'
import { useBarDialog } from './bar-dialog.ts'

const SettingsDrawer = lazy(async () => ({ default: (await import('./SettingsDrawer.tsx')).SettingsDrawer }))
const LogDialog = lazy(async () => ({ default: (await import('./LogDialog.tsx')).LogDialog }))
const ThemeDialog = lazy(async () => ({ default: (await import('./ThemeDialog.tsx')).ThemeDialog }))

/** What the top bar opens, over whatever layout stands; each loaded when first opened. */
export function BarDialogs() {
  const { shown, hide } = useBarDialog()
  return (
    <PieceBoundary key={shown} onFail={hide}>
      <Suspense fallback={null}>
        {shown === 'settings' && <SettingsDrawer onClose={hide} />}
        {shown === 'logs' && <LogDialog onClose={hide} />}
        {shown === 'themes' && <ThemeDialog onClose={hide} />}
      </Suspense>
    </PieceBoundary>
  )
}
