import type { UseQueryResult } from '@tanstack/react-query'
import { Progress } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

type ComingProps<T> = { of: UseQueryResult<T>; percent?: number; children: (data: T) => ReactNode }

/** What is shown once it has come: until then how much of it has, or what went wrong. */
export function Coming<T>({ of, percent = 0, children }: ComingProps<T>) {
  const t = useTexts(texts)
  const shape =
    percent > 0 && percent < 100 ? (
      <div className="state-view">
        <Progress percent={percent} size="small" style={{ width: 240 }} aria-label={t('loadingFile', { percent })} />
        <p className="second">{t('loadingFile', { percent })}</p>
      </div>
    ) : (
      <Bones lines={12} />
    )
  return (
    <StateView of={of} shape={shape}>
      {children}
    </StateView>
  )
}

/** Why something cannot be shown, in place of it. */
export function NotShown({ says }: { says: string }) {
  return (
    <div className="state-view" role="alert">
      <p>{says}</p>
    </div>
  )
}
