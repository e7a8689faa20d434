import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import type { RequestDetailRow } from '#contract/doc-request.ts'
import { project } from '#contract/project.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type ChooseProjectProps = {
  of: RequestDetailRow
  /** What is about to be done. */
  says: string
  onChosen: (projectId: string) => Promise<unknown>
  onClose: () => void
}
type Values = { projectId: string }

/** A client's request has no project of its own: which of the client's projects something goes to is asked. */
export function ChooseProject({ of, says, onChosen, onClose }: ChooseProjectProps) {
  const t = useTexts(texts)
  const found = useQuery(pageQuery(project.list, { enterpriseId: of.enterpriseId, size: '100', descs: 'year' }))
  return (
    <FormDialog<Values>
      open
      title={says}
      submit={says}
      initial={{}}
      onSubmit={async ({ projectId }) => void (await onChosen(projectId))}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="projectId"
        label={t('project')}
        rules={[{ required: true, message: t('projectPlease') }]}
      >
        <Select
          loading={found.isFetching}
          notFoundContent={t('noProject')}
          options={(found.data?.records ?? []).map(({ id, projectName, year }) => ({
            value: id,
            label: `${projectName} · ${year}`,
          }))}
        />
      </Form.Item>
    </FormDialog>
  )
}
