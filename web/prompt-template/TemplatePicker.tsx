import { LeftOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Form, Input } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { type PromptSummary, promptTemplate, type PromptValue, type PromptVariable } from '#contract/prompt-template.ts'
import { call, pageQuery, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { CategoryBar, type Choice } from './CategoryBar.tsx'
import { PromptFields } from './PromptFields.tsx'
import { usePromptWords } from './prompt-words.ts'
import { shownValues, today } from './values.ts'
import { texts } from './texts.ts'
import './prompt-template.css'

/** A template that was filled in. */
export type UsedPrompt = {
  text: string
  templateId: string
  name: string
  version: number
  values: Record<string, PromptValue>
  /** The project that was picked in it first. */
  projectId: string | null
}

type PickerProps = {
  open: boolean
  /** The project one stands in: its figures are picked first. */
  projectId?: string | undefined
  /** Begins with this template's form. */
  templateId?: string | undefined
  onClose: () => void
  onUse: (used: UsedPrompt) => void
}

/** Choose a prompt template, fill its variables in, get the text; in a drawer. */
export function TemplatePicker({ open, projectId, templateId, onClose, onUse }: PickerProps) {
  const t = useTexts(texts)
  return (
    <Drawer title={t('pickTitle')} open={open} onClose={onClose} size={520} destroyOnHidden>
      <Picking projectId={projectId} templateId={templateId} onUse={onUse} />
    </Drawer>
  )
}

type PickingProps = Pick<PickerProps, 'projectId' | 'templateId' | 'onUse'>

function Picking({ projectId, templateId, onUse }: PickingProps) {
  const [chosen, choose] = useState(templateId)
  if (chosen === undefined) return <Choosing onChoose={({ id }) => choose(id)} />
  return (
    <Filling
      key={chosen}
      id={chosen}
      projectId={projectId}
      onUse={onUse}
      {...(templateId === undefined && { onBack: () => choose(undefined) })}
    />
  )
}

function Choosing({ onChoose }: { onChoose: (row: PromptSummary) => void }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const { nameOf, saysOf } = usePromptWords()
  const [typed, type] = useState('')
  const words = useDeferredValue(typed)
  const [choice, setChoice] = useState<Choice>('all')
  const rows = useQuery(
    pageQuery(promptTemplate.list, {
      size: '100',
      published: 'true',
      ...(words.trim() && { words: words.trim() }),
      ...(choice === 'favourites' && { favourite: 'true' }),
      ...(choice !== 'all' && choice !== 'favourites' && { category_equal: choice }),
    }),
  )
  return (
    <div className="prompt-choosing">
      <Input
        prefix={<SearchOutlined aria-hidden />}
        allowClear
        value={typed}
        maxLength={100}
        placeholder={t('words')}
        aria-label={t('words')}
        onChange={({ target }) => type(target.value)}
      />
      <CategoryBar value={choice} onChange={setChoice} />
      <StateView of={rows} shape={<Bones lines={8} />}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty says={t('none')} />
          ) : (
            <ul className="prompt-choices">
              {records.map((row) => (
                <li key={row.id}>
                  <button type="button" className="plain-button" onClick={() => onChoose(row)}>
                    <strong>{nameOf(row)}</strong>
                    <span className="second">{saysOf(row)}</span>
                    <span className="third">{`${t(`scope_${row.scope}`)} · ${t(`category_${row.category}`)}`}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </StateView>
      <button type="button" className="plain-button link" onClick={() => void navigate('/promptTemplate/index')}>
        {t('manage')}
      </button>
    </div>
  )
}

type FillingProps = Pick<PickerProps, 'projectId' | 'onUse'> & { id: string; onBack?: () => void }

function Filling({ id, projectId, onUse, onBack }: FillingProps) {
  const template = useQuery(query(promptTemplate.detail, { id }))
  return (
    <StateView of={template} shape={<Bones lines={8} />}>
      {(of) => <FillingForm of={of} id={id} projectId={projectId} onUse={onUse} {...(onBack && { onBack })} />}
    </StateView>
  )
}

type FormProps = FillingProps & { of: { name: string; nameEn: string; says: string; saysEn: string } & Contents }
type Contents = { published: { body: string; variables: readonly PromptVariable[] } | null }

function FillingForm({ of, id, projectId, onUse, onBack }: FormProps) {
  const t = useTexts(texts)
  const { nameOf, saysOf, firstValues } = usePromptWords()
  const [refusal, refuse] = useState('')
  const [busy, setBusy] = useState(false)
  const variables = of.published?.variables ?? []
  const use = async (given: Record<string, unknown>) => {
    setBusy(true)
    refuse('')
    const values = shownValues(variables, given)
    try {
      const { text, version, projectId: of1 } = await call(promptTemplate.render, { id, values })
      onUse({ text, templateId: id, name: nameOf(of), version, values, projectId: of1 })
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      refuse(fault.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="prompt-filling">
      {onBack && (
        <Button type="text" icon={<LeftOutlined />} onClick={onBack}>
          {t('back')}
        </Button>
      )}
      <h2>{nameOf(of)}</h2>
      <p className="second">{saysOf(of)}</p>
      {refusal && <Alert type="error" showIcon title={refusal} />}
      <Form
        layout="vertical"
        initialValues={firstValues(variables, projectId, today())}
        scrollToFirstError={{ focus: true }}
        onFinish={(values: Record<string, unknown>) => void use(values)}
      >
        <PromptFields variables={variables} projectId={projectId} />
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('useText')}
        </Button>
      </Form>
    </div>
  )
}
