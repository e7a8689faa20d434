import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { role } from '#contract/role.ts'
import { user, type User } from '#contract/user.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = { roleIds: string[] }
type RolesDialogProps = { of: readonly User[]; onDone: () => void; onClose: () => void }

/** Gives several people the same roles. */
export function RolesDialog({ of, onDone, onClose }: RolesDialogProps) {
  const t = useTexts(texts)
  const grant = useCommand(user.grant, { quiet: true, also: [role.list] })
  const roles = useQuery({ ...query(role.tree, {}), enabled: of.length > 0 })
  const submit = async ({ roleIds }: Values) => {
    await grant.mutateAsync({ userIds: of.map(({ id }) => id).join(','), roleIds: roleIds.join(',') })
    say(t('saved'))
    onDone()
  }
  return (
    <FormDialog<Values>
      open={of.length > 0}
      title={t('giveRolesTitle', { count: of.length })}
      initial={{ roleIds: [] }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values> name="roleIds" label={t('roles')} extra={t('giveRolesHint')}>
        <Select
          mode="multiple"
          loading={roles.isLoading}
          showSearch={{ optionFilterProp: 'label' }}
          options={(roles.data ?? []).map(({ id, title, mayHandOut }) => ({
            value: id,
            label: title,
            disabled: !mayHandOut,
          }))}
        />
      </Form.Item>
    </FormDialog>
  )
}
