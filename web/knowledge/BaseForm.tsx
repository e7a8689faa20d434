import { Form, Input, Select } from 'antd'
import { baseScopes, knowledge, type KnowledgeBase, knowledgeKinds } from '#contract/knowledge.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { ProjectSelect } from './ProjectSelect.tsx'
import { texts } from './texts.ts'

type Values = Pick<KnowledgeBase, 'name' | 'scope' | 'kind' | 'projectId' | 'description'>
type FormProps = {
  open: boolean
  of: KnowledgeBase | undefined
  onClose: () => void
  onSaved: (id: string) => void
}

/** Makes a base or changes it; its scope and project stay as they were made. */
export function BaseForm({ open, of, onClose, onSaved }: FormProps) {
  const t = useTexts(texts)
  const may = useMay()
  const save = useCommand(knowledge.saveBase, { quiet: true })
  const platform = may('menu.edit')
  const scopes = baseScopes.filter((scope) =>
    scope === 'system' ? platform : scope === 'firm' ? may('rulePack.sign') : true,
  )
  const submit = async ({ projectId, ...values }: Values) => {
    const project = values.scope === 'project' ? { projectId: projectId ?? '' } : {}
    const { id } = await save.mutateAsync({ ...values, ...project, ...(of && { id: of.id, version: of.version }) })
    say(t('saved'))
    onSaved(id)
  }
  return (
    <FormDialog<Values>
      open={open}
      title={t(of ? 'editBase' : 'newBase')}
      initial={of ?? { scope: scopes[0] ?? 'personal', kind: 'policy', description: '' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item<Values> name="scope" label={t('scope')}>
        <Select
          disabled={of !== undefined}
          options={(of ? [of.scope] : scopes).map((value) => ({ value, label: t(`scope_${value}`) }))}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['scope']}>
        {({ getFieldValue }) =>
          getFieldValue('scope') === 'project' &&
          (of ? (
            <p className="second">{of.projectName}</p>
          ) : (
            <Form.Item<Values>
              name="projectId"
              label={t('project')}
              rules={[{ required: true, message: t('projectPlease') }]}
            >
              <ProjectSelect label={t('project')} />
            </Form.Item>
          ))
        }
      </Form.Item>
      <Form.Item<Values> name="kind" label={t('kind')}>
        <Select options={knowledgeKinds.map((value) => ({ value, label: t(`kind_${value}`) }))} />
      </Form.Item>
      <Form.Item<Values> name="description" label={t('description')}>
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
    </FormDialog>
  )
}
