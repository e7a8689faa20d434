import { App, Form, Input, Select, Switch } from 'antd'
import { type Tenant, tenant, tenantKinds } from '#contract/tenant.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { ExpiryField } from './ExpiryField.tsx'
import { usePackageOptions } from './PackageDialog.tsx'
import { texts } from './texts.ts'

type Values = {
  tenantName: string
  tenantId?: string
  kind: (typeof tenantKinds)[number]
  packageId: string
  domain: string
  linkman: string
  contactNumber: string
  address: string
  expireTime: string
  enabled: boolean
  account?: string
  realName?: string
}
/** A new tenant gets the package of its kind unless another is chosen. */
const BY_KIND = 'default'

/** Adds or changes a tenant, in a drawer beside the list; of a new one it shows the administrator's password, once. */
export function TenantForm({ open, of, onClose }: { open: boolean; of?: Tenant | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const { modal } = App.useApp()
  const save = useCommand(tenant.submit, { quiet: true })
  const submit = async ({ enabled, account, realName, packageId, kind, tenantId, ...fields }: Values) => {
    if (of) {
      const status = enabled ? 1 : 0
      await save.mutateAsync({ ...fields, id: of.id, version: of.version, ...(of.status !== status && { status }) })
      say(t('saved'))
      return
    }
    const made = await save.mutateAsync({
      ...fields,
      kind,
      ...(tenantId && { tenantId }),
      ...(packageId !== BY_KIND && { packageId }),
      administrator: { account: account ?? '', realName: realName ?? '' },
    })
    modal.success({
      title: t('made'),
      okText: t('close'),
      content: (
        <>
          <p>{t('madeHint')}</p>
          <dl className="facts" style={{ gridTemplateColumns: '1fr', border: 0 }}>
            {[
              [t('tenantId'), made.tenantId],
              [t('administrator'), made.account],
              [t('password'), made.password],
            ].map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="once-password number">{value}</dd>
              </div>
            ))}
          </dl>
        </>
      ),
    })
  }
  return (
    <FormDialog<Values>
      open={open}
      place="drawer"
      title={t(of ? 'editTenant' : 'newTenant')}
      initial={of ? { ...of, enabled: of.status === 1 } : { kind: 'firm', packageId: BY_KIND, account: 'admin' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="tenantName"
        label={t('tenantName')}
        rules={[{ required: true, whitespace: true, message: t('tenantNamePlease') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      {of ? null : <NewTenantFields />}
      <Form.Item<Values> name="domain" label={t('domain')} extra={t('domainHint')}>
        <Input maxLength={300} inputMode="url" spellCheck={false} />
      </Form.Item>
      {of?.kind === 'platform' ? null : <ExpiryField {...(!of && { hint: t('newExpiryHint') })} />}
      <Form.Item<Values> name="linkman" label={t('linkman')}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item<Values> name="contactNumber" label={t('contactNumber')}>
        <Input maxLength={50} inputMode="tel" />
      </Form.Item>
      <Form.Item<Values> name="address" label={t('address')}>
        <Input maxLength={300} />
      </Form.Item>
      {of && of.kind !== 'platform' && (
        <Form.Item<Values> name="enabled" label={t('enabled')} valuePropName="checked">
          <Switch />
        </Form.Item>
      )}
    </FormDialog>
  )
}

/** What only a new tenant is asked. */
function NewTenantFields() {
  const t = useTexts(texts)
  const kind = Form.useWatch<Values['kind'] | undefined>('kind') ?? 'firm'
  const { options, loading } = usePackageOptions(kind)
  const form = Form.useFormInstance<Values>()
  return (
    <>
      <Form.Item<Values> name="kind" label={t('kind')}>
        <Select
          options={tenantKinds.map((value) => ({ value, label: t(value) }))}
          onChange={() => form.setFieldValue('packageId', BY_KIND)}
        />
      </Form.Item>
      <Form.Item<Values>
        name="tenantId"
        label={t('tenantId')}
        extra={t('tenantIdHint')}
        rules={[{ pattern: /^[0-9A-Za-z]{6,12}$/, message: t('tenantIdHint') }]}
      >
        <Input maxLength={12} spellCheck={false} />
      </Form.Item>
      <Form.Item<Values> name="packageId" label={t('package')}>
        <Select
          loading={loading}
          options={[{ value: BY_KIND, label: t('defaultPackage') }, ...options, { value: '', label: t('noPackage') }]}
        />
      </Form.Item>
      <Form.Item<Values>
        name="account"
        label={t('administrator')}
        rules={[{ required: true, whitespace: true, message: t('administrator') }]}
      >
        <Input maxLength={64} spellCheck={false} />
      </Form.Item>
      <Form.Item<Values> name="realName" label={t('administratorName')}>
        <Input maxLength={50} />
      </Form.Item>
    </>
  )
}
