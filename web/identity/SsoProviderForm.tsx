import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, Select, Typography } from 'antd'
import { attributeNames, type SsoProvider, ssoProvider } from '#contract/identity-provider.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = Pick<
  SsoProvider,
  | 'name'
  | 'issuer'
  | 'clientId'
  | 'scopes'
  | 'attributes'
  | 'jit'
  | 'roleId'
  | 'emailDomains'
  | 'linkEmail'
  | 'linkPhone'
> & { secret?: string; status: 0 | 1 }
type SsoProviderFormProps = { open: boolean; of: SsoProvider | undefined; onClose: () => void }

const usual = { account: 'preferred_username', realName: 'name', email: 'email', phone: 'phone_number' } as const
const DOMAIN = /^[a-z0-9.-]+\.[a-z0-9-]+$/i
const fresh: Partial<Values> = {
  scopes: 'openid profile email',
  status: 1,
  jit: false,
  linkEmail: false,
  linkPhone: false,
  emailDomains: [],
}

/** Adds or changes an identity provider, in a drawer beside the list. */
export function SsoProviderForm({ open, of, onClose }: SsoProviderFormProps) {
  const t = useTexts(texts)
  const save = useCommand(ssoProvider.submit, { quiet: true })
  const roles = useQuery({ ...query(ssoProvider.roles, {}), enabled: open })
  const submit = async ({ secret, attributes, roleId, ...values }: Values) => {
    const named = Object.fromEntries(Object.entries(attributes ?? {}).filter(([, claim]) => claim))
    const given = { ...values, attributes: named, roleId: roleId ?? '', ...(secret && { secret }) }
    await save.mutateAsync(of ? { ...given, id: of.id, version: of.version } : given)
    say(t('saved'))
  }
  const needed = (label: string) => ({ required: true, whitespace: true, message: t('required', { field: label }) })
  const domains = (_: unknown, list: string[] | undefined) =>
    (list ?? []).every((one) => DOMAIN.test(one)) ? Promise.resolve() : Promise.reject(new Error(t('domainWrong')))
  return (
    <FormDialog<Values>
      open={open}
      place="drawer"
      title={t(of ? 'editProvider' : 'newProvider')}
      initial={of ? { ...of, roleId: of.roleId || undefined } : fresh}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values> name="name" label={t('name')} extra={t('nameHint')} rules={[needed(t('name'))]}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item<Values>
        name="issuer"
        label={t('issuer')}
        rules={[needed(t('issuer')), { type: 'url', message: t('addressWrong') }]}
      >
        <Input maxLength={500} spellCheck={false} placeholder="https://" />
      </Form.Item>
      <Form.Item<Values> name="clientId" label={t('clientId')} rules={[needed(t('clientId'))]}>
        <Input maxLength={200} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item<Values>
        name="secret"
        label={t('secret')}
        {...(of ? { extra: t('secretKept') } : { rules: [needed(t('secret'))] })}
      >
        <Input.Password maxLength={500} autoComplete="new-password" />
      </Form.Item>
      {of && (
        <Form.Item label={t('returnTo')}>
          {of.redirectUris.map((address) => (
            <Typography.Text key={address} copyable style={{ display: 'block' }}>
              {address}
            </Typography.Text>
          ))}
        </Form.Item>
      )}
      <Form.Item<Values> name="scopes" label={t('scopes')}>
        <Input maxLength={200} spellCheck={false} />
      </Form.Item>
      <Form.Item label={t('claims')} extra={t('claimsHint')}>
        {attributeNames.map((name) => (
          <Form.Item key={name} name={['attributes', name]} style={{ marginBlockEnd: 8 }}>
            <Input
              prefix={<span className="second">{t(name)}</span>}
              placeholder={`(${usual[name]})`}
              maxLength={100}
            />
          </Form.Item>
        ))}
      </Form.Item>
      <Form.Item<Values>
        name="emailDomains"
        label={t('emailDomains')}
        extra={t('domainsHint')}
        rules={[{ validator: domains }]}
      >
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ' ', '，', '；']}
          placeholder="example.com"
        />
      </Form.Item>
      {(['linkEmail', 'linkPhone', 'jit'] as const).map((name) => (
        <Form.Item<Values> key={name} name={name} valuePropName="checked" style={{ marginBlockEnd: 8 }}>
          <Checkbox>{t(name)}</Checkbox>
        </Form.Item>
      ))}
      <Form.Item<Values> name="roleId" label={t('role')} extra={t('roleHint')}>
        <Select
          allowClear
          loading={roles.isPending}
          options={(roles.data ?? []).map(({ id, roleName }) => ({ value: id, label: roleName }))}
        />
      </Form.Item>
      <Form.Item<Values> name="status" label={t('status')}>
        <Select options={([1, 0] as const).map((value) => ({ value, label: t(value ? 'enabled' : 'disabled') }))} />
      </Form.Item>
    </FormDialog>
  )
}
