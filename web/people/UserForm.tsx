import { useQuery } from '@tanstack/react-query'
import { DatePicker, Form, Input, Select, TreeSelect } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { post } from '#contract/post.ts'
import { role } from '#contract/role.ts'
import { user, type User } from '#contract/user.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { md5 } from '#web/kernel/md5.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useDeptNodes } from './dept-nodes.ts'
import { isStrongEnough, madePassword } from './made-password.ts'
import type { ShownPassword } from './Passwords.tsx'
import { texts } from './texts.ts'

type UserFormProps = {
  open: boolean
  /** The person to change; without him a new one. */
  of?: User | undefined
  /** The department a new person starts in. */
  deptId?: string
  onMade: (shown: ShownPassword) => void
  onClose: () => void
}
type Values = Pick<User, 'account' | 'realName' | 'code' | 'phone' | 'email' | 'remark' | 'sex' | 'birthday'> & {
  deptIds: string[]
  postIds: string[]
  roleIds: string[]
  password?: string
}

const ids = (list: string) => list.split(',').filter(Boolean)

/** Adds or changes a person, in a drawer beside the list. */
export function UserForm({ open, of, deptId, onMade, onClose }: UserFormProps) {
  const t = useTexts(texts)
  const submit = useCommand(user.submit, { quiet: true, also: [role.list] })
  const save = async ({ deptIds, postIds, roleIds, password, ...values }: Values) => {
    const sent = {
      ...values,
      deptId: deptIds.join(','),
      postId: postIds.join(','),
      // roles that somebody cannot hand out are left as they are
      ...(roleIds.join(',') === (of?.roleId ?? '') ? {} : { roleId: roleIds.join(',') }),
    }
    if (of) {
      await submit.mutateAsync({ ...sent, id: of.id, version: of.version })
      say(t('saved'))
      return
    }
    const first = password || madePassword()
    const { account, realName } = await submit.mutateAsync({ ...sent, password: md5(first) })
    if (password) say(t('saved'))
    else onMade({ account, realName, password: first })
  }
  return (
    <FormDialog<Values>
      open={open}
      place="drawer"
      title={t(of ? 'editUser' : 'newUser')}
      initial={
        of
          ? { ...of, deptIds: ids(of.deptId), postIds: ids(of.postId), roleIds: ids(of.roleId) }
          : { sex: 0, deptIds: deptId ? [deptId] : [], postIds: [], roleIds: [] }
      }
      onSubmit={save}
      onClose={onClose}
    >
      <UserFields fresh={!of} />
    </FormDialog>
  )
}

function UserFields({ fresh }: { fresh: boolean }) {
  const t = useTexts(texts)
  return (
    <>
      <div className="people-pair">
        <Form.Item<Values>
          name="realName"
          label={t('realName')}
          rules={[{ required: true, whitespace: true, message: t('realNamePlease') }]}
        >
          <Input maxLength={50} autoComplete="off" />
        </Form.Item>
        <Form.Item<Values>
          name="account"
          label={t('account')}
          rules={[{ required: true, whitespace: true, message: t('accountPlease') }]}
        >
          <Input maxLength={50} autoComplete="off" spellCheck={false} />
        </Form.Item>
      </div>
      {fresh && (
        <Form.Item<Values>
          name="password"
          label={t('password')}
          extra={t('passwordHint')}
          rules={[
            {
              validator: (_, typed: string | undefined) =>
                !typed || isStrongEnough(typed) ? Promise.resolve() : Promise.reject(new Error(t('passwordShort'))),
            },
          ]}
        >
          <Input.Password maxLength={64} autoComplete="new-password" />
        </Form.Item>
      )}
      <Places />
      <div className="people-pair">
        <Form.Item<Values> name="phone" label={t('phone')} rules={[{ pattern: /^1\d{10}$/, message: t('phoneWrong') }]}>
          <Input maxLength={11} inputMode="tel" className="number" />
        </Form.Item>
        <Form.Item<Values> name="email" label={t('email')} rules={[{ type: 'email', message: t('emailWrong') }]}>
          <Input maxLength={200} inputMode="email" />
        </Form.Item>
        <Form.Item<Values> name="code" label={t('code')}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item<Values> name="sex" label={t('sex')}>
          <Select options={([0, 1, 2] as const).map((value) => ({ value, label: t(`sex${value}`) }))} />
        </Form.Item>
      </div>
      <Form.Item<Values>
        name="birthday"
        label={t('birthday')}
        getValueProps={(day: string | undefined) => ({ value: day ? dayjs(day) : null })}
        getValueFromEvent={(day: Dayjs | null) => day?.format('YYYY-MM-DD') ?? ''}
      >
        <DatePicker placeholder={t('birthdayPlease')} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </>
  )
}

/** Departments, posts and roles. */
function Places() {
  const t = useTexts(texts)
  const may = useMay()
  const administers = useSession(({ roleName }) => /(^|,)(administrator|admin)(,|$)/.test(roleName))
  const depts = useDeptNodes()
  const posts = useQuery({ ...query(post.select, {}), enabled: may('post.view') })
  const roles = useQuery({ ...query(role.tree, {}), enabled: may('role.view') })
  return (
    <>
      <Form.Item<Values> name="deptIds" label={t('departments')} extra={t('departmentHint')}>
        <TreeSelect
          treeData={depts.nodes}
          loading={depts.isPending}
          multiple
          allowClear
          treeDefaultExpandAll
          showSearch={{ treeNodeFilterProp: 'title' }}
        />
      </Form.Item>
      <Form.Item<Values> name="roleIds" label={t('roles')} {...(!administers && { extra: t('rolesKept') })}>
        <Select
          mode="multiple"
          disabled={!administers}
          loading={roles.isLoading}
          showSearch={{ optionFilterProp: 'label' }}
          options={(roles.data ?? []).map(({ id, title, mayHandOut }) => ({
            value: id,
            label: title,
            disabled: !mayHandOut,
          }))}
        />
      </Form.Item>
      {may('post.view') && (
        <Form.Item<Values> name="postIds" label={t('post')}>
          <Select
            mode="multiple"
            loading={posts.isLoading}
            showSearch={{ optionFilterProp: 'label' }}
            options={(posts.data ?? []).map(({ id, postName }) => ({ value: id, label: postName }))}
          />
        </Form.Item>
      )}
    </>
  )
}
