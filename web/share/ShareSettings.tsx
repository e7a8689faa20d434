import { Checkbox, Form } from 'antd'
import { share, type ShareRow } from '#contract/share.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { type Terms, TermsFields } from './TermsFields.tsx'
import { texts } from './texts.ts'

type Values = Terms & { dropPassword?: boolean }

/** Changes the terms of a link that is out; its address stays. */
export function ShareSettings({ of, onClose }: { of: ShareRow; onClose: () => void }) {
  const t = useTexts(texts)
  const update = useCommand(share.update, { quiet: true })
  const { id, mode, hasPassword, title, note, expireDay, maxCount, watermark, notify, maxFileMb, kinds, askName } = of
  const submit = async ({ dropPassword = false, password, ...terms }: Values) => {
    const changed = dropPassword ? { password: '' } : password ? { password } : {}
    await update.mutateAsync({ id, ...terms, ...changed })
    say(t('saved'))
  }
  const initial = { title, note, password: '', expireDay, maxCount, watermark, notify, maxFileMb, kinds, askName }
  return (
    <FormDialog<Values>
      open
      place="drawer"
      title={t('editOf', { title })}
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      <TermsFields mode={mode} locked={hasPassword} />
      {hasPassword && (
        <Form.Item<Values> name="dropPassword" valuePropName="checked">
          <Checkbox>{t('dropPassword')}</Checkbox>
        </Form.Item>
      )}
    </FormDialog>
  )
}
