import { useQuery } from '@tanstack/react-query'
import { AutoComplete } from 'antd'
import { useEffect, useState } from 'react'
import { type TraceNode, traceKinds } from '#contract/paper.ts'
import { trace } from '#contract/trace.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { texts } from './texts.ts'

const WAIT_MS = 250
const keyOf = ({ kind, ref }: TraceNode) => `${kind}|${ref}`

/** Finds any place of the chain: what is typed may be a code, a name, a voucher, an amount, a summary. */
export function PlaceFinder({ projectId, onGo }: { projectId: string; onGo: (node: TraceNode) => void }) {
  const t = useTexts(texts)
  const [typed, type] = useState('')
  const [asked, ask] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => ask(typed.trim()), WAIT_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery({ ...query(trace.find, { projectId, text: asked }), enabled: asked !== '' })
  const nodes = asked === '' ? [] : (found.data ?? [])
  const groups = traceKinds.flatMap((kind) => {
    const own = nodes.filter((node) => node.kind === kind)
    if (own.length === 0) return []
    const options = own.map((node) => ({
      value: keyOf(node),
      label: (
        <span className="found-place">
          <span>{node.title}</span>
          {node.amount !== null && <Money value={node.amount} />}
          {node.note !== '' && <span className="third">{node.note}</span>}
        </span>
      ),
    }))
    return [{ label: t(kind), options }]
  })
  return (
    <AutoComplete
      className="place-finder"
      value={typed}
      options={groups}
      popupMatchSelectWidth={420}
      notFoundContent={asked !== '' && found.isSuccess ? t('findNothing') : null}
      onChange={(text: string) => {
        // choosing hands over the option's value, which is no text to search
        if (!nodes.some((node) => keyOf(node) === text)) type(text)
      }}
      onSelect={(value: string) => {
        const node = nodes.find((one) => keyOf(one) === value)
        type('')
        if (node) onGo(node)
      }}
    >
      <SearchField allowClear placeholder={t('findPlace')} aria-label={t('findPlace')} loading={found.isFetching} />
    </AutoComplete>
  )
}
