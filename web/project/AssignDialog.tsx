import { Form } from 'antd'
import { useState } from 'react'
import { type Project, project } from '#contract/project.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { PersonPicker } from '../people/PersonPicker.tsx'
import { listTexts } from './list-texts.ts'

type AssignDialogProps = { of: readonly Project[]; onClose: () => void; onDone: () => void }

/** Gives projects to one person, who is told. */
export function AssignDialog({ of, onClose, onDone }: AssignDialogProps) {
  const t = useTexts(listTexts)
  // while it closes it still says how many
  const [count, setCount] = useState(of.length)
  if (of.length > 0 && of.length !== count) setCount(of.length)
  const assign = useCommand(project.assign, { quiet: true })
  return (
    <FormDialog<{ owner: string }>
      open={of.length > 0}
      title={t('assignTitle', { count })}
      width={420}
      initial={{}}
      submit={t('assign')}
      onSubmit={async ({ owner }) => {
        await assign.mutateAsync({ ids: of.map(({ id }) => id).join(','), owner })
        say(t('assigned'))
        onDone()
      }}
      onClose={onClose}
    >
      <Form.Item name="owner" label={t('owner')} rules={[{ required: true, message: t('ownerPlease') }]}>
        <PersonPicker />
      </Form.Item>
    </FormDialog>
  )
}
