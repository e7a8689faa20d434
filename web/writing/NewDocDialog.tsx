import { useQuery } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import { writing, type WritingKind, type WritingTemplate } from '#contract/writing.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Bones } from '#web/kit/StateView.tsx'
import { ProjectField } from './ProjectField.tsx'
import { texts } from './texts.ts'

type Values = { title: string; template: string; projectId?: string }
type NewDocProps = { kind: WritingKind; onClose: () => void; onMade: (id: string) => void }
const BLANK = 'blank'

/** A new document: empty, or from a template whose fields and figures are filled from a project. */
export function NewDocDialog({ kind, onClose, onMade }: NewDocProps) {
  const t = useTexts(texts)
  const templates = useQuery(query(writing.templates, {}))
  const create = useCommand(writing.create, { quiet: true })
  const save = async ({ title, template, projectId = '' }: Values) => {
    const { id } = await create.mutateAsync({
      kind,
      title,
      projectId,
      ...(template !== BLANK && { templateId: template }),
    })
    onMade(id)
  }
  const option = ({
    id,
    title,
    scope,
    says,
  }: Pick<WritingTemplate, 'id' | 'title' | 'says'> & { scope?: WritingTemplate['scope'] }) => ({
    value: id,
    label: (
      <span className="wr-template">
        <strong>{title}</strong>
        {scope && <span className="third">{t(`scope_${scope}`)}</span>}
        <span className="second">{says}</span>
      </span>
    ),
  })
  return (
    <FormDialog<Values>
      open
      title={t('newDoc')}
      submit={t('create')}
      width={640}
      initial={{ title: '', template: BLANK }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="title"
        label={t('title')}
        rules={[{ required: true, whitespace: true, message: t('titleWrong') }]}
      >
        <Input maxLength={150} />
      </Form.Item>
      <Form.Item<Values> name="template" label={t('template')}>
        <Radio.Group
          className="wr-templates"
          options={[
            option({ id: BLANK, title: t('blank'), says: t('blankSays') }),
            ...(templates.data ?? []).map(option),
          ]}
        />
      </Form.Item>
      {templates.isPending && <Bones lines={2} />}
      <Form.Item<Values> name="projectId" label={t('project')} extra={t('needsProject')}>
        <ProjectField label={t('project')} placeholder={t('noProject')} />
      </Form.Item>
    </FormDialog>
  )
}
