import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, Radio, Select } from 'antd'
import {
  LONGEST_BODY,
  promptCategories,
  type PromptContent,
  type PromptScope,
  type PromptTemplate,
  promptTemplate,
} from '#contract/prompt-template.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'
import { VariableList } from './VariableList.tsx'

type Values = Pick<PromptTemplate, 'name' | 'nameEn' | 'says' | 'saysEn' | 'scope' | 'category'> & {
  content: PromptContent
  publish: boolean
  note: string
}
type EditorProps = {
  /** Empty: a new one. */
  id: string
  /** The scopes one may add to. */
  scopes: readonly PromptScope[]
  onClose: () => void
}

/** Adds a template or changes its draft. */
export function TemplateEditor({ id, scopes, onClose }: EditorProps) {
  const t = useTexts(texts)
  const template = useQuery({ ...query(promptTemplate.detail, { id }), enabled: id !== '' })
  const save = useCommand(promptTemplate.save, { quiet: true })
  const of = template.data
  const submit = async (values: Values) => {
    const { version } = await save.mutateAsync({ ...values, ...(of && { id: of.id, revision: of.revision }) })
    say(values.publish ? t('published', { version }) : t('saved'))
  }
  const empty = {
    name: '', nameEn: '', says: '', saysEn: '', scope: scopes.at(-1), category: 'writing', publish: true, note: '',
    content: { body: '', variables: [] },
  } // prettier-ignore
  return (
    <FormDialog<Values>
      open={id === '' || of !== undefined}
      place="drawer"
      width={720}
      title={t(of ? 'editTemplate' : 'newTemplate')}
      initial={of ? { ...of, content: of.draft ?? of.published, publish: of.scope === 'personal', note: '' } : empty}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="prompt-grid">
        <Form.Item<Values>
          name="name"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item<Values> name="nameEn" label={t('nameEn')}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item<Values> name="category" label={t('category')}>
          <Select options={promptCategories.map((value) => ({ value, label: t(`category_${value}`) }))} />
        </Form.Item>
        <Form.Item<Values> name="scope" label={t('scope')}>
          <Radio.Group
            disabled={of !== undefined}
            options={(of ? [of.scope] : scopes).map((value) => ({ value, label: t(`scope_${value}`) }))}
          />
        </Form.Item>
      </div>
      <Form.Item<Values> name="says" label={t('says')}>
        <Input maxLength={300} />
      </Form.Item>
      <Form.Item<Values> name="saysEn" label={t('saysEn')}>
        <Input maxLength={300} />
      </Form.Item>
      <Form.Item<Values>
        name={['content', 'body']}
        label={t('body')}
        extra={t('bodyHint')}
        rules={[{ required: true, whitespace: true, message: t('bodyPlease') }]}
      >
        <Input.TextArea autoSize={{ minRows: 8, maxRows: 24 }} maxLength={LONGEST_BODY} />
      </Form.Item>
      <VariableList />
      <div className="prompt-grid">
        <Form.Item<Values> name="publish" valuePropName="checked" extra={t('publishNowHint')}>
          <Checkbox>{t('publishNow')}</Checkbox>
        </Form.Item>
        <Form.Item<Values> name="note" label={t('note')}>
          <Input maxLength={200} />
        </Form.Item>
      </div>
    </FormDialog>
  )
}
