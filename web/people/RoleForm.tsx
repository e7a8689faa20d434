import { Form, Input, InputNumber } from 'antd'
import { type Role, role } from '#contract/role.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './role-texts.ts'

/** A role to change, one to copy, or neither: a new one. */
export type RoleDraft = { of?: Role; copyOf?: Role }
type Values = Pick<Role, 'roleName' | 'roleAlias' | 'sort' | 'remark'>

/** Adds, copies or changes a role; the alias of a role that exists stays. */
export function RoleForm({ draft, onClose }: { draft: RoleDraft | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const submit = useCommand(role.submit, { quiet: true })
  const copy = useCommand(role.copy, { quiet: true })
  const of = draft?.of
  const model = draft?.copyOf
  const save = async ({ roleName, roleAlias, sort, remark }: Values) => {
    if (model) await copy.mutateAsync({ id: model.id, roleName, roleAlias })
    else if (of) await submit.mutateAsync({ id: of.id, version: of.version, roleName, sort, remark })
    else await submit.mutateAsync({ roleName, roleAlias, sort, remark })
    say(t('stored'))
  }
  return (
    <FormDialog<Values>
      open={draft !== undefined}
      title={t(of ? 'editRole' : model ? 'copyRole' : 'newRole')}
      initial={of ?? (model ? { roleName: t('copyOf', { name: model.roleName }) } : { sort: 100 })}
      onSubmit={save}
      onClose={onClose}
    >
      {model && <p className="second people-hint">{t('copyHint', { name: model.roleName })}</p>}
      <div className="people-pair">
        <Form.Item<Values>
          name="roleName"
          label={t('roleName')}
          rules={[{ required: true, whitespace: true, message: t('roleNamePlease') }]}
        >
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item<Values>
          name="roleAlias"
          label={t('roleAlias')}
          {...(!of && { extra: t('roleAliasHint') })}
          rules={of ? [] : [{ required: true, pattern: /^[a-z][a-z0-9_]{1,31}$/, message: t('roleAliasWrong') }]}
        >
          <Input maxLength={32} spellCheck={false} disabled={of !== undefined} />
        </Form.Item>
      </div>
      {!model && (
        <>
          <Form.Item<Values> name="sort" label={t('sort')}>
            <InputNumber min={0} max={99_999} precision={0} style={{ width: '100%' }} />
          </Form.Item>
          <Form.Item<Values> name="remark" label={t('remark')}>
            <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
