import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Enterprise, enterprise } from '#contract/enterprise.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { EnterpriseDrawer } from './EnterpriseDrawer.tsx'
import { EnterpriseForm } from './EnterpriseForm.tsx'
import { texts } from './texts.ts'

/** /firm/firmEnterprise: the client enterprises. */
export function EnterpriseListPage() {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const view = useListView({ sort: { field: 'updateTime', down: true } })
  const rows = useQuery(pageQuery(enterprise.list, view.input))
  const [form, setForm] = useState<{ of?: Enterprise } | undefined>()
  const [opened, setOpened] = useState<Enterprise>()
  const enter = (row: Enterprise) => void navigate(`/aiApp/index?${new URLSearchParams({ enterpriseId: row.id })}`)

  const columns: Column<Enterprise>[] = [
    { key: 'enterpriseName', title: t('name'), sortable: true, cut: true },
    { key: 'creditCode', title: t('creditCodeShort'), width: 184 },
    {
      key: 'accountingStandard',
      title: t('standard'),
      width: 168,
      cut: true,
      render: (row) => t(row.accountingStandard),
    },
    { key: 'industry', title: t('industry'), width: 110, cut: true },
    { key: 'contact', title: t('contact'), width: 92, cut: true, hidden: true },
    { key: 'phone', title: t('phone'), width: 130, cut: true, hidden: true },
    { key: 'address', title: t('address'), width: 220, cut: true, hidden: true },
    { key: 'remark', title: t('remark'), width: 220, cut: true, hidden: true },
    { key: 'projectCount', title: t('projects'), width: 72, align: 'right' },
    { key: 'createUserName', title: t('creator'), width: 110, cut: true, hidden: true },
    { key: 'createTime', title: t('createTime'), sortable: true, width: 172, hidden: true },
    { key: 'updateTime', title: t('updateTime'), sortable: true, width: 172 },
    {
      key: 'actions',
      title: t('actions'),
      width: 250,
      fixed: 'end',
      render: (row) => <RowActions row={row} onEnter={enter} onShow={setOpened} onEdit={(of) => setForm({ of })} />,
    },
  ]
  const add = may('enterprise.add') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newEnterprise')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('enterprises')}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={[
          { filter: 'enterpriseName', label: t('name'), width: 240 },
          { filter: 'creditCode', label: t('creditCodeShort') },
          {
            filter: 'accountingStandard_equal',
            label: t('standard'),
            options: (['cas', 'small'] as const).map((value) => ({ value, label: t(value) })),
            width: 180,
          },
        ]}
        empty={{ says: t('noEnterprises'), action: add }}
        {...(may('enterprise.enter') && { onOpen: enter })}
        pageKey="enterprise"
        {...(may('enterprise.select') && { exportOf: 'enterprise' })}
        {...(may('enterprise.add') && { importOf: 'enterprise', onNew: () => setForm({}) })}
        {...(opened && { selected: opened.id })}
      />
      <EnterpriseDrawer of={opened} onClose={() => setOpened(undefined)} />
      <EnterpriseForm open={form !== undefined} of={form?.of} onClose={() => setForm(undefined)} />
    </>
  )
}

type RowActionsProps = {
  row: Enterprise
  onEnter: (row: Enterprise) => void
  onShow: (row: Enterprise) => void
  onEdit: (row: Enterprise) => void
}

function RowActions({ row, onEnter, onShow, onEdit }: RowActionsProps) {
  const t = useTexts(texts)
  const may = useMay()
  const confirm = useConfirmDanger()
  const remove = useCommand(enterprise.remove)
  const destroy = async () => {
    if (!(await confirm({ says: t('deleteSure', { name: row.enterpriseName }), ok: t('delete') }))) return
    // A refusal was said in a toast; the row stays.
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('deleted')),
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
      {may('enterprise.enter', row) && (
        <Button type="link" size="small" onClick={() => onEnter(row)}>
          {t('enter')}
        </Button>
      )}
      {may('enterprise.view', row) && (
        <Button type="link" size="small" onClick={() => onShow(row)}>
          {t('details')}
        </Button>
      )}
      {may('enterprise.edit', row) && (
        <Button type="link" size="small" onClick={() => onEdit(row)}>
          {t('edit')}
        </Button>
      )}
      {may('enterprise.delete', row) && (
        <Button type="link" size="small" onClick={() => void destroy()}>
          {t('delete')}
        </Button>
      )}
    </span>
  )
}
