import { Checkbox, Form } from 'antd'
import { docRequest, type RequestDetailRow } from '#contract/doc-request.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { type Head, HeadFields } from './HeadFields.tsx'
import { texts } from './texts.ts'

type Values = Head & { dropPassword?: boolean }

/** Changes what stands above the items; the address stays. */
export function HeadForm({ of, onClose }: { of: RequestDetailRow; onClose: () => void }) {
  const t = useTexts(texts)
  const update = useCommand(docRequest.update, { quiet: true })
  const { id, title, note, contactName, contactPhone, dueDay, remindDays, remindEvery, hasPassword } = of
  const submit = async ({ dropPassword = false, password, ...head }: Values) => {
    const changed = dropPassword ? { password: '' } : password ? { password } : {}
    await update.mutateAsync({ id, ...head, ...changed })
    say(t('saved'))
  }
  return (
    <FormDialog<Values>
      open
      place="drawer"
      width={560}
      title={t('settings')}
      initial={{ title, note, contactName, contactPhone, dueDay, remindDays, remindEvery, password: '' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <HeadFields locked={hasPassword} />
      {hasPassword && (
        <Form.Item<Values> name="dropPassword" valuePropName="checked">
          <Checkbox>{t('dropPassword')}</Checkbox>
        </Form.Item>
      )}
    </FormDialog>
  )
}
