import { Form, Input, InputNumber, Select } from 'antd'
import { type SocialType, socialTypes } from '#contract/identity.ts'
import { type SocialClient, socialClient } from '#contract/identity-provider.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = {
  type: SocialType
  name: string
  clientId: string
  secret?: string
  redirectUri?: string
  issuer?: string
  corpId?: string
  status: 0 | 1
  sort: number
}
type SocialClientFormProps = { open: boolean; of: SocialClient | undefined; onClose: () => void }

/** Adds or changes a social client, in a drawer beside the list. */
export function SocialClientForm({ open, of, onClose }: SocialClientFormProps) {
  const t = useTexts(texts)
  const save = useCommand(socialClient.submit, { quiet: true })
  const submit = async ({ secret, ...values }: Values) => {
    const { type, ...changed } = values
    const given = of ? { ...changed, id: of.id, version: of.version } : { type, ...changed }
    await save.mutateAsync({ ...given, ...(secret && { secret }) })
    say(t('saved'))
  }
  const needed = (label: string) => ({ required: true, whitespace: true, message: t('required', { field: label }) })
  return (
    <FormDialog<Values>
      open={open}
      place="drawer"
      title={t(of ? 'editSocial' : 'newSocial')}
      initial={of ?? { type: 'wechat', status: 1, sort: 0 }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values> name="type" label={t('type')}>
        <Select disabled={of !== undefined} options={socialTypes.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item<Values> name="name" label={t('name')} extra={t('nameHint')} rules={[needed(t('name'))]}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item noStyle shouldUpdate={(before: Values, now: Values) => before.type !== now.type}>
        {({ getFieldValue }) => (
          <>
            {getFieldValue('type') === 'oidc' && (
              <Form.Item<Values>
                name="issuer"
                label={t('issuer')}
                rules={[needed(t('issuer')), { type: 'url', message: t('addressWrong') }]}
              >
                <Input maxLength={500} spellCheck={false} placeholder="https://" />
              </Form.Item>
            )}
            {getFieldValue('type') === 'dingtalk' && (
              <Form.Item<Values> name="corpId" label={t('corpId')} extra={t('corpHint')}>
                <Input maxLength={100} spellCheck={false} />
              </Form.Item>
            )}
          </>
        )}
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
      <Form.Item<Values>
        name="redirectUri"
        label={t('redirectUri')}
        extra={t('redirectHint')}
        rules={[{ type: 'url', message: t('addressWrong') }]}
      >
        <Input maxLength={500} spellCheck={false} />
      </Form.Item>
      <Form.Item<Values> name="status" label={t('status')}>
        <Select options={([1, 0] as const).map((value) => ({ value, label: t(value ? 'enabled' : 'disabled') }))} />
      </Form.Item>
      <Form.Item<Values> name="sort" label={t('sort')}>
        <InputNumber min={0} max={9999} precision={0} />
      </Form.Item>
    </FormDialog>
  )
}
