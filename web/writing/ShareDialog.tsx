import { Checkbox, Form, Radio } from 'antd'
import { writing, type WritingOpened, type WritingShare, writingShares } from '#contract/writing.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { ProjectField } from './ProjectField.tsx'
import { texts } from './texts.ts'

type Values = { share: WritingShare; projectId?: string; othersEdit: boolean }
type ShareDialogProps = {
  of: Pick<WritingOpened, 'id' | 'title' | 'share' | 'othersEdit' | 'projectId' | 'projectName'>
  onClose: () => void
  onShared: () => Promise<void>
}

/** Who sees a document and may edit it, and which project it belongs to. */
export function ShareDialog({ of: doc, onClose, onShared }: ShareDialogProps) {
  const t = useTexts(texts)
  const update = useCommand(writing.update, { quiet: true })
  const save = async ({ share, projectId = '', othersEdit }: Values) => {
    await update.mutateAsync({ id: doc.id, share, projectId, othersEdit })
    await onShared()
  }
  return (
    <FormDialog<Values>
      open
      title={t('shareTitle', { title: doc.title })}
      initial={{
        share: doc.share,
        othersEdit: doc.othersEdit,
        ...(doc.projectId !== '' && { projectId: doc.projectId }),
      }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values> name="projectId" label={t('project')}>
        <ProjectField
          label={t('project')}
          placeholder={t('noProject')}
          known={{ id: doc.projectId, name: doc.projectName }}
        />
      </Form.Item>
      <Form.Item<Values>
        name="share"
        label={t('share')}
        dependencies={['projectId']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, share: WritingShare) =>
              share === 'project' && !getFieldValue('projectId')
                ? Promise.reject(new Error(t('shareNeedsProject')))
                : Promise.resolve(),
          }),
        ]}
      >
        <Radio.Group options={writingShares.map((value) => ({ value, label: t(`share_${value}`) }))} />
      </Form.Item>
      <Form.Item<Values> name="othersEdit" valuePropName="checked" noStyle>
        <Checkbox>{t('othersEdit')}</Checkbox>
      </Form.Item>
    </FormDialog>
  )
}
