import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { relation } from '#contract/relation.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useView } from '#web/kernel/tab.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { Balance } from '#web/ledger/Balance.tsx'
import { AccountEvidence } from './AccountEvidence.tsx'
import { accountFilters, filterAccounts, type Standards } from './account-filters.ts'
import { Confidence, TieStatus } from './bill-parts.tsx'
import { BillPane } from './BillPane.tsx'
import { grouped, parentCodes, totalStake } from './stake.ts'
import { texts } from './texts.ts'
import { type AccountTie, allAccounts } from './whole-bill.ts'
import type { WorkColumn } from './WorkList.tsx'

type BillProps = {
  projectId: string
  datasetId: string
  mayEdit: boolean
  /** Takes the newest decision back; undefined while there is none. */
  onUndo: (() => void) | undefined
  /** The account to begin with. */
  at: string
}
export type Decision = z.input<typeof relation.decideAccounts.input>['accounts'][number]

/** Client accounts and what they are tied to: filters, the work, the evidence. */
export function AccountBill(props: BillProps) {
  const accounts = useQuery(allAccounts(props.projectId))
  const standards = useQuery(query(relation.standards, { projectId: props.projectId }))
  return (
    <StateView of={standards} shape={<Bones lines={12} />}>
      {(known) => (
        <StateView of={accounts} shape={<Bones lines={12} />}>
          {(all) => <AccountWork {...props} all={all} standards={known} />}
        </StateView>
      )}
    </StateView>
  )
}

function AccountWork({
  projectId,
  datasetId,
  mayEdit,
  onUndo,
  at,
  all,
  standards,
}: BillProps & { all: AccountTie[]; standards: Standards }) {
  const t = useTexts(texts)
  const confirm = useConfirm()
  // What waits is shown first; where nothing does, all of it. Fixed at the start: the list must not change under one's hands.
  const [first] = useState(() => (all.some(({ status }) => status === 'pending') ? 'waiting' : 'all'))
  const [filter, setFilter] = useView('show', first)
  const [text, setText] = useState(at)
  const [current, setCurrent] = useState(at)
  const decide = useDecide(projectId)

  const parents = useMemo(() => parentCodes(all), [all])
  const groups = useMemo(() => accountFilters(all, standards, t), [all, standards, t])
  const rows = useMemo(() => filterAccounts(all, standards, filter, text), [all, standards, filter, text])
  const row = rows.find(({ code }) => code === current) ?? rows[0]
  const waiting = rows.filter(({ status, standard }) => status === 'pending' && standard !== '')

  /** The next row takes its place in hand, also when the decided one leaves the list. */
  const step = (code: string) => {
    const at = rows.findIndex((one) => one.code === code)
    setCurrent((rows[at + 1] ?? rows[at - 1])?.code ?? '')
  }
  const settle = (one: Decision, next: boolean) => {
    if (!mayEdit) return
    decide([one])
    if (next) step(one.code)
  }
  const accept = (one: AccountTie) => {
    if (one.standard !== '') settle({ code: one.code }, true)
  }
  const acceptShown = async () => {
    const count = waiting.length
    const amount = grouped(totalStake(waiting, parents))
    if (await confirm({ says: t('acceptShownAsk', { count, amount }), ok: t('accept') })) {
      decide(waiting.map(({ code }) => ({ code })))
      say(t('decided', { count }))
    }
  }
  const standardOptions = useMemo(
    () => standards.accounts.map(({ key, code, name }) => ({ value: key, label: `${code} ${name}`.trim() })),
    [standards],
  )
  const columns: WorkColumn<AccountTie>[] = [
    { key: 'code', title: t('code'), track: '76px', render: ({ code }) => code },
    {
      key: 'name',
      title: t('name'),
      track: 'minmax(84px, 1.2fr)',
      render: ({ name, fullName }) => <span title={fullName}>{name}</span>,
    },
    {
      key: 'standard',
      title: t('standard'),
      track: 'minmax(112px, 1.3fr)',
      render: (one, isCurrent) =>
        isCurrent && mayEdit ? (
          <Select
            size="small"
            style={{ width: '100%' }}
            aria-label={t('chooseStandard')}
            placeholder={t('chooseStandard')}
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
            value={one.standard || null}
            options={standardOptions}
            onChange={(standard) => standard && settle({ code: one.code, standard }, false)}
          />
        ) : one.standard ? (
          `${one.standard} ${one.standardName}`
        ) : (
          <span style={{ color: 'var(--seal)' }}>{t('noClass')}</span>
        ),
    },
    {
      key: 'tags',
      title: t('tags'),
      track: 'minmax(48px, 0.8fr)',
      render: ({ tagNames }) => <span className="second">{tagNames.join(listMark())}</span>,
    },
    {
      key: 'confidence',
      title: <span title={t('confidenceHint')}>{t('confidence')}</span>,
      track: '84px',
      render: ({ confidence }) => <Confidence of={confidence} />,
    },
    { key: 'status', title: t('status'), track: '72px', render: ({ status }) => <TieStatus of={status} /> },
    {
      key: 'closing',
      title: t('closing'),
      track: '112px',
      amount: true,
      render: ({ closing }) => <Balance value={closing} />,
    },
  ]
  return (
    <BillPane
      states={groups.states}
      groupTitle={t('byClass')}
      groups={groups.classes}
      filter={filter}
      onFilter={setFilter}
      text={text}
      onText={setText}
      find={t('find')}
      tools={
        mayEdit &&
        waiting.length > 1 && (
          <Button onClick={() => void acceptShown()}>{t('acceptShown', { count: waiting.length })}</Button>
        )
      }
      list={{
        rows,
        rowKey: ({ code }) => code,
        columns,
        current: row?.code ?? '',
        onCurrent: setCurrent,
        onEnter: accept,
        onUndo,
      }}
      evidence={
        row && (
          <AccountEvidence
            key={row.code}
            of={row}
            datasetId={datasetId}
            tags={standards.tags}
            mayEdit={mayEdit}
            onDecide={(one) => settle(one, false)}
            onAccept={() => accept(row)}
          />
        )
      }
    />
  )
}

/** Records decisions; what is on screen shows them at once, and goes back should the server refuse. */
function useDecide(projectId: string) {
  const cache = useQueryClient()
  const command = useCommand(relation.decideAccounts)
  const { queryKey } = allAccounts(projectId)
  return (accounts: Decision[]) => {
    const decided = new Map(accounts.map((one) => [one.code, one]))
    cache.setQueryData(queryKey, (all) =>
      all?.map((one) => {
        const made = decided.get(one.code)
        if (!made) return one
        const other = made.standard !== undefined && made.standard !== one.standard
        return {
          ...one,
          standard: made.standard ?? one.standard,
          tags: made.tags ?? one.tags,
          status: other || made.tags ? ('changed' as const) : ('accepted' as const),
        }
      }),
    )
    command.mutate({ projectId, accounts }, { onError: () => void cache.invalidateQueries({ queryKey }) })
  }
}
