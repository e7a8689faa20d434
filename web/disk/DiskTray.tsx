import { lazy, Suspense, useEffect } from 'react'
import { useSession } from '#web/kernel/session.ts'
import { allUploads, recallUploads, useUploadTick } from './upload-store.ts'

const UploadTray = lazy(async () => ({ default: (await import('./UploadTray.tsx')).UploadTray }))

const LOOK_AGAIN_MS = 20_000

/** The uploads of the disk in the frame; what draws them comes only where there are any. */
export function DiskTray() {
  const userId = useSession((state) => state.userId)
  useUploadTick((state) => state.tick)
  useEffect(() => {
    if (!userId) return undefined
    recallUploads()
    // a window that was closed just now is known for closed only after a while
    const later = setTimeout(recallUploads, LOOK_AGAIN_MS)
    return () => clearTimeout(later)
  }, [userId])
  if (allUploads().length === 0) return null
  return (
    <Suspense fallback={null}>
      <UploadTray />
    </Suspense>
  )
}
