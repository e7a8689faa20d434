import { Form, Input } from 'antd'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { knowledge, type KnowledgeBase } from '#contract/knowledge.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'
import { useToldAdded } from './use-add-files.ts'

type Values = { json: string }
type FormProps = { open: boolean; base: KnowledgeBase; onClose: () => void }
const documents = knowledgeDoc.addTexts.input.shape.documents

/** What another program sends over the call, pasted: the same data, the same checks. */
function read(json: string) {
  try {
    return documents.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

/** Documents as JSON, as another program would send them. */
export function AddTextsForm({ open, base, onClose }: FormProps) {
  const t = useTexts(texts)
  const told = useToldAdded()
  const take = useCommand(knowledgeDoc.addTexts, { quiet: true, also: [knowledge.bases] })
  const submit = async ({ json }: Values) =>
    told(await take.mutateAsync({ baseId: base.id, documents: read(json) ?? [], evenSo: false }))
  return (
    <FormDialog<Values>
      open={open}
      title={t('addTexts')}
      width={720}
      initial={{ json: '' }}
      submit={t('send')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second kb-hint">{t('addTextsHint', { path: knowledgeDoc.addTexts.path })}</p>
      <Form.Item<Values>
        name="json"
        label={t('json')}
        validateTrigger="onSubmit"
        rules={[
          {
            validator: (_, json: string) =>
              read(json) ? Promise.resolve() : Promise.reject(new Error(t('jsonWrong'))),
          },
        ]}
      >
        <Input.TextArea rows={12} spellCheck={false} placeholder='[{"name": "…", "text": "# …"}]' />
      </Form.Item>
    </FormDialog>
  )
}
