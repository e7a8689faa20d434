import { Form, Input, Select } from 'antd'
import { sms, type SmsChannel, smsNeeds, smsParams, smsScenes, type SmsTemplate } from '#contract/sms.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = Pick<SmsTemplate, 'channelId' | 'scene' | 'templateCode' | 'content'> & {
  params: (typeof smsParams)[number][]
  status: 0 | 1
}
type TemplateFormProps = {
  open: boolean
  of?: SmsTemplate | undefined
  channels: readonly SmsChannel[]
  onClose: () => void
}

/** Adds or changes the words of a scene in a channel. */
export function TemplateForm({ open, of, channels, onClose }: TemplateFormProps) {
  const t = useTexts(texts)
  const submitted = useCommand(sms.submitTemplate, { quiet: true })
  const submit = async (values: Values) => {
    await submitted.mutateAsync(of ? { ...values, id: of.id, version: of.version } : values)
    say(t('saved'))
  }
  const first = { channelId: channels[0]?.id, scene: 'login', params: ['code'], status: 1, templateCode: '' }
  return (
    <FormDialog<Values>
      open={open}
      place="drawer"
      title={t(of ? 'editTemplate' : 'newTemplate')}
      initial={of ?? first}
      onSubmit={submit}
      onClose={onClose}
    >
      {channels.length === 0 && <p className="second sms-hint">{t('addChannelFirst')}</p>}
      <Form.Item<Values>
        name="channelId"
        label={t('channel')}
        rules={[{ required: true, message: t('channelPlease') }]}
      >
        <Select options={channels.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      <Form.Item<Values> name="scene" label={t('scene')}>
        <Select options={smsScenes.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item<Values> noStyle shouldUpdate={(before, now) => before.channelId !== now.channelId}>
        {({ getFieldValue }) => {
          const chosen = channels.find(({ id }) => id === getFieldValue('channelId'))
          // the local channel has no templates of somebody else's
          if (!chosen || chosen.provider === 'local') return null
          return (
            <>
              <Form.Item<Values>
                name="templateCode"
                label={t('templateCode')}
                rules={[{ required: true, message: t('pleaseField', { field: t('templateCode') }) }]}
              >
                <Input maxLength={64} spellCheck={false} className="number" />
              </Form.Item>
              <Form.Item<Values> name="params" label={t('params')} extra={t('paramsHint')}>
                <Select mode="multiple" options={smsParams.map((value) => ({ value, label: t(value) }))} />
              </Form.Item>
            </>
          )
        }}
      </Form.Item>
      <Form.Item<Values>
        name="content"
        label={t('content')}
        extra={t('contentHint')}
        rules={[
          { required: true, whitespace: true, message: t('pleaseField', { field: t('content') }) },
          ({ getFieldValue }) => ({
            validator: (_, text: string | undefined) => {
              const scene = smsScenes.find((one) => one === getFieldValue('scene')) ?? 'login'
              const needed = `{${smsNeeds(scene)}}`
              return !text || text.includes(needed)
                ? Promise.resolve()
                : Promise.reject(new Error(t('contentNeeds', { name: needed })))
            },
          }),
        ]}
      >
        <Input.TextArea maxLength={500} autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
      <Form.Item<Values> name="status" label={t('status')}>
        <Select
          options={[
            { value: 1, label: t('status1') },
            { value: 0, label: t('status0') },
          ]}
        />
      </Form.Item>
    </FormDialog>
  )
}
