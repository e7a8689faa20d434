import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { type Client, client, type GrantType, grantTypes } from '#contract/client.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import type { MadeSecret } from './ClientPage.tsx'
import { texts } from './texts.ts'

type Values = Pick<Client, 'clientId' | 'clientName' | 'accessSeconds' | 'refreshSeconds' | 'remark'> & {
  ways: GrantType[]
  redirects: string
  enabled: boolean
}
type ClientFormProps = {
  form: { of?: Client } | undefined
  onMade: (made: MadeSecret) => void
  onClose: () => void
}

/** Adds or changes a client; a new one's secret is handed on to be shown once. */
export function ClientForm({ form, onMade, onClose }: ClientFormProps) {
  const t = useTexts(texts)
  const submit = useCommand(client.submit, { quiet: true })
  const of = form?.of
  const save = async ({ ways, redirects, enabled, ...values }: Values) => {
    const { clientId, clientSecret } = await submit.mutateAsync({
      ...values,
      accessSeconds: values.accessSeconds ?? null,
      refreshSeconds: values.refreshSeconds ?? null,
      grantTypes: ways,
      redirectUris: (redirects ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
      status: enabled ? 1 : 0,
      ...(of && { id: of.id, version: of.version }),
    })
    if (clientSecret) onMade({ name: clientId, secret: clientSecret })
    else say(t('saved'))
  }
  const initial = of
    ? {
        ...of,
        ways: grantTypes.filter((type) => of.grantTypes.includes(type)),
        redirects: of.redirectUris.join('\n'),
        enabled: of.status === 1,
      }
    : { ways: ['password', 'refresh_token'], enabled: true }
  return (
    <FormDialog<Values>
      open={form !== undefined}
      place="drawer"
      title={of ? t('editNamed', { name: of.clientId }) : t('newClient')}
      initial={initial}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="clientId"
        label={t('clientId')}
        extra={of?.builtIn ? t('clientBuiltIn') : t('clientRule')}
        rules={[{ required: true, pattern: /^[0-9A-Za-z_.-]{2,64}$/, message: t('clientRule') }]}
      >
        <Input maxLength={64} spellCheck={false} disabled={of?.builtIn ?? false} />
      </Form.Item>
      <Form.Item<Values> name="clientName" label={t('clientName')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item<Values> name="ways" label={t('clientGrants')}>
        <Select mode="multiple" options={grantTypes.map((value) => ({ value, label: t(`way_${value}`) }))} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item<Values> name="accessSeconds" label={t('clientAccess')}>
          <InputNumber min={60} max={86_400} precision={0} placeholder={t('asDeployed')} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item<Values> name="refreshSeconds" label={t('clientRefresh')}>
          <InputNumber
            min={300}
            max={7_776_000}
            precision={0}
            placeholder={t('asDeployed')}
            style={{ width: '100%' }}
          />
        </Form.Item>
      </div>
      <Form.Item<Values> name="redirects" label={t('clientRedirects')} extra={t('clientRedirectsHint')}>
        <Input.TextArea spellCheck={false} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Form.Item<Values> name="enabled" label={t('enabled')} valuePropName="checked">
        <Switch disabled={of?.builtIn ?? false} />
      </Form.Item>
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}
