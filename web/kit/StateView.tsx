import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { texts } from './texts.ts'
import './kit.css'

/** One sentence and the action that fills the emptiness. */
export type EmptySays = { says: string; action?: ReactNode }

/** Nothing there yet. */
export function Empty({ says, action }: EmptySays) {
  return (
    <div className="state-view">
      <p>{says}</p>
      {action}
    </div>
  )
}

/** The role may not. */
export function Forbidden() {
  const t = useTexts(texts)
  return (
    <div className="state-view" role="alert">
      <h2>{t('forbidden')}</h2>
      <p>{t('forbiddenHint')}</p>
    </div>
  )
}

/** It did not work: what happened, what to do, try again, trace id; a refusal for the role reads as such. */
export function Failing({ fault, retry }: { fault: unknown; retry?: () => unknown }) {
  const t = useTexts(texts)
  const code = fault instanceof CallError ? fault.code : undefined
  if (code === 403) return <Forbidden />
  const message = fault instanceof CallError ? fault.message : ''
  return (
    <div className="state-view" role="alert">
      <h2>{code === 404 ? t('notFound') : t('failing')}</h2>
      {code !== 404 && <p>{message && `${message}。`.replace(/。。$/, '。')}</p>}
      {code !== 404 && <p className="second">{t('failingHint')}</p>}
      {retry && code !== 404 && <Button onClick={() => void retry()}>{t('retry')}</Button>}
      {fault instanceof CallError && fault.trace && <p className="third">{t('trace', { trace: fault.trace })}</p>}
    </div>
  )
}

/** Grey lines where text will stand. */
export function Bones({ lines = 3 }: { lines?: number }) {
  const t = useTexts(texts)
  return (
    <output className="bones" aria-busy="true" aria-label={t('loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="bone" style={{ width: `${[72, 94, 83, 61, 88][line % 5]}%` }} />
      ))}
    </output>
  )
}

type StateViewProps<T> = {
  of: UseQueryResult<T>
  /** The skeleton in the final shape. */
  shape?: ReactNode
  /** When there is nothing, and what to say then. */
  empty?: EmptySays & { when: (data: T) => boolean }
  children: (data: T) => ReactNode
}

/** A query with its four drawn states: loading, empty, failing, forbidden; else what stands inside. */
export function StateView<T>({ of, shape, empty, children }: StateViewProps<T>) {
  if (of.data !== undefined) {
    if (empty?.when(of.data)) return <Empty says={empty.says} action={empty.action} />
    return children(of.data)
  }
  if (of.isError) return <Failing fault={of.error} retry={of.refetch} />
  return shape ?? <Bones />
}
