import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Bones } from './StateView.tsx'
import './kit.css'

/** However slow one answer is, the others are shown after this. */
const MOST_MS = 3000

/**
 * Parts that each ask for their own data, shown together when the first answers are there: a page of many blocks would
 * otherwise move under the reader with every one that comes.
 */
export function AtOnce({ children, lines = 10 }: { children: ReactNode; lines?: number }) {
  const waiting = useIsFetching({ predicate: ({ state }) => state.status === 'pending' })
  const [shown, show] = useState(false)
  useEffect(() => {
    if (shown) return undefined
    // the parts begin to ask as they are drawn, and some only after another's answer
    const timer = setTimeout(() => show(true), waiting === 0 ? 60 : MOST_MS)
    return () => clearTimeout(timer)
  }, [waiting, shown])
  return (
    <>
      {!shown && <Bones lines={lines} />}
      <div className="at-once" data-shown={shown || undefined}>
        {children}
      </div>
    </>
  )
}
