import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { metrics } from '#contract/entitlement.ts'
import { editions, type TenantPackage, tenantPackage } from '#contract/package.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { amountText } from './metric-amount.ts'
import { PackageEditor } from './PackageEditor.tsx'
import { texts } from './texts.ts'

/** What a row shows of the limits; the rest is in the editor. */
const shownMetrics = metrics.slice(0, 4)

/** /platform/package: what tenants may have. */
export function PackageListPage() {
  const t = useTexts(texts)
  const view = useListView({ sort: { field: 'rank', down: false } })
  const rows = useQuery(pageQuery(tenantPackage.list, view.input))
  const [open, setOpen] = useState<{ of?: TenantPackage }>()
  const columns: Column<TenantPackage>[] = [
    { key: 'packageName', title: t('packageName'), sortable: true, cut: true },
    { key: 'code', title: t('code'), width: 132, cut: true, hidden: true },
    { key: 'edition', title: t('edition'), width: 84, render: (row) => t(row.edition) },
    {
      key: 'status',
      title: t('state'),
      width: 88,
      render: (row) => (
        <StatusTag tone={row.status === 1 ? 'good' : 'plain'}>{t(row.status === 1 ? 'enabled' : 'disabled')}</StatusTag>
      ),
    },
    {
      key: 'isTrial',
      title: t('trialDays'),
      width: 112,
      align: 'right',
      render: (row) => (row.isTrial ? row.trialDays : '—'),
    },
    ...shownMetrics.map((metric) => ({
      key: metric,
      title: t(metric),
      width: metric === 'storage_bytes' ? 124 : 100,
      align: 'right' as const,
      render: ({ limits }: TenantPackage) => {
        const limit = limits[metric]
        return limit === undefined ? <span className="second">{t('noLimit')}</span> : amountText(metric, limit)
      },
    })),
    { key: 'tenants', title: t('tenantsWith'), width: 84, align: 'right' },
    {
      key: 'actions',
      title: t('actions'),
      width: 120,
      fixed: 'end',
      render: (row) => <RowActions row={row} onEdit={() => setOpen({ of: row })} />,
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({})}>
      {t('newPackage')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('packages')}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={[
          { filter: 'packageName', label: t('packageName'), width: 220 },
          {
            filter: 'edition_equal',
            label: t('edition'),
            options: editions.map((value) => ({ value, label: t(value) })),
            width: 130,
          },
        ]}
        empty={{ says: t('noPackages'), action: add }}
        onOpen={(of) => setOpen({ of })}
        pageKey="tenantPackage"
        onNew={() => setOpen({})}
      />
      {open && <PackageEditor of={open.of} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function RowActions({ row, onEdit }: { row: TenantPackage; onEdit: () => void }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const remove = useCommand(tenantPackage.remove)
  const destroy = async () => {
    if (!(await confirm({ says: t('removePackageSure', { name: row.packageName }), ok: t('remove') }))) return
    // A refusal was said in a toast; the row stays.
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('removed')),
      () => undefined,
    )
  }
  return (
    <span
      className="row-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      <Button type="link" size="small" onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button type="link" size="small" onClick={() => void destroy()}>
        {t('remove')}
      </Button>
    </span>
  )
}
