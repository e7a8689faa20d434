import { Checkbox, Form, Input } from 'antd'
import { type SavedView, view as contract } from '#contract/list.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { FormDialog } from './FormDialog.tsx'
import { type ListView, sortText } from './list-view.ts'
import { listTexts as texts } from './list-texts.ts'

type ViewDialogProps = { pageKey: string; view: ListView; of?: SavedView; onClose: () => void }
type Values = { name: string; shared: boolean }

/** Saves what the list shows as a view, or renames and shares one. */
export function ViewDialog({ pageKey, view, of, onClose }: ViewDialogProps) {
  const t = useTexts(texts)
  const may = useMay()
  const submit = useCommand(contract.submit, { quiet: true })
  const save = async ({ name, shared }: Values) => {
    const what = of
      ? { id: of.id, version: of.version }
      : { pageKey, filters: view.filters, sort: sortText(view.sort), pageSize: view.size }
    const saved = await submit.mutateAsync({ ...what, name, ...(may('role.edit') && { shared }) })
    view.name(saved.id)
    say(t('viewSaved'))
  }
  return (
    <FormDialog<Values>
      open
      title={of ? t('viewChange') : t('viewNew')}
      width={420}
      initial={{ name: of?.name ?? '', shared: of?.shared ?? false }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="name"
        label={t('viewName')}
        rules={[{ required: true, whitespace: true, message: t('viewNamePlease') }]}
        {...(!of && { extra: t('viewKeeps') })}
      >
        <Input maxLength={60} />
      </Form.Item>
      {may('role.edit') && (
        <Form.Item<Values> name="shared" valuePropName="checked" noStyle>
          <Checkbox>{t('viewShare')}</Checkbox>
        </Form.Item>
      )}
    </FormDialog>
  )
}
