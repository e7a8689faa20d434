import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form } from 'antd'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { knowledge, type KnowledgeBase } from '#contract/knowledge.ts'
import { project } from '#contract/project.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { ProjectSelect } from './ProjectSelect.tsx'
import { texts } from './texts.ts'
import { useToldAdded } from './use-add-files.ts'

type Values = { projectId: string; fileIds: string[] }
type FormProps = { open: boolean; base: KnowledgeBase; onClose: () => void }

/** Takes files of a project in as documents. */
export function ImportForm({ open, base, onClose }: FormProps) {
  const t = useTexts(texts)
  const told = useToldAdded()
  const take = useCommand(knowledgeDoc.importFiles, { quiet: true, also: [knowledge.bases] })
  return (
    <FormDialog<Values>
      open={open}
      title={t('importProject')}
      initial={{ fileIds: [] }}
      submit={t('send')}
      onSubmit={async ({ fileIds }) => told(await take.mutateAsync({ baseId: base.id, fileIds, evenSo: false }))}
      onClose={onClose}
    >
      <p className="second kb-hint">{t('importProjectHint')}</p>
      <Form.Item<Values>
        name="projectId"
        label={t('project')}
        rules={[{ required: true, message: t('projectPlease') }]}
      >
        <ProjectSelect label={t('project')} />
      </Form.Item>
      <Form.Item noStyle dependencies={['projectId']}>
        {({ getFieldValue }) => {
          const projectId: unknown = getFieldValue('projectId')
          return typeof projectId === 'string' && projectId && <ProjectFiles projectId={projectId} />
        }}
      </Form.Item>
    </FormDialog>
  )
}

function ProjectFiles({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const files = useQuery(query(project.files, { projectId }))
  return (
    <StateView of={files} empty={{ when: (rows) => rows.length === 0, says: t('noProjectFiles') }}>
      {(rows) => (
        <Form.Item<Values>
          name="fileIds"
          label={t('files')}
          rules={[{ required: true, type: 'array', min: 1, message: t('filesPlease') }]}
        >
          <Checkbox.Group className="kb-files" options={rows.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
      )}
    </StateView>
  )
}
