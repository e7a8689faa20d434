import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { type Role, role } from '#contract/role.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { RoleDrawer } from './RoleDrawer.tsx'
import { type RoleDraft, RoleForm } from './RoleForm.tsx'
import { texts } from './role-texts.ts'
import './people.css'

/** /system/role: the roles of the tenant, and what one of them may. */
export function RolePage() {
  const t = useTexts(texts)
  const may = useMay()
  const view = useListView()
  const rows = useQuery(pageQuery(role.list, view.input))
  const [draft, setDraft] = useState<RoleDraft | undefined>()
  const [open, setOpen] = useState<Role | undefined>()
  const add = may('role.edit') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDraft({})}>
      {t('newRole')}
    </Button>
  )
  const columns: Column<Role>[] = [
    { key: 'roleName', title: t('roleName'), cut: true, sortable: true },
    { key: 'roleAlias', title: t('roleAlias'), width: 160, cut: true, sortable: true },
    { key: 'builtin', title: t('kind'), width: 120, render: (row) => t(row.builtin ? 'builtin' : 'own') },
    { key: 'userCount', title: t('members'), width: 84, align: 'right' },
    { key: 'sort', title: t('sort'), width: 72, align: 'right', sortable: true },
    { key: 'remark', title: t('remark'), width: 200, cut: true },
    { key: 'updateTime', title: t('updateTime'), width: 172, sortable: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 168,
      fixed: 'end',
      render: (row) => <RowActions row={row} onOpen={setOpen} onDraft={setDraft} />,
    },
  ]
  return (
    <>
      <ListPage
        title={t('roles')}
        pageKey="role"
        {...(may('role.edit') && { onNew: () => setDraft({}) })}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={[
          { filter: 'roleName', label: t('roleName') },
          { filter: 'roleAlias', label: t('roleAlias') },
        ]}
        empty={{ says: t('noRoles'), action: add }}
        onOpen={setOpen}
        {...(open && { selected: open.id })}
      />
      <RoleForm draft={draft} onClose={() => setDraft(undefined)} />
      <RoleDrawer
        of={rows.data?.records.find(({ id }) => id === open?.id) ?? open}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}

type RowActionsProps = { row: Role; onOpen: (row: Role) => void; onDraft: (draft: RoleDraft) => void }

function RowActions({ row, onOpen, onDraft }: RowActionsProps) {
  const t = useTexts(texts)
  const may = useMay()
  const confirm = useConfirmDanger()
  const remove = useCommand(role.remove)
  const destroy = async () => {
    if (!(await confirm({ says: t('removeSure', { name: row.roleName }), ok: t('remove') }))) return
    // a refusal was said in a toast; the row stays
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('deleted')),
      () => undefined,
    )
  }
  const items = [
    { key: 'edit', label: t('edit'), onClick: () => onDraft({ of: row }) },
    { key: 'copy', label: t('copy'), onClick: () => onDraft({ copyOf: row }) },
    ...(row.builtin ? [] : [{ key: 'remove', label: t('remove'), danger: true, onClick: () => void destroy() }]),
  ]
  return (
    <span
      className="people-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      <Button type="link" size="small" onClick={() => onOpen(row)}>
        {t('rights')}
      </Button>
      {may('role.edit') && (
        <Dropdown menu={{ items }} trigger={['click']}>
          <Button type="link" size="small">
            {t('more')}
          </Button>
        </Dropdown>
      )}
    </span>
  )
}
