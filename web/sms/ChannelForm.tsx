import { Form, Input, InputNumber, Radio, Select } from 'antd'
import { sms, type SmsChannel, type SmsProvider, smsProviders } from '#contract/sms.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = Pick<
  SmsChannel,
  'provider' | 'name' | 'sign' | 'accessKey' | 'appId' | 'endpoint' | 'sort' | 'remark'
> & {
  secret: string
  status: 0 | 1
}
const usual: Record<SmsProvider, string> = {
  local: '',
  aliyun: 'dysmsapi.aliyuncs.com',
  tencent: 'sms.tencentcloudapi.com',
}

/** Adds or changes a channel. The secret goes in and never comes back. */
export function ChannelForm({
  open,
  of,
  onClose,
}: {
  open: boolean
  of?: SmsChannel | undefined
  onClose: () => void
}) {
  const t = useTexts(texts)
  const submitted = useCommand(sms.submitChannel, { quiet: true })
  const submit = async (values: Values) => {
    await submitted.mutateAsync(of ? { ...values, id: of.id, version: of.version } : values)
    say(t('saved'))
  }
  const needed = (field: 'sign' | 'accessKey' | 'appId') => [
    { required: true, whitespace: true, message: t('pleaseField', { field: t(field) }) },
  ]
  return (
    <FormDialog<Values>
      open={open}
      place="drawer"
      title={t(of ? 'editChannel' : 'newChannel')}
      initial={of ? { ...of, secret: '' } : { provider: 'aliyun', status: 1, sort: 0, secret: '' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values> name="provider" label={t('provider')}>
        <Radio.Group optionType="button" options={smsProviders.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item<Values>
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item<Values> noStyle shouldUpdate={(before, now) => before.provider !== now.provider}>
        {({ getFieldValue }) => {
          const provider = getFieldValue('provider') as SmsProvider
          if (provider === 'local') {
            return (
              <>
                <p className="second sms-hint">{t('localHint')}</p>
                <Form.Item<Values> name="sign" label={t('sign')}>
                  <Input maxLength={100} placeholder="底稿" />
                </Form.Item>
              </>
            )
          }
          const keeps = of?.hasSecret === true && of.provider === provider
          return (
            <>
              <Form.Item<Values> name="sign" label={t('sign')} extra={t('signHint')} rules={needed('sign')}>
                <Input maxLength={100} />
              </Form.Item>
              <Form.Item<Values> name="accessKey" label={t('accessKey')} rules={needed('accessKey')}>
                <Input maxLength={128} autoComplete="off" spellCheck={false} />
              </Form.Item>
              <Form.Item<Values>
                name="secret"
                label={t('secret')}
                rules={[{ required: !keeps, message: t('pleaseField', { field: t('secret') }) }]}
              >
                <Input.Password
                  maxLength={256}
                  autoComplete="new-password"
                  {...(keeps && { placeholder: t('secretKept') })}
                />
              </Form.Item>
              {provider === 'tencent' && (
                <Form.Item<Values> name="appId" label={t('appId')} rules={needed('appId')}>
                  <Input maxLength={64} className="number" />
                </Form.Item>
              )}
              <Form.Item<Values>
                name="endpoint"
                label={t('endpoint')}
                extra={t('endpointHint', { usual: usual[provider] })}
              >
                <Input maxLength={200} spellCheck={false} />
              </Form.Item>
            </>
          )
        }}
      </Form.Item>
      <Form.Item<Values> name="sort" label={t('sort')} extra={t('sortHint')}>
        <InputNumber min={0} max={9999} precision={0} />
      </Form.Item>
      <Form.Item<Values> name="status" label={t('status')}>
        <Select
          options={[
            { value: 1, label: t('status1') },
            { value: 0, label: t('status0') },
          ]}
        />
      </Form.Item>
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}
