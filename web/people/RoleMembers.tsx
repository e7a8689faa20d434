import { useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { type Role, role } from '#contract/role.ts'
import { user, type User } from '#contract/user.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { PersonPicker } from './PersonPicker.tsx'
import { texts } from './role-texts.ts'
import { UserStateTag } from './UserStateTag.tsx'

const SIZE = 20

/** Who has a role; administrators add people and take them out. */
export function RoleMembers({ of }: { of: Role }) {
  const t = useTexts(texts)
  const may = useMay()
  const administers = useSession(({ roleName }) => /(^|,)(administrator|admin)(,|$)/.test(roleName))
  const confirm = useConfirmDanger()
  const [at, setAt] = useState(1)
  const [picked, setPicked] = useState<string | undefined>()
  const rows = useQuery(pageQuery(role.members, { id: of.id, current: String(at), size: String(SIZE) }))
  const add = useCommand(role.addMembers, { also: [user.list] })
  const remove = useCommand(role.removeMembers, { also: [user.list] })
  const hands = administers && may('role.edit')
  const take = async (row: User) => {
    if (!(await confirm({ says: t('takeSure', { name: row.realName }), ok: t('takeMember') }))) return
    // a refusal was said in a toast; the row stays
    await remove.mutateAsync({ id: of.id, userIds: row.id }).then(
      () => say(t('saved')),
      () => undefined,
    )
  }
  const give = () =>
    picked &&
    add.mutate(
      { id: of.id, userIds: picked },
      {
        onSuccess: () => {
          setPicked(undefined)
          say(t('saved'))
        },
      },
    )
  return (
    <>
      {hands && may('user.view') && (
        <div className="role-members-bar">
          <PersonPicker
            label={t('addMember')}
            value={picked}
            onChange={setPicked}
            except={rows.data?.records.map(({ id }) => id) ?? []}
          />
          <Button disabled={!picked} loading={add.isPending} onClick={give}>
            {t('addMember')}
          </Button>
        </div>
      )}
      <DataTable<User>
        name={t('members')}
        dense
        rows={rows.data?.records}
        fault={rows.error}
        retry={rows.refetch}
        rowKey={(row) => row.id}
        empty={{ says: t('noMembers') }}
        columns={[
          { key: 'realName', title: t('realName'), width: 110, cut: true },
          { key: 'account', title: t('account'), width: 130, cut: true },
          { key: 'deptName', title: t('department'), cut: true },
          { key: 'state', title: t('state'), width: 116, render: (row) => <UserStateTag state={row.state} /> },
          ...(hands
            ? [
                {
                  key: 'actions',
                  title: t('actions'),
                  width: 92,
                  render: (row: User) => (
                    <span className="people-actions">
                      <Button type="link" size="small" onClick={() => void take(row)}>
                        {t('takeMember')}
                      </Button>
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      {(rows.data?.total ?? 0) > SIZE && (
        <Pagination
          className="list-pages"
          size="small"
          current={at}
          pageSize={SIZE}
          total={rows.data?.total ?? 0}
          showSizeChanger={false}
          onChange={setAt}
        />
      )}
    </>
  )
}
