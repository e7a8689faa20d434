import { Form, Input } from 'antd'
import { knowledgeDoc, type KnowledgeDoc } from '#contract/knowledge-doc.ts'
import { knowledge } from '#contract/knowledge.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { watchJob } from '#web/kit/watch-job.ts'
import { FileField } from './FileField.tsx'
import { texts } from './texts.ts'
import { useSendFile } from './use-add-files.ts'

type Values = { file?: File; effectiveFrom?: string; effectiveTo?: string }

/** A new version of a document from the disk. */
export function CoverForm({ open, of, onClose }: { open: boolean; of: KnowledgeDoc; onClose: () => void }) {
  const t = useTexts(texts)
  const send = useSendFile(of.baseId)
  const cover = useCommand(knowledgeDoc.cover, { quiet: true, also: [knowledge.bases] })
  const submit = async ({ file, effectiveFrom, effectiveTo }: Values) => {
    const fileId = file && (await send(file))
    if (fileId === undefined) return false
    const { jobId } = await cover.mutateAsync({
      id: of.id,
      fileId,
      effectiveFrom: effectiveFrom || null,
      effectiveTo: effectiveTo || null,
    })
    say(t('begun'))
    watchJob(jobId)
    return true
  }
  return (
    <FormDialog<Values>
      open={open}
      title={t('cover')}
      initial={{}}
      submit={t('send')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second kb-hint">{t('coverHint')}</p>
      <Form.Item<Values> name="file" label={t('file')} rules={[{ required: true, message: t('filesPlease') }]}>
        <FileField label={t('file')} />
      </Form.Item>
      <Form.Item<Values> name="effectiveFrom" label={t('effectiveFrom')}>
        <Input type="date" />
      </Form.Item>
      <Form.Item<Values> name="effectiveTo" label={t('effectiveTo')}>
        <Input type="date" />
      </Form.Item>
    </FormDialog>
  )
}
