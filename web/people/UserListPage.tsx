import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { role } from '#contract/role.ts'
import { user, type User, userStates } from '#contract/user.ts'
import { pageQuery, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { DeptFilter } from './DeptFilter.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { Passwords, type ShownPassword } from './Passwords.tsx'
import { RolesDialog } from './RolesDialog.tsx'
import { texts } from './texts.ts'
import { useUserActions } from './user-actions.ts'
import { UserDrawer } from './UserDrawer.tsx'
import { UserForm } from './UserForm.tsx'
import { UserStateTag } from './UserStateTag.tsx'
import './people.css'

/** /system/user: departments, people, and one person beside them. */
export const UserPage = () => <UserList title="users" />
/** /firm/userSetting: the same for the firm's own people. */
export const FirmUserPage = () => <UserList title="firmUsers" />
/** /backedFirm/backedUserSetting: the same, and how to reach another firm's. */
export const BackedUserPage = () => <UserList title="backedUsers" hint />

type UserListProps = { title: 'users' | 'firmUsers' | 'backedUsers'; hint?: boolean }
type Bulk = { rows: readonly User[]; clear: () => void }

function UserList({ title, hint = false }: UserListProps) {
  const t = useTexts(texts)
  const may = useMay()
  const view = useListView({ sort: { field: 'createTime', down: true } })
  const rows = useQuery(pageQuery(user.list, view.input))
  const roles = useQuery({ ...query(role.tree, {}), enabled: may('role.view') })
  const [form, setForm] = useState<{ of?: User } | undefined>()
  const [open, setOpen] = useState<User | undefined>()
  const [leaver, setLeaver] = useState<User | undefined>()
  const [granted, setGranted] = useState<Bulk | undefined>()
  const [made, setMade] = useState<readonly ShownPassword[]>([])
  const actions = useUserActions(setMade)
  const deptId = view.filters['deptId'] ?? ''
  const add = may('user.edit') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newUser')}
    </Button>
  )
  const bulk = (checked: User[], clear: () => void) => (
    <BulkActions rows={checked} clear={clear} actions={actions} onGrant={() => setGranted({ rows: checked, clear })} />
  )
  const columns = [
    ...useColumns(),
    {
      key: 'actions',
      title: t('actions'),
      width: 116,
      fixed: 'end',
      render: (row) => <RowActions row={row} actions={actions} onEdit={(of) => setForm({ of })} onLeave={setLeaver} />,
    } satisfies Column<User>,
  ]
  return (
    <Page title={t(title)} action={add} state={hint && t('backedHint')}>
      <div className="people-split">
        <DeptFilter
          chosen={deptId}
          onChoose={(chosen) => view.filter({ ...view.filters, deptId: chosen || undefined })}
        />
        <List
          name={t(title)}
          pageKey="user"
          {...(may('user.view') && { exportOf: 'user' })}
          {...(may('user.edit') && { importOf: 'user', onNew: () => setForm({}) })}
          view={view}
          rows={rows}
          columns={columns}
          rowKey={(row) => row.id}
          search={[
            { filter: 'realName', label: t('realName'), width: 150 },
            { filter: 'account', label: t('account'), width: 150 },
            { filter: 'phone', label: t('phone'), width: 150 },
            {
              filter: 'roleId',
              label: t('role'),
              width: 150,
              options: (roles.data ?? []).map(({ id, title: name }) => ({ value: id, label: name })),
            },
            {
              filter: 'state_equal',
              label: t('state'),
              width: 140,
              options: userStates.map((state) => ({ value: state, label: t(state) })),
            },
          ]}
          empty={{ says: t('noUsers'), action: add }}
          onOpen={setOpen}
          {...(open && { selected: open.id })}
          {...(may('user.edit') && {
            withChecked: bulk,
          })}
        />
      </div>
      <UserDrawer
        of={rows.data?.records.find(({ id }) => id === open?.id) ?? open}
        onClose={() => setOpen(undefined)}
      />
      <UserForm
        open={form !== undefined}
        of={form?.of}
        deptId={deptId}
        onMade={(shown) => setMade([shown])}
        onClose={() => setForm(undefined)}
      />
      <LeaveDialog of={leaver} onClose={() => setLeaver(undefined)} />
      <RolesDialog of={granted?.rows ?? []} onDone={() => granted?.clear()} onClose={() => setGranted(undefined)} />
      <Passwords of={made} onClose={() => setMade([])} />
    </Page>
  )
}

/** Several names one after another, none as a dash. */
const listed = (names: string) => names.replaceAll(',', '、') || '—'

function useColumns(): Column<User>[] {
  const t = useTexts(texts)
  return [
    { key: 'realName', title: t('realName'), width: 108, cut: true, sortable: true },
    { key: 'account', title: t('account'), width: 128, cut: true, sortable: true },
    { key: 'deptName', title: t('department'), cut: true, render: (row) => listed(row.deptName) },
    { key: 'roleName', title: t('role'), width: 128, cut: true, render: (row) => listed(row.roleName) },
    { key: 'phone', title: t('phone'), width: 124, render: (row) => listed(row.phone) },
    { key: 'state', title: t('state'), width: 128, render: (row) => <UserStateTag state={row.state} /> },
    { key: 'postName', title: t('post'), width: 140, cut: true, hidden: true, render: (row) => listed(row.postName) },
    { key: 'email', title: t('email'), width: 200, cut: true, hidden: true, render: (row) => listed(row.email) },
    {
      key: 'code',
      title: t('code'),
      width: 110,
      cut: true,
      hidden: true,
      sortable: true,
      render: (row) => listed(row.code),
    },
    {
      key: 'signInTime',
      title: t('signInTime'),
      width: 172,
      sortable: true,
      hidden: true,
      render: (row) => listed(row.signInTime ?? ''),
    },
    { key: 'createTime', title: t('createTime'), width: 172, sortable: true, hidden: true },
    { key: 'remark', title: t('remark'), width: 200, cut: true, hidden: true },
  ]
}

type Actions = ReturnType<typeof useUserActions>
type RowActionsProps = { row: User; actions: Actions; onEdit: (row: User) => void; onLeave: (row: User) => void }

function RowActions({ row, actions, onEdit, onLeave }: RowActionsProps) {
  const t = useTexts(texts)
  const may = useMay()
  const self = useSession(({ userId }) => userId === row.id)
  if (!may('user.edit')) return null
  const stays = row.state !== 'left'
  const items = [
    ...(stays ? [{ key: 'reset', label: t('resetPassword'), onClick: () => void actions.reset([row]) }] : []),
    ...(stays && row.status === 1 ? [{ key: 'lock', label: t('lock'), onClick: () => void actions.lock([row]) }] : []),
    ...(stays && row.status !== 1
      ? [{ key: 'unlock', label: t('unlock'), onClick: () => void actions.unlock([row]) }]
      : []),
    ...(stays ? [{ key: 'leave', label: t('leave'), onClick: () => onLeave(row) }] : []),
    { key: 'remove', label: t('remove'), danger: true, onClick: () => void actions.remove([row]) },
  ]
  return (
    <span
      className="people-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      {stays && (
        <Button type="link" size="small" onClick={() => onEdit(row)}>
          {t('edit')}
        </Button>
      )}
      {!self && (
        <Dropdown menu={{ items }} trigger={['click']}>
          <Button type="link" size="small">
            {t('more')}
          </Button>
        </Dropdown>
      )}
    </span>
  )
}

type BulkActionsProps = Bulk & { actions: Actions; onGrant: () => void }

function BulkActions({ rows, clear, actions, onGrant }: BulkActionsProps) {
  const t = useTexts(texts)
  const administers = useSession(({ roleName }) => /(^|,)(administrator|admin)(,|$)/.test(roleName))
  const then = (done: Promise<boolean>) => void done.then((ok) => ok && clear())
  return (
    <>
      {administers && (
        <Button size="small" onClick={onGrant}>
          {t('giveRoles')}
        </Button>
      )}
      <Button size="small" onClick={() => then(actions.reset(rows))}>
        {t('resetPassword')}
      </Button>
      <Button size="small" onClick={() => then(actions.lock(rows))}>
        {t('lock')}
      </Button>
      <Button size="small" onClick={() => then(actions.unlock(rows))}>
        {t('unlock')}
      </Button>
      <Button size="small" danger onClick={() => then(actions.remove(rows))}>
        {t('remove')}
      </Button>
    </>
  )
}
