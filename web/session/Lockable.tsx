import { useQuery } from '@tanstack/react-query'
import { Activity, lazy, type ReactNode, Suspense, useLayoutEffect } from 'react'
import { preference } from '#contract/preference.ts'
import { query } from '#web/kernel/api.ts'
import { clientConfig } from '#web/kernel/transport.ts'
import { PieceBoundary } from '#web/kit/PieceBoundary.tsx'
import { FrameFailed } from '../shell/FrameFailed.tsx'
import { dropQuestion, useLock } from './lock.ts'

const LockPage = lazy(async () => ({ default: (await import('./LockPage.tsx')).LockPage }))
const LockDialog = lazy(async () => ({ default: (await import('./LockDialog.tsx')).LockDialog }))
const HumanCheck = lazy(async () => ({ default: (await import('./HumanCheck.tsx')).HumanCheck }))

/** Whether this person has still to enter the deployment's code. */
function useUnchecked() {
  const { data: asks } = useQuery({ queryKey: ['client.json'], queryFn: clientConfig, staleTime: Infinity })
  const { data } = useQuery({ ...query(preference.detail, {}), enabled: asks?.humanCheck === true })
  return asks?.humanCheck === true && data?.humanChecked === false
}

/**
 * What can be locked: while it is, all of it stays as it is, tabs and what was typed, but hidden and out of reach, dialogs
 * and notices too. Before it stands, where the deployment wants it, the human check.
 */
export function Lockable({ children }: { children: ReactNode }) {
  const { locked, asking } = useLock()
  const unchecked = useUnchecked()
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-locked', locked)
  }, [locked])
  return (
    <>
      <Activity mode={locked ? 'hidden' : 'visible'}>{children}</Activity>
      <PieceBoundary
        key={locked ? 'locked' : unchecked ? 'unchecked' : asking}
        onFail={dropQuestion}
        // what is locked stays so, even where what would open it does not come
        instead={(locked || unchecked) && <FrameFailed />}
      >
        <Suspense fallback={null}>
          {locked ? <LockPage /> : unchecked ? <HumanCheck /> : asking !== '' && <LockDialog />}
        </Suspense>
      </PieceBoundary>
    </>
  )
}
