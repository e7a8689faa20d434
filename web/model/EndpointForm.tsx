import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, InputNumber, Radio, Select } from 'antd'
import { model, type ModelEndpoint, modelOffers, modelStyles } from '#contract/model.ts'
import { modelPresets, modelPresetsAsOf } from '#facts/model-presets.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = Pick<
  ModelEndpoint,
  | 'name' | 'preset' | 'baseUrl' | 'style' | 'apiVersion' | 'inside' | 'offered' | 'offeredTo' | 'models' | 'connectSeconds'
  | 'firstSeconds' | 'betweenSeconds' | 'wholeSeconds' | 'status' | 'remark'
> & { key: string } // prettier-ignore
type EndpointFormProps = { open: boolean; of: ModelEndpoint | undefined; platform: boolean; onClose: () => void }

const fresh: Partial<Values> = {
  preset: '', style: 'openai', apiVersion: '', inside: false, offered: 'none', offeredTo: [], models: [], connectSeconds: 5,
  firstSeconds: 60, betweenSeconds: 30, wholeSeconds: 120, status: 1, remark: '', key: '',
} // prettier-ignore
const limits = { connectSeconds: 60, firstSeconds: 600, betweenSeconds: 600, wholeSeconds: 1800 } as const
const spans = Object.keys(limits) as (keyof typeof limits)[]

/** Adds or changes a model service. The key goes in and never comes back. */
export function EndpointForm({ open, of, platform, onClose }: EndpointFormProps) {
  const t = useTexts(texts)
  const save = useCommand(model.saveEndpoint, { quiet: true })
  const submit = async ({ key, offered, offeredTo, ...values }: Values) => {
    const offer = platform ? { offered, offeredTo: offered === 'chosen' ? (offeredTo ?? []) : [] } : {}
    const given = { ...values, ...offer, ...(key && { key }) }
    await save.mutateAsync(of ? { ...given, id: of.id, version: of.version } : given)
    say(t('saved'))
  }
  return (
    <FormDialog<Values>
      open={open}
      place="drawer"
      title={t(of ? 'editService' : 'newService')}
      initial={of ? { ...of, key: '' } : fresh}
      onSubmit={submit}
      onClose={onClose}
    >
      <PresetField />
      <Form.Item<Values>
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item<Values>
        name="baseUrl"
        label={t('baseUrl')}
        rules={[{ required: true, type: 'url', message: t('baseUrlPlease') }]}
      >
        <Input maxLength={300} spellCheck={false} placeholder="https://" />
      </Form.Item>
      <Form.Item<Values> name="key" label={t('key')} extra={t('keyHint')}>
        <Input.Password
          maxLength={512}
          autoComplete="new-password"
          {...(of?.hasKey && { placeholder: of.keyTail ? t('keyKept', { tail: of.keyTail }) : t('keyKeptShort') })}
        />
      </Form.Item>
      <Form.Item<Values> name="models" label={t('modelNames')} extra={t('modelNamesHint')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', '，', '；']} />
      </Form.Item>
      <Form.Item<Values> name="inside" valuePropName="checked" extra={t('insideHint')}>
        <Checkbox>{t('inside')}</Checkbox>
      </Form.Item>
      {platform && <OfferFields />}
      <StyleFields />
      <div className="model-limits">
        <p className="second">{t('timeouts')}</p>
        <div className="model-seconds">
          {spans.map((name) => (
            <Form.Item<Values> key={name} name={name} label={t(name)} rules={[{ required: true, message: '' }]}>
              <InputNumber
                min={name === 'wholeSeconds' ? 5 : 1}
                max={limits[name]}
                precision={0}
                style={{ width: '100%' }}
              />
            </Form.Item>
          ))}
        </div>
      </div>
      <Form.Item<Values> name="status" label={t('status')}>
        <Radio.Group
          optionType="button"
          options={([1, 0] as const).map((value) => ({ value, label: t(`status${value}`) }))}
        />
      </Form.Item>
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}

/** Fills in what a provider's documents say; everything can be typed over. */
function PresetField() {
  const t = useTexts(texts)
  const label = useSay()
  const form = Form.useFormInstance<Values>()
  const now = Form.useWatch<string | undefined>('preset', form)
  const chosen = modelPresets.find(({ key }) => key === now)
  const fill = (key: string) => {
    const preset = modelPresets.find((one) => one.key === key)
    if (!preset) return
    form.setFieldsValue({ baseUrl: preset.baseUrl, style: preset.style ?? 'openai', models: [...preset.models] })
    const name: unknown = form.getFieldValue('name')
    // a name somebody has typed stays
    if (!name || modelPresets.some((one) => label(one.name) === name)) form.setFieldValue('name', label(preset.name))
  }
  return (
    <Form.Item<Values>
      name="preset"
      label={t('preset')}
      extra={chosen?.hint ? label(chosen.hint) : t('presetAsOf', { day: modelPresetsAsOf.asOf })}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        onChange={fill}
        options={[
          { value: '', label: t('presetNone') },
          ...modelPresets.map(({ key, name }) => ({ value: key, label: label(name) })),
        ]}
      />
    </Form.Item>
  )
}

function StyleFields() {
  const t = useTexts(texts)
  const style = Form.useWatch<string | undefined>('style', Form.useFormInstance<Values>())
  return (
    <>
      <Form.Item<Values> name="style" label={t('style')}>
        <Radio.Group optionType="button" options={modelStyles.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      {style === 'azure' && (
        <Form.Item<Values> name="apiVersion" label={t('apiVersion')} extra={t('apiVersionHint')}>
          <Input maxLength={40} spellCheck={false} placeholder="2024-10-21" />
        </Form.Item>
      )}
    </>
  )
}

/** To which tenants the platform offers the service. */
function OfferFields() {
  const t = useTexts(texts)
  const offered = Form.useWatch<string | undefined>('offered', Form.useFormInstance<Values>())
  const tenants = useQuery({ ...query(model.tenants, {}), enabled: offered === 'chosen' })
  return (
    <>
      <Form.Item<Values> name="offered" label={t('offered')}>
        <Radio.Group optionType="button" options={modelOffers.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      {offered === 'chosen' && (
        <Form.Item<Values>
          name="offeredTo"
          label={t('offeredTo')}
          rules={[{ required: true, type: 'array', min: 1, message: t('offeredToPlease') }]}
        >
          <Select
            mode="multiple"
            loading={tenants.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            options={(tenants.data ?? []).map(({ tenantId, tenantName }) => ({
              value: tenantId,
              label: `${tenantName}（${tenantId}）`,
            }))}
          />
        </Form.Item>
      )}
    </>
  )
}
