import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type Allowance, allowance, metrics, usage } from '#contract/entitlement.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { GiveDialog } from './GiveDialog.tsx'
import { amountText } from './metric-amount.ts'
import { texts } from './texts.ts'

const tones: Record<Allowance['state'], Tone> = { active: 'good', waiting: 'waiting', expired: 'plain', void: 'plain' }
const words = { active: 'valid', waiting: 'waiting', expired: 'expired', void: 'void' } as const

/** What a tenant has on top of its package; who runs the platform gives and takes back. */
export function AllowanceList({ tenantId }: { tenantId: string | undefined }) {
  const t = useTexts(texts)
  const may = useMay()
  const own = useSession((state) => state.tenantId)
  const view = useListView({ size: 10, sort: { field: 'createTime', down: true } })
  const rows = useQuery(pageQuery(allowance.list, { ...view.input, ...(tenantId && { tenantId }) }))
  const [giving, setGiving] = useState(false)
  const manages = may('tenant.manage')
  const columns: Column<Allowance>[] = [
    { key: 'metric', title: t('metric'), render: (row) => t(row.metric) },
    {
      key: 'amount',
      title: t('amount'),
      width: 140,
      align: 'right',
      render: (row) => amountText(row.metric, row.amount),
    },
    {
      key: 'state',
      title: t('state'),
      width: 110,
      render: (row) => <StatusTag tone={tones[row.state]}>{t(words[row.state])}</StatusTag>,
    },
    {
      key: 'source',
      title: t('source'),
      width: 180,
      render: (row) => (row.source === 'gift' ? t('gift') : row.source),
    },
    { key: 'remark', title: t('remark'), cut: true },
    {
      key: 'createTime',
      title: t('effectiveTime'),
      width: 112,
      sortable: true,
      render: (row) => row.effectiveTime.slice(0, 10),
    },
    {
      key: 'expireTime',
      title: t('expireTime'),
      width: 112,
      sortable: true,
      render: (row) => row.expireTime.slice(0, 10) || t('never'),
    },
    ...(manages
      ? [
          {
            key: 'actions',
            title: t('actions'),
            width: 92,
            render: (row: Allowance) => <TakeBack row={row} of={tenantId ?? own} />,
          },
        ]
      : []),
  ]
  return (
    <section>
      <div className="usage-head">
        <h2 className="section-title">{t('allowances')}</h2>
        {manages && (
          <Button icon={<PlusOutlined />} onClick={() => setGiving(true)}>
            {t('giveAllowance')}
          </Button>
        )}
      </div>
      <List
        name={t('allowances')}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={[
          {
            filter: 'metric_equal',
            label: t('metric'),
            options: metrics.map((value) => ({ value, label: t(value) })),
            width: 220,
          },
        ]}
        empty={{ says: t('noAllowances') }}
      />
      {giving && <GiveDialog tenantId={tenantId ?? own} onClose={() => setGiving(false)} />}
    </section>
  )
}

function TakeBack({ row, of }: { row: Allowance; of: string }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const take = useCommand(allowance.void, { also: [usage.summary] })
  if (row.state === 'void' || row.state === 'expired') return null
  const act = async () => {
    const says = t('takeBackSure', { metric: t(row.metric), amount: amountText(row.metric, row.amount) })
    if (!(await confirm({ says, ok: t('takeBack') }))) return
    // A refusal was said in a toast; the row stays.
    await take.mutateAsync({ tenantId: of, ids: row.id }).then(
      () => say(t('saved')),
      () => undefined,
    )
  }
  return (
    <Button type="link" size="small" onClick={() => void act()}>
      {t('takeBack')}
    </Button>
  )
}
