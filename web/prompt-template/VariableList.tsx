import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Form, Input, Select } from 'antd'
import { MOST_VARIABLES, type PromptVariable, promptVariableKinds } from '#contract/prompt-template.ts'
import { useTexts } from '#web/kernel/language.ts'
import { plainVariable, withVariables } from './prompt-words.ts'
import { texts } from './texts.ts'

/** Where the variables stand in the editor's form. */
const PLACE = ['content', 'variables']

/** The variables of a template as a list one writes in; part of the editor's form. */
export function VariableList() {
  const t = useTexts(texts)
  const form = Form.useFormInstance()
  const take = () => {
    const content: { body?: string; variables?: PromptVariable[] } = form.getFieldValue('content') ?? {}
    const all = withVariables({ body: content.body ?? '', variables: content.variables ?? [] })
    form.setFieldValue(PLACE, all.slice(0, MOST_VARIABLES))
  }
  return (
    <Form.List name={PLACE}>
      {(fields, { add, remove }) => (
        <section className="prompt-variables" aria-label={t('variables')}>
          <h3>{t('variables')}</h3>
          {fields.length === 0 && <p className="second">{t('noVariables')}</p>}
          {fields.map(({ key, name }) => (
            <Form.Item key={key} name={name} noStyle>
              <Row onRemove={() => remove(name)} />
            </Form.Item>
          ))}
          <div className="prompt-actions">
            <Button size="small" onClick={take}>
              {t('takeVariables')}
            </Button>
            <Button
              size="small"
              icon={<PlusOutlined />}
              disabled={fields.length >= MOST_VARIABLES}
              onClick={() => add(plainVariable(''))}
            >
              {t('addVariable')}
            </Button>
          </div>
        </section>
      )}
    </Form.List>
  )
}

type RowProps = { value?: PromptVariable; onChange?: (value: PromptVariable) => void; onRemove: () => void }
const written = new Set(['text', 'longText', 'number', 'date', 'choice'])

const blank = plainVariable('')

function Row({ value: of = blank, onChange: set, onRemove }: RowProps) {
  const t = useTexts(texts)
  const onChange = (patch: Partial<PromptVariable>) => set?.({ ...of, ...patch })
  return (
    <div className="prompt-variable">
      <Input
        aria-label={t('variableName')}
        placeholder={t('variableName')}
        value={of.name}
        maxLength={32}
        onChange={({ target }) => onChange({ name: target.value.trim() })}
      />
      <Input
        aria-label={t('label')}
        placeholder={t('label')}
        value={of.label}
        maxLength={60}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <Select
        aria-label={t('kind')}
        value={of.kind}
        options={promptVariableKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
        onChange={(kind) => onChange({ kind, initial: '' })}
      />
      <Checkbox checked={of.required} onChange={({ target }) => onChange({ required: target.checked })}>
        {t('required')}
      </Checkbox>
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('removeVariable', { name: of.name })}
        onClick={onRemove}
      />
      {of.kind === 'choice' && (
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          className="prompt-wide"
          aria-label={t('options')}
          placeholder={t('options')}
          value={of.options}
          maxCount={50}
          onChange={(options) => onChange({ options })}
        />
      )}
      {written.has(of.kind) && (
        <Input
          className="prompt-half"
          aria-label={t('initial')}
          placeholder={of.kind === 'date' ? t('initialToday') : t('initial')}
          value={of.initial}
          maxLength={2000}
          onChange={({ target }) => onChange({ initial: target.value })}
        />
      )}
      <Input
        className="prompt-half"
        aria-label={t('hint')}
        placeholder={t('hint')}
        value={of.hint}
        maxLength={200}
        onChange={({ target }) => onChange({ hint: target.value })}
      />
    </div>
  )
}
