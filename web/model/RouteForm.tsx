import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Form, InputNumber, Select } from 'antd'
import { model, type ModelChoice, type ModelRoute, modelTaskLabels, MOST_TARGETS } from '#contract/model.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Bones, Empty, Failing } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

/** A service as one value of a choice: whose it is, and which. */
type Target = { service?: string; model?: string; maxOutput?: number }
type Values = { targets?: Target[] }
const valueOf = ({ own, id }: { own: boolean; id: string }) => `${own ? 'own' : 'platform'} ${id}`
const MOST_OUTPUT = 200_000

type RouteFormProps = { of: ModelRoute | undefined; onClose: () => void; onServices: () => void }

/** Chooses the models of a task, the first and its fallbacks. */
export function RouteForm({ of, onClose, onServices }: RouteFormProps) {
  const t = useTexts(texts)
  const label = useSay()
  const choices = useQuery({ ...query(model.choices, {}), enabled: of !== undefined })
  const save = useCommand(model.saveRoute, { quiet: true })
  const submit = async ({ targets }: Values) => {
    if (!of) return
    const chosen = (targets ?? []).map(({ service = '', model: name = '', maxOutput = 4096 }) => {
      const [whose = '', endpointId = ''] = service.split(' ')
      return { endpointId, own: whose === 'own', model: name.trim(), maxOutput }
    })
    await save.mutateAsync({ task: of.task, targets: chosen, version: of.version })
    say(t('saved'))
  }
  const targets = (of?.targets ?? []).map(({ endpointId: id, own, model: name, maxOutput }) => ({
    service: valueOf({ own, id }),
    model: name,
    maxOutput,
  }))
  const hint = of?.task === 'embed' ? t('embedHint') : of?.task === 'vision' ? t('visionHint') : ''
  const none = choices.data?.length === 0 && targets.length === 0
  const goThere = () => {
    onClose()
    onServices()
  }
  return (
    <FormDialog<Values>
      open={of !== undefined}
      place="drawer"
      width={640}
      title={t('chooseFor', { task: of ? label(modelTaskLabels[of.task]) : '' })}
      initial={{ targets }}
      onSubmit={submit}
      onClose={onClose}
    >
      {hint && <p className="second">{hint}</p>}
      {choices.isPending && <Bones />}
      {choices.error && <Failing fault={choices.error} retry={choices.refetch} />}
      {none && <Empty says={t('noChoices')} action={<Button onClick={goThere}>{t('services')}</Button>} />}
      {choices.data && !none && <Targets choices={choices.data} />}
    </FormDialog>
  )
}

function Targets({ choices }: { choices: ModelChoice[] }) {
  const t = useTexts(texts)
  return (
    <Form.List name="targets">
      {(fields, { add, remove, move }) => (
        <>
          {fields.map(({ key, name }) => (
            <div key={key} className="model-target">
              <div className="model-target-head">
                <b>{t('nth', { n: name + 1 })}</b>
                <span>
                  {name > 0 && (
                    <Button
                      type="text"
                      icon={<ArrowUpOutlined />}
                      aria-label={t('up')}
                      title={t('up')}
                      onClick={() => move(name, name - 1)}
                    />
                  )}
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    aria-label={t('removeTarget')}
                    title={t('removeTarget')}
                    onClick={() => remove(name)}
                  />
                </span>
              </div>
              <TargetFields at={name} choices={choices} />
            </div>
          ))}
          {fields.length < MOST_TARGETS && (
            <Button icon={<PlusOutlined />} onClick={() => add({ maxOutput: 4096 })}>
              {t(fields.length === 0 ? 'addFirst' : 'addTarget')}
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}

function TargetFields({ at, choices }: { at: number; choices: ModelChoice[] }) {
  const t = useTexts(texts)
  const form = Form.useFormInstance<Values>()
  const chosen = Form.useWatch<string | undefined>(['targets', at, 'service'], form)
  const names = choices.find((one) => valueOf(one) === chosen)?.models ?? []
  return (
    <>
      <Form.Item name={[at, 'service']} label={t('service')} rules={[{ required: true, message: t('servicePlease') }]}>
        <Select
          options={choices.map((one) => ({
            value: valueOf(one),
            label: `${one.name}${one.own ? '' : ` · ${t('ofPlatform')}`}`,
          }))}
        />
      </Form.Item>
      <Form.Item
        name={[at, 'model']}
        label={t('model')}
        rules={[{ required: true, whitespace: true, message: t('modelPlease') }]}
      >
        <AutoComplete
          options={names.map((value) => ({ value }))}
          showSearch={{ filterOption: (typed, option) => (option?.value ?? '').includes(typed) }}
        />
      </Form.Item>
      <Form.Item name={[at, 'maxOutput']} label={t('maxOutput')} rules={[{ required: true, message: '' }]}>
        <InputNumber min={16} max={MOST_OUTPUT} step={1024} precision={0} style={{ width: '100%' }} />
      </Form.Item>
    </>
  )
}
