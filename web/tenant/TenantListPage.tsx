import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Tenant, tenant, tenantKinds, tenantStates } from '#contract/tenant.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { EnterDialog } from './EnterDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { PackageDialog } from './PackageDialog.tsx'
import { SettingDialog } from './SettingDialog.tsx'
import { stateTone } from './state-tone.ts'
import { TenantDrawer } from './TenantDrawer.tsx'
import { TenantForm } from './TenantForm.tsx'
import { texts } from './texts.ts'

type Open = { what: 'form'; of?: Tenant } | { what: 'setting'; of: Tenant[]; clear?: () => void } | OnOne
type OnOne = { what: 'record' | 'package' | 'enter' | 'move'; of: Tenant }

/** /platform/tenant: all tenants, for who runs the platform. */
export function TenantListPage() {
  const t = useTexts(texts)
  const view = useListView({ sort: { field: 'createTime', down: true } })
  const rows = useQuery(pageQuery(tenant.list, view.input))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  const columns: Column<Tenant>[] = [
    { key: 'tenantName', title: t('tenantName'), sortable: true, cut: true },
    { key: 'tenantId', title: t('tenantId'), width: 104 },
    { key: 'kind', title: t('kind'), width: 84, render: (row) => t(row.kind) },
    {
      key: 'state',
      title: t('state'),
      width: 96,
      render: (row) => <StatusTag tone={stateTone[row.state]}>{t(row.state)}</StatusTag>,
    },
    {
      key: 'packageName',
      title: t('package'),
      width: 140,
      cut: true,
      render: (row) => row.packageName || <span className="second">{t('noPackage')}</span>,
    },
    {
      key: 'expireTime',
      title: t('expireTime'),
      width: 112,
      sortable: true,
      render: (row) => row.expireTime.slice(0, 10) || <span className="second">{t('never')}</span>,
    },
    { key: 'linkman', title: t('linkman'), width: 96, cut: true, hidden: true },
    { key: 'contactNumber', title: t('contactNumber'), width: 130, cut: true, hidden: true },
    { key: 'domain', title: t('domain'), width: 220, cut: true, hidden: true },
    {
      key: 'datasourceName',
      title: t('datasource'),
      width: 110,
      cut: true,
      render: (row) => row.datasourceName || <span className="second">{t('mainServer')}</span>,
    },
    {
      key: 'createTime',
      title: t('createTime'),
      width: 112,
      sortable: true,
      hidden: true,
      render: (row) => row.createTime.slice(0, 10),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 250,
      fixed: 'end',
      render: (row) => <RowActions row={row} onOpen={setOpen} />,
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ what: 'form' })}>
      {t('newTenant')}
    </Button>
  )
  const checkedActions = (checked: Tenant[], clear: () => void) => (
    <Button size="small" onClick={() => setOpen({ what: 'setting', of: checked, clear })}>
      {t('setting')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('tenants')}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={[
          { filter: 'tenantName', label: t('tenantName'), width: 220 },
          { filter: 'tenantId_equal', label: t('tenantId'), width: 140 },
          { filter: 'kind_equal', label: t('kind'), options: optionsOf(tenantKinds, t), width: 130 },
          { filter: 'state', label: t('state'), options: optionsOf(tenantStates, t), width: 130 },
        ]}
        empty={{ says: t('noTenants'), action: add }}
        onOpen={(of) => setOpen({ what: 'record', of })}
        {...(open?.what === 'record' && { selected: open.of.id })}
        pageKey="tenant"
        exportOf="tenant"
        onNew={() => setOpen({ what: 'form' })}
        withChecked={checkedActions}
      />
      <TenantForm open={open?.what === 'form'} of={open?.what === 'form' ? open.of : undefined} onClose={close} />
      {open?.what === 'setting' && (
        <SettingDialog
          of={open.of}
          onClose={(saved) => {
            if (saved) open.clear?.()
            close()
          }}
        />
      )}
      <TenantDrawer
        of={open?.what === 'record' ? open.of : undefined}
        onEdit={(of) => setOpen({ what: 'form', of })}
        onClose={close}
      />
      {open?.what === 'package' && <PackageDialog of={open.of} onClose={close} />}
      {open?.what === 'move' && <MoveDialog of={open.of} onClose={close} />}
      {open?.what === 'enter' && <EnterDialog of={open.of} onClose={close} />}
    </>
  )
}

const optionsOf = <K extends string>(keys: readonly K[], t: (key: K) => string) =>
  keys.map((value) => ({ value, label: t(value) }))

function RowActions({ row, onOpen }: { row: Tenant; onOpen: (what: Open) => void }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const confirm = useConfirmDanger()
  const remove = useCommand(tenant.remove)
  const own = row.kind === 'platform'
  const destroy = async () => {
    if (!(await confirm({ says: t('removeSure', { name: row.tenantName }), ok: t('remove') }))) return
    // A refusal was said in a toast; the row stays.
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('removed')),
      () => undefined,
    )
  }
  const more = [
    { key: 'edit', label: t('edit') },
    { key: 'usage', label: t('usageOf') },
    ...(own
      ? []
      : [
          { key: 'move', label: t('datasource') },
          { key: 'remove', label: t('remove'), danger: true },
        ]),
  ]
  const choose = ({ key }: { key: string }) => {
    if (key === 'edit') onOpen({ what: 'form', of: row })
    else if (key === 'usage') void navigate(`/system/usage?${new URLSearchParams({ tenantId: row.tenantId })}`)
    else if (key === 'move') onOpen({ what: 'move', of: row })
    else void destroy()
  }
  return (
    <span
      className="row-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      {own || (
        <>
          <Button type="link" size="small" onClick={() => onOpen({ what: 'enter', of: row })}>
            {t('enter')}
          </Button>
          <Button type="link" size="small" onClick={() => onOpen({ what: 'package', of: row })}>
            {t('package')}
          </Button>
          <Button type="link" size="small" onClick={() => onOpen({ what: 'setting', of: [row] })}>
            {t('setting')}
          </Button>
        </>
      )}
      <Dropdown menu={{ items: more, onClick: choose }} trigger={['click']}>
        <Button type="link" size="small">
          {t('more')}
        </Button>
      </Dropdown>
    </span>
  )
}
