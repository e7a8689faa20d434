import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { handoverKinds, user, type User } from '#contract/user.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { PersonPicker } from './PersonPicker.tsx'
import { texts } from './texts.ts'

type Values = { toUserId?: string }

/** 离职转办: what the person is responsible for, and the colleague to whom all of it goes. */
export function LeaveDialog({ of, onClose }: { of: User | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const leave = useCommand(user.leave, { quiet: true })
  const submit = async ({ toUserId }: Values) => {
    if (!of) return
    await leave.mutateAsync({ id: of.id, ...(toUserId && { toUserId }) })
    say(t('leaveDone', { name: of.realName }))
  }
  return (
    <FormDialog<Values>
      open={of !== undefined}
      title={t('leaveTitle', { name: of?.realName ?? '' })}
      initial={{}}
      submit={t('leaveDo')}
      onSubmit={submit}
      onClose={onClose}
    >
      {of && <Duties of={of} />}
    </FormDialog>
  )
}

function Duties({ of }: { of: User }) {
  const t = useTexts(texts)
  const duties = useQuery({ ...query(user.handover, { id: of.id }), staleTime: 0 })
  return (
    <StateView of={duties} shape={<Bones lines={4} />}>
      {(counts) => {
        const some = handoverKinds.filter((kind) => (counts[kind] ?? 0) > 0)
        if (some.length === 0) return <p className="second">{t('leaveNothing')}</p>
        return (
          <>
            <p className="second people-hint">{t('leaveSays')}</p>
            <dl className="figures people-duties">
              {some.map((kind) => (
                <div key={kind}>
                  <dt>{t(kind)}</dt>
                  <dd className="number">{counts[kind]}</dd>
                </div>
              ))}
            </dl>
            <Form.Item<Values>
              name="toUserId"
              label={t('leaveTo')}
              rules={[{ required: true, message: t('leaveToPlease') }]}
            >
              <PersonPicker except={[of.id]} />
            </Form.Item>
          </>
        )
      }}
    </StateView>
  )
}
