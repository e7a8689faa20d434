import { Form, Radio } from 'antd'
import { clientProfile, memberRoles } from '#contract/client-profile.ts'
import type { Enterprise } from '#contract/enterprise.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { ColleaguePicker } from './ColleaguePicker.tsx'
import { texts } from './texts.ts'

type AssignDialogProps = { of: readonly Enterprise[]; onDone?: () => void; onClose: () => void }
type Values = { userId: string; role: (typeof memberRoles)[number] }

/** Assigns a colleague to one client or to many. */
export function AssignDialog({ of, onDone, onClose }: AssignDialogProps) {
  const t = useTexts(texts)
  const assign = useCommand(clientProfile.assign, { quiet: true })
  const submit = async (values: Values) => {
    const { assigned } = await assign.mutateAsync({ ids: of.map(({ id }) => id).join(','), ...values })
    say(assigned > 0 ? t('assigned', { count: assigned }) : t('assignedAlready'))
    onDone?.()
  }
  return (
    <FormDialog<Values>
      open
      width={480}
      title={of.length === 1 ? t('assignOne') : t('assignTitle', { count: of.length })}
      initial={{ role: 'member' }}
      submit={t('assign')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values> name="userId" label={t('person')} rules={[{ required: true, message: t('personPlease') }]}>
        <ColleaguePicker />
      </Form.Item>
      <Form.Item<Values> name="role" label={t('role')} extra={t('leadHint')}>
        <Radio.Group options={memberRoles.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
    </FormDialog>
  )
}
