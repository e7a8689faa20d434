import { Form, Input, Select } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import { LONGEST_VALUE, type PromptVariable } from '#contract/prompt-template.ts'
import { useTexts } from '#web/kernel/language.ts'
import { usePromptWords } from './prompt-words.ts'
import { texts } from './texts.ts'

const ProjectPick = lazy(async () => ({ default: (await import('./picks.tsx')).ProjectPick }))
const AccountPick = lazy(async () => ({ default: (await import('./picks.tsx')).AccountPick }))
const CellPick = lazy(async () => ({ default: (await import('./picks.tsx')).CellPick }))
const FilePick = lazy(async () => ({ default: (await import('./FilePick.tsx')).FilePick }))

type FieldsProps = { variables: readonly PromptVariable[]; projectId?: string | undefined }

/** The fields of a template's variables, inside a form whose values are by the variables' names. */
export function PromptFields({ variables, projectId }: FieldsProps) {
  const t = useTexts(texts)
  const { labelOf, hintOf } = usePromptWords()
  return variables.map((variable) => {
    const label = labelOf(variable)
    return (
      <Form.Item
        key={variable.name}
        name={variable.name}
        label={label}
        {...(hintOf(variable) && { extra: hintOf(variable) })}
        rules={[
          { required: variable.required, message: t('pleaseFill', { name: label }) },
          ...(variable.kind === 'number'
            ? [{ pattern: /^-?[\d,]{1,20}(\.\d{1,8})?$/, message: t('numberPlease') }]
            : []),
        ]}
      >
        <Field variable={variable} label={label} projectId={projectId} />
      </Form.Item>
    )
  })
}

type FieldProps = { variable: PromptVariable; label: string; projectId: string | undefined }

/** `rest`: what the form gives its field (id, value, onChange). */
function Field({ variable, label, projectId, ...rest }: FieldProps) {
  const { choicesOf } = usePromptWords()
  const props = { ...rest, label, projectId }
  switch (variable.kind) {
    case 'text':
      return <Input {...rest} maxLength={500} />
    case 'longText':
      return <Input.TextArea {...rest} autoSize={{ minRows: 3, maxRows: 12 }} maxLength={LONGEST_VALUE} />
    case 'number':
      return <Input {...rest} inputMode="decimal" className="prompt-number" />
    case 'date':
      return <Input {...rest} type="date" className="prompt-date" />
    case 'choice':
      return <Select {...rest} allowClear options={choicesOf(variable)} />
    case 'project':
      return <Late of={<ProjectPick {...props} />} />
    case 'account':
      return <Late of={<AccountPick {...props} />} />
    case 'cell':
      return <Late of={<CellPick {...props} />} />
    case 'file':
      return <Late of={<FilePick {...props} />} />
  }
}

/** A picker that is loaded when a template asks for it. */
function Late({ of }: { of: ReactNode }) {
  return <Suspense fallback={<Input disabled />}>{of}</Suspense>
}
