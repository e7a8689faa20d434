import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type FilePlace, viewer, type ViewKind } from '#contract/viewer.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useTurnTab } from '#web/kernel/tab.ts'
import { listOf } from './listed-files.ts'
import { texts } from './texts.ts'
import { useViewKeys } from './use-view-keys.ts'
import { viewerPath } from './viewer-path.ts'
import { Tool } from './ViewBar.tsx'

/** Where a file stands among others, and the addresses of its neighbours. */
export type Place = { at: number; total: number; previous?: Step; next?: Step }
type Step = { name: string; to: string }

const stepTo = (file: FilePlace['next']): Step | undefined =>
  file ? { name: file.name, to: viewerPath(file) } : undefined

/** Among the files of the list it was opened from in this window, else of its folder or owner. */
export function usePlace(fileId: string): Place | undefined {
  const list = listOf(fileId)
  const asked = useQuery({
    ...query(viewer.beside, { fileId }),
    enabled: list === undefined,
    staleTime: 60_000,
    retry: false,
  })
  const place = list ? placeIn(list, fileId) : asked.data
  if (!place || place.total < 2) return undefined
  const [previous, next] = [stepTo(place.previous), stepTo(place.next)]
  return { at: place.at, total: place.total, ...(previous && { previous }), ...(next && { next }) }
}

function placeIn(list: readonly { fileId: string; name: string }[], fileId: string): FilePlace {
  const at = list.findIndex((one) => one.fileId === fileId)
  return { at: at + 1, total: list.length, previous: list[at - 1] ?? null, next: list[at + 1] ?? null }
}

/** The button that was pressed to come here: the next page has the focus on its own, at an end on the other. */
let pressed: 'previous' | 'next' | undefined

/** Steps to the file before and after: buttons, J and K, and the arrows where the file has no pages. */
export function FileSteps({ of: { at, total, previous, next }, kind }: { of: Place; kind: ViewKind | undefined }) {
  const t = useTexts(texts)
  const turn = useTurnTab()
  const host = useRef<HTMLSpanElement>(null)
  const go = (step: Step | undefined) => step && turn(step.to)
  const press = (which: 'previous' | 'next') => {
    pressed = which
    go(which === 'next' ? next : previous)
  }
  const pageless = kind === 'image' || kind === 'svg' || kind === 'other'
  useViewKeys({
    nextFile: () => go(next),
    previousFile: () => go(previous),
    ...(pageless && { next: () => go(next), previous: () => go(previous) }),
  })
  useEffect(() => {
    const buttons = [...(host.current?.querySelectorAll('button') ?? [])]
    const wanted = pressed === 'next' ? buttons.toReversed() : buttons
    if (pressed) wanted.find((button) => !button.disabled)?.focus()
    pressed = undefined
  }, [])
  return (
    <span ref={host} className="view-tools view-steps">
      <Tool
        says={previous ? t('previousFile', { name: previous.name }) : t('noPreviousFile')}
        icon={<LeftOutlined />}
        disabled={!previous}
        onClick={() => press('previous')}
      />
      <span className="second number">{t('fileAt', { at, total })}</span>
      <Tool
        says={next ? t('nextFile', { name: next.name }) : t('noNextFile')}
        icon={<RightOutlined />}
        disabled={!next}
        onClick={() => press('next')}
      />
    </span>
  )
}
