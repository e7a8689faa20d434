import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { aiSearch } from '#contract/ai-search.ts'
import { call, query as queryOf } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { SafeMarkdown } from '#web/kit/SafeMarkdown.tsx'
import { SourceList } from '#web/kit/SourceList.tsx'
import { Bones, Failing } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

type SummaryProps = { query: string; projectId: string }

/** The results in a few sentences, on demand; without a model it says that there is none. */
export function SummaryPart({ query, projectId }: SummaryProps) {
  const t = useTexts(texts)
  const may = useMay()
  const able = may('chat.use')
  const state = useQuery({ ...queryOf(aiSearch.state, {}), enabled: able })
  const stopping = useRef<AbortController>(null)
  // a reading: nothing is written, and an answer is only of this moment
  const summary = useMutation({
    mutationFn: () => {
      stopping.current = new AbortController()
      return call(aiSearch.summary, { query, projectId }, { signal: stopping.current.signal })
    },
  })
  const [chosen, choose] = useState(0)
  if (!able || !state.data) return null
  if (state.data.model === '') return <p className="summary-none third">{t('noModel')}</p>
  const { data } = summary
  const stop = () => {
    stopping.current?.abort()
    summary.reset()
  }
  return (
    <section className="summary" aria-label={t('summary')} aria-live="polite">
      {summary.isPending ? (
        <>
          <p className="second">
            {t('summarising')}{' '}
            <Button size="small" onClick={stop}>
              {t('stop')}
            </Button>
          </p>
          <Bones lines={3} />
        </>
      ) : (
        <Button onClick={() => summary.mutate()}>{t(data || summary.isError ? 'again' : 'summarise')}</Button>
      )}
      {summary.isError && <Failing fault={summary.error} />}
      {data && !summary.isPending && (
        <>
          <p className="summary-head">
            <StatusTag tone="waiting">{t('mark')}</StatusTag>
            <span className="third">{t('by', { model: data.model })}</span>
            {data.doubts.length > 0 && <StatusTag tone="bad">{t('doubts', { count: data.doubts.length })}</StatusTag>}
          </p>
          <SafeMarkdown
            text={data.text}
            sources={data.sources.map(({ title }) => title)}
            onCite={choose}
            doubts={data.doubts.map(({ code, from, to }) => ({ from, to, says: t(code) }))}
          />
          <SourceList
            sources={data.sources.flatMap((source, at) =>
              data.cited.includes(at + 1) ? [Object.assign({ no: at + 1 }, source)] : [],
            )}
            chosen={chosen}
          />
        </>
      )}
    </section>
  )
}
