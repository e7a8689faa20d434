import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { PaperSummary } from '#contract/paper.ts'
import { workbook } from '#contract/workbook.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

type Summary = z.output<typeof PaperSummary>
type ListProps = {
  projectId: string
  list: Summary[]
  paperId: string
  onOpen: (id: string) => void
  /** What stands over the list beside the search. */
  tools?: ReactNode
}

/** The papers with what waits in each, and what people did to it. */
export function PaperList({ projectId, list, paperId, onOpen, tools }: ListProps) {
  const t = useTexts(texts)
  const [text, setText] = useState('')
  const marks = useQuery(query(workbook.marks, { projectId }))
  const done = new Map(marks.data?.map((one) => [one.paperId, one]))
  const needle = text.trim().toLowerCase()
  const shown = list.filter((one) => `${one.paperId} ${one.name}`.toLowerCase().includes(needle))
  return (
    <>
      <Input
        allowClear
        placeholder={t('findPaper')}
        aria-label={t('findPaper')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {tools}
      <ul>
        {shown.map(({ paperId: id, name, missing, errors }) => {
          const own = done.get(id)
          return (
            <li key={id} ref={(item) => void (id === paperId && item?.scrollIntoView({ block: 'nearest' }))}>
              <button
                type="button"
                className="plain-button"
                aria-current={id === paperId || undefined}
                onClick={() => onOpen(id)}
              >
                <span className="number third">{id}</span>
                <span className="cut" title={name}>
                  {name}
                </span>
                <span className="paper-counts number">
                  {errors > 0 && (
                    <span className="count-bad" title={t('resultErrors', { count: errors })}>
                      {errors}
                    </span>
                  )}
                  {missing > 0 && (
                    <span className="count-waiting" title={t('resultMissing', { count: missing })}>
                      {missing}
                    </span>
                  )}
                  {own !== undefined && own.stale > 0 && (
                    <span className="count-stale" title={t('countStale', { count: own.stale })}>
                      {own.stale}
                    </span>
                  )}
                  {own !== undefined && own.overridden > 0 && (
                    <span className="count-overridden" title={t('countOverridden', { count: own.overridden })}>
                      {own.overridden}
                    </span>
                  )}
                  {own !== undefined && own.comments > 0 && (
                    <span className="count-comments" title={t('countComments', { count: own.comments })}>
                      {own.comments}
                    </span>
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
