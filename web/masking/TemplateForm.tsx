import { useQuery } from '@tanstack/react-query'
import { Form, Input, Radio, Select } from 'antd'
import { actionsFor, type MaskActions, maskKinds, masking, type MaskTemplate } from '#contract/masking.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

/** What the form opens with: a template, the actions of one of the product's, or nothing. */
export type TemplateStart = { of?: MaskTemplate; actions?: MaskActions }
type Values = Pick<MaskTemplate, 'name' | 'scope' | 'actions' | 'words' | 'patterns'>

/** Adds a template or changes it, in a drawer; whoever may not change it reads it. */
export function TemplateForm({ start, onClose }: { start: TemplateStart | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const mayFirm = useMay()('mask.edit')
  const presets = useQuery({ ...query(masking.presets, {}), enabled: start !== undefined })
  const submit = useCommand(masking.save, { quiet: true })
  const of = start?.of
  const fixed = of !== undefined && !of.mine
  const save = async (values: Values) => {
    if (fixed) return
    await submit.mutateAsync({ ...values, ...(of && { id: of.id, version: of.version }) })
    say(t('saved'))
  }
  const standard = presets.data?.find(({ key }) => key === 'standard')?.actions
  return (
    <FormDialog<Values>
      open={start !== undefined && (of !== undefined || start.actions !== undefined || standard !== undefined)}
      place="drawer"
      width={560}
      title={of ? (fixed ? of.name : t('editTemplate')) : t('newTemplate')}
      {...(fixed && { submit: t('close') })}
      initial={of ?? { name: '', scope: 'personal', actions: start?.actions ?? standard, words: [], patterns: [] }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={60} disabled={fixed} />
      </Form.Item>
      <Form.Item<Values> name="scope" label={t('scope')}>
        <Radio.Group
          disabled={of !== undefined}
          options={[
            { value: 'personal', label: t('personal') },
            { value: 'firm', label: t('firm'), disabled: !mayFirm },
          ]}
        />
      </Form.Item>
      <section className="masking-rules" aria-labelledby="masking-rules">
        <h3 id="masking-rules">{t('rules')}</h3>
        {maskKinds.map((kind) => (
          <Form.Item<Values> key={kind} name={['actions', kind]} label={t(`kind_${kind}`)}>
            <Select
              disabled={fixed}
              options={actionsFor(kind).map((value) => ({ value, label: t(`action_${value}`) }))}
            />
          </Form.Item>
        ))}
      </section>
      <Form.Item<Values> name="words" label={t('words')} extra={t('wordsHint')}>
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          disabled={fixed}
          maxCount={500}
          tokenSeparators={[',', '，', '、', '；', '\n']}
        />
      </Form.Item>
      <Form.Item<Values> name="patterns" label={t('patterns')} extra={t('patternsHint')}>
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          disabled={fixed}
          maxCount={50}
          tokenSeparators={[',', '，', '；', '\n']}
        />
      </Form.Item>
    </FormDialog>
  )
}
