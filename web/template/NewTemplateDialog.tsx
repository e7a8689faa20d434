import { Button, Form, Input, Radio, Select } from 'antd'
import { useRef, useState } from 'react'
import { AUDIT_CATEGORY } from '#contract/project.ts'
import { paperTemplate } from '#contract/paper-template.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { sendTemplate } from './send-file.ts'
import { texts } from './texts.ts'

type Values = { name: string; category: string; origin: 'file' | 'system'; file?: File }
type NewTemplateDialogProps = { open: boolean; onClose: () => void; onMade: (id: string) => void }

/** What spreadsheets are called. */
export const SPREADSHEETS = '.xlsx,.xlsm,.xls,.xlsb,.ods,.csv'

/** A new template: from a spreadsheet of the firm's, or from the system's papers. */
export function NewTemplateDialog({ open, onClose, onMade }: NewTemplateDialogProps) {
  const t = useTexts(texts)
  const copy = useCommand(paperTemplate.fromSystem, { quiet: true })
  const submit = async ({ name, category, origin, file }: Values) => {
    const { id } =
      origin === 'file' && file
        ? await sendTemplate(name, category, file)
        : await copy.mutateAsync({ name, category: Number(category) })
    say(t('created'))
    onMade(id)
  }
  return (
    <FormDialog<Values>
      open={open}
      title={t('newTemplate')}
      width={560}
      initial={{ origin: 'file', category: String(AUDIT_CATEGORY) }}
      submit={t('create')}
      onSubmit={submit}
      onClose={onClose}
    >
      <NewTemplateFields />
    </FormDialog>
  )
}

function NewTemplateFields() {
  const t = useTexts(texts)
  const categories = useDictionary('tax_project_category')
  const origin = Form.useWatch<Values['origin']>('origin')
  return (
    <>
      <Form.Item<Values>
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={100} placeholder={t('namePlease')} />
      </Form.Item>
      <Form.Item<Values>
        name="category"
        label={t('category')}
        rules={[{ required: true, message: t('categoryPlease') }]}
      >
        <Select options={categories.options} />
      </Form.Item>
      <Form.Item<Values> name="origin" label={t('origin')}>
        <Radio.Group
          options={[
            { value: 'file', label: t('fromFile') },
            { value: 'system', label: t('fromSystem') },
          ]}
        />
      </Form.Item>
      {origin === 'system' ? (
        <p className="second">{t('fromSystemHint')}</p>
      ) : (
        <Form.Item<Values>
          name="file"
          label={t('file')}
          extra={t('fileHint')}
          rules={[{ required: true, message: t('filePlease') }]}
        >
          <FileField />
        </Form.Item>
      )}
    </>
  )
}

type FileFieldProps = { id?: string; value?: File; onChange?: (file: File | undefined) => void }

/** One file of the person's. */
function FileField({ id, value, onChange }: FileFieldProps) {
  const t = useTexts(texts)
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(value?.name ?? '')
  return (
    <span className="template-file">
      <Button onClick={() => input.current?.click()}>{t('chooseFile')}</Button>
      <span className={name ? '' : 'third'}>{name || t('filePlease')}</span>
      <input
        ref={input}
        id={id}
        type="file"
        accept={SPREADSHEETS}
        aria-label={t('file')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          setName(file?.name ?? '')
          onChange?.(file)
        }}
      />
    </span>
  )
}
