import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { relation } from '#contract/relation.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useView } from '#web/kernel/tab.ts'
import { Money } from '#web/kit/Money.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { Confidence, TieStatus } from './bill-parts.tsx'
import { BillPane } from './BillPane.tsx'
import { LineEvidence } from './LineEvidence.tsx'
import { filterLines, lineFilters } from './line-filters.ts'
import { grouped, sumOf } from './stake.ts'
import { texts } from './texts.ts'
import { allLines, type LineTag, lineKey } from './whole-bill.ts'
import type { WorkColumn } from './WorkList.tsx'

type BillProps = { projectId: string; datasetId: string; mayEdit: boolean; onUndo: (() => void) | undefined }
export type LineDecision = z.input<typeof relation.decideLines.input>['lines'][number]
type Tags = { id: string; name: string }[]

/** Journal lines whose nature differs from their account's: a gift booked as office expenses, a fine in sundry. */
export function LineBill(props: BillProps) {
  const lines = useQuery(allLines(props.projectId))
  const standards = useQuery(query(relation.standards, { projectId: props.projectId }))
  return (
    <StateView of={standards} shape={<Bones lines={12} />}>
      {({ tags }) => (
        <StateView of={lines} shape={<Bones lines={12} />}>
          {(all) => <LineWork {...props} all={all} tags={tags} />}
        </StateView>
      )}
    </StateView>
  )
}

function LineWork({ projectId, datasetId, mayEdit, onUndo, all, tags }: BillProps & { all: LineTag[]; tags: Tags }) {
  const t = useTexts(texts)
  const [first] = useState(() => (all.some(({ status }) => status === 'pending') ? 'waiting' : 'all'))
  const [filter, setFilter] = useView('showLines', first)
  const [text, setText] = useState('')
  const [current, setCurrent] = useState('')
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const decide = useDecide(projectId, tags)

  const groups = useMemo(() => lineFilters(all, t), [all, t])
  const rows = useMemo(() => filterLines(all, filter, text), [all, filter, text])
  const row = rows.find((one) => lineKey(one) === current) ?? rows[0]
  const picked = rows.filter((one) => checked.has(lineKey(one)))

  const toggle = (key: string) =>
    setChecked((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  const settle = (one: LineTag, decision: Pick<LineDecision, 'decision' | 'tag'>) => {
    if (!mayEdit) return
    const at = rows.indexOf(one)
    const next = rows[at + 1] ?? rows[at - 1]
    decide([{ voucherKey: one.voucherKey, line: one.line, ...decision }])
    if (decision.decision !== 'change') setCurrent(next ? lineKey(next) : '')
  }
  const settlePicked = (decision: 'accept' | 'reject') => {
    decide(picked.map(({ voucherKey, line }) => ({ voucherKey, line, decision })))
    say(t('decided', { count: picked.length }))
    setChecked(new Set())
  }
  const columns: WorkColumn<LineTag>[] = [
    {
      key: 'date',
      title: t('voucher'),
      track: '100px',
      render: ({ date, voucherKey }) => (
        <span title={voucherKey}>{`${date.slice(5)} ${voucherKey.replace(/^\d+-/, '')}`}</span>
      ),
    },
    {
      key: 'summary',
      title: t('summary'),
      track: 'minmax(96px, 1.6fr)',
      render: ({ summary }) => <span title={summary}>{summary}</span>,
    },
    {
      key: 'account',
      title: t('account'),
      track: 'minmax(64px, 1fr)',
      render: ({ account, accountName }) => (
        <span className="second" title={accountName}>{`${account} ${accountName}`}</span>
      ),
    },
    {
      key: 'tag',
      title: t('lineTag'),
      track: 'minmax(64px, 0.8fr)',
      render: ({ tagName }) => <strong>{tagName}</strong>,
    },
    {
      key: 'confidence',
      title: t('confidence'),
      track: '84px',
      render: ({ confidence }) => <Confidence of={confidence} />,
    },
    { key: 'status', title: t('status'), track: '64px', render: ({ status }) => <TieStatus of={status} /> },
    {
      key: 'amount',
      title: t('amount'),
      track: '104px',
      amount: true,
      render: ({ amount }) => <Money value={amount} />,
    },
  ]
  return (
    <BillPane
      states={groups.states}
      groupTitle={t('byTag')}
      groups={groups.tags}
      filter={filter}
      onFilter={setFilter}
      text={text}
      onText={setText}
      find={t('findLine')}
      tools={
        mayEdit && (
          <>
            {rows.length > 0 && (
              <Button
                onClick={() => setChecked(picked.length === rows.length ? new Set() : new Set(rows.map(lineKey)))}
              >
                {t('checkAll')}
              </Button>
            )}
            {picked.length > 0 && (
              <>
                <Button type="primary" onClick={() => settlePicked('accept')}>
                  {t('acceptChecked', { count: picked.length })}
                </Button>
                <Button onClick={() => settlePicked('reject')}>{t('rejectChecked', { count: picked.length })}</Button>
                <span className="third">{t('stake', { amount: grouped(sumOf(picked)) })}</span>
              </>
            )}
          </>
        )
      }
      list={{
        rows,
        rowKey: lineKey,
        columns,
        current: row ? lineKey(row) : '',
        onCurrent: setCurrent,
        onEnter: (one) => settle(one, { decision: 'accept' }),
        onUndo,
        ...(mayEdit && { checked: { keys: checked, toggle, says: t('check') } }),
      }}
      evidence={
        row && (
          <LineEvidence
            key={lineKey(row)}
            of={row}
            datasetId={datasetId}
            tags={tags}
            mayEdit={mayEdit}
            onDecide={(decision) => settle(row, decision)}
          />
        )
      }
    />
  )
}

const after = { accept: 'accepted', reject: 'rejected', change: 'changed' } as const

/** At most this many decisions go in one call; the contract's limit. */
const BATCH = 1000

/** Records decisions; what is on screen shows them at once, and goes back should the server refuse. */
function useDecide(projectId: string, tags: Tags) {
  const cache = useQueryClient()
  const command = useCommand(relation.decideLines)
  const { queryKey } = allLines(projectId)
  return (lines: LineDecision[]) => {
    const decided = new Map(lines.map((one) => [lineKey(one), one]))
    cache.setQueryData(queryKey, (all) =>
      all?.map((one) => {
        const made = decided.get(lineKey(one))
        if (!made) return one
        const tag = made.tag ?? one.tag
        const tagName = tags.find(({ id }) => id === tag)?.name ?? one.tagName
        return { ...one, tag, tagName, status: after[made.decision] }
      }),
    )
    const goBack = () => void cache.invalidateQueries({ queryKey })
    for (let from = 0; from < lines.length; from += BATCH) {
      command.mutate({ projectId, lines: lines.slice(from, from + BATCH) }, { onError: goBack })
    }
  }
}
