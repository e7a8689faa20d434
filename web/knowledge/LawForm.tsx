import { Form } from 'antd'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { knowledge, type KnowledgeBase } from '#contract/knowledge.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { watchJob } from '#web/kit/watch-job.ts'
import { FileField } from './FileField.tsx'
import { texts } from './texts.ts'
import { useSendFile } from './use-add-files.ts'

type Values = { file?: File }
type FormProps = { open: boolean; base: KnowledgeBase; onClose: () => void }

/** Brings a collection of articles into a base of laws. */
export function LawForm({ open, base, onClose }: FormProps) {
  const t = useTexts(texts)
  const send = useSendFile(base.id)
  const take = useCommand(knowledgeDoc.importLaw, { quiet: true, also: [knowledge.bases] })
  const submit = async ({ file }: Values) => {
    const fileId = file && (await send(file))
    if (fileId === undefined) return false
    const { jobId } = await take.mutateAsync({ baseId: base.id, fileId })
    say(t('begun'))
    watchJob(jobId)
    return true
  }
  return (
    <FormDialog<Values>
      open={open}
      title={t('importLaw')}
      initial={{}}
      submit={t('send')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second kb-hint">{t('importLawHint')}</p>
      <Form.Item<Values> name="file" label={t('file')} rules={[{ required: true, message: t('filesPlease') }]}>
        <FileField label={t('file')} accept=".jsonl,.gz,.json" />
      </Form.Item>
    </FormDialog>
  )
}
