import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { knowledge, knowledgeKinds } from '#contract/knowledge.ts'
import type { ChainStep } from '#contract/think-chain.ts'
import { type ToolName, toolNames } from '#contract/tool-source.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'
import { toolFields } from './tool-fields.ts'

type Of<K extends ChainStep['kind']> = Extract<ChainStep, { kind: K }>
type FieldsProps<K extends ChainStep['kind']> = {
  of: Of<K>
  disabled: boolean
  onChange: (step: ChainStep) => void
}

/** The fields of a step, by its kind. */
export function StepFields({
  of: step,
  ...props
}: {
  of: ChainStep
  disabled: boolean
  onChange: (step: ChainStep) => void
}) {
  const t = useTexts(texts)
  switch (step.kind) {
    case 'ask':
      return <AskFields of={step} {...props} />
    case 'retrieve':
      return <RetrieveFields of={step} {...props} />
    case 'tool':
      return <ToolFields of={step} {...props} />
    case 'model':
      return <ModelFields of={step} {...props} />
    case 'check':
      return <p className="third">{t('says_check')}</p>
  }
}

function Labelled({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="chain-field">
      <label className="chain-field">
        <span className="second">{label}</span>
        {children}
      </label>
      {hint && <span className="third">{hint}</span>}
    </div>
  )
}

function AskFields({ of: step, disabled, onChange }: FieldsProps<'ask'>) {
  const t = useTexts(texts)
  return (
    <div className="chain-fields">
      <Labelled label={t('label')}>
        <Input
          disabled={disabled}
          value={step.label}
          maxLength={100}
          onChange={({ target }) => onChange({ ...step, label: target.value })}
        />
      </Labelled>
      <Labelled label={t('variable')} hint={t('variableHint', { place: `{{${step.variable || t('variableName')}}}` })}>
        <Input
          disabled={disabled}
          value={step.variable}
          maxLength={40}
          onChange={({ target }) => onChange({ ...step, variable: target.value })}
        />
      </Labelled>
      <Checkbox
        disabled={disabled}
        checked={step.required}
        onChange={({ target }) => onChange({ ...step, required: target.checked })}
      >
        {t('required')}
      </Checkbox>
    </div>
  )
}

function RetrieveFields({ of: step, disabled, onChange }: FieldsProps<'retrieve'>) {
  const t = useTexts(texts)
  const bases = useQuery(query(knowledge.bases, {}))
  return (
    <div className="chain-fields">
      <Labelled label={t('query')} hint={t('wordsHint')}>
        <Input
          disabled={disabled}
          value={step.query}
          maxLength={8000}
          onChange={({ target }) => onChange({ ...step, query: target.value })}
        />
      </Labelled>
      <Labelled label={t('bases')}>
        <Select
          mode="multiple"
          allowClear
          disabled={disabled}
          placeholder={t('allBases')}
          showSearch={{ optionFilterProp: 'label' }}
          value={step.baseIds}
          onChange={(baseIds) => onChange({ ...step, baseIds })}
          options={(bases.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Labelled>
      <Labelled label={t('kinds')}>
        <Select
          mode="multiple"
          allowClear
          disabled={disabled}
          placeholder={t('allKinds')}
          value={step.kinds}
          onChange={(kinds) => onChange({ ...step, kinds })}
          options={knowledgeKinds.map((value) => ({ value, label: t(`knowledge_${value}`) }))}
        />
      </Labelled>
      <Labelled label={t('limit')}>
        <InputNumber
          disabled={disabled}
          min={1}
          max={20}
          precision={0}
          value={step.limit}
          onChange={(limit) => onChange({ ...step, limit: limit ?? 8 })}
        />
      </Labelled>
    </div>
  )
}

function ToolFields({ of: step, disabled, onChange }: FieldsProps<'tool'>) {
  const t = useTexts(texts)
  const set = (field: string, words: string) => {
    const { [field]: _, ...rest } = step.input
    onChange({ ...step, input: words === '' ? rest : { ...rest, [field]: words } })
  }
  return (
    <div className="chain-fields">
      <Labelled label={t('tool')} hint={t('wordsHint')}>
        <Select<ToolName>
          disabled={disabled}
          value={step.tool}
          onChange={(tool) => onChange({ ...step, tool, input: {} })}
          options={toolNames.map((value) => ({ value, label: t(`tool_${value}`) }))}
        />
      </Labelled>
      {toolFields[step.tool].map((field) => (
        <Labelled key={field} label={t(`field_${field}`)}>
          <Input
            disabled={disabled}
            value={step.input[field] ?? ''}
            maxLength={8000}
            onChange={({ target }) => set(field, target.value)}
          />
        </Labelled>
      ))}
    </div>
  )
}

function ModelFields({ of: step, disabled, onChange }: FieldsProps<'model'>) {
  const t = useTexts(texts)
  return (
    <div className="chain-fields" data-wide>
      <Labelled label={t('prompt')} hint={t('wordsHint')}>
        <Input.TextArea
          disabled={disabled}
          value={step.prompt}
          maxLength={8000}
          autoSize={{ minRows: 3, maxRows: 14 }}
          onChange={({ target }) => onChange({ ...step, prompt: target.value })}
        />
      </Labelled>
      <Labelled label={t('variable')} hint={t('asAnswer')}>
        <Input
          disabled={disabled}
          value={step.variable}
          maxLength={40}
          onChange={({ target }) => onChange({ ...step, variable: target.value })}
        />
      </Labelled>
    </div>
  )
}
