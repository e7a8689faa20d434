import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { user } from '#contract/user.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

type Values = { name: string; realName: string; email: string }

/** Who I am, as the server sees me, and what of it I may change. */
export function Basics() {
  const t = useTexts(texts)
  const me = useQuery(query(user.info, {}))
  const { firmName, tenantName } = useSession()
  const save = useCommand(user.updateInfo, { quiet: true })
  const [open, setOpen] = useState(false)
  const submit = async (values: Values) => {
    const saved = await save.mutateAsync(values)
    useSession.setState({ realName: saved.realName || saved.name || saved.account })
    say(t('saved'))
  }
  return (
    <StateView of={me}>
      {(person) => (
        <div className="person">
          <dl className="facts">
            {(
              [
                ['name', person.realName],
                ['nick', person.name],
                ['account', person.account],
                ['phone', person.phone],
                ['email', person.email],
                ['roles', person.roleName],
                ['dept', person.deptName],
                ['firm', firmName],
                ['tenant', [tenantName, person.tenantId].filter(Boolean).join(' · ')],
              ] as const
            ).map(([label, value]) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>{value || '—'}</dd>
              </div>
            ))}
          </dl>
          <div>
            <Button onClick={() => setOpen(true)}>{t('edit')}</Button>
          </div>
          <FormDialog<Values>
            open={open}
            title={t('basics')}
            width={420}
            initial={{ name: person.name, realName: person.realName, email: person.email }}
            onSubmit={submit}
            onClose={() => setOpen(false)}
          >
            <Form.Item<Values>
              name="realName"
              label={t('name')}
              rules={[{ required: true, whitespace: true, message: t('required', { field: t('name') }) }]}
            >
              <Input maxLength={60} />
            </Form.Item>
            <Form.Item<Values> name="name" label={t('nick')}>
              <Input maxLength={60} />
            </Form.Item>
            <Form.Item<Values> name="email" label={t('email')} rules={[{ type: 'email', message: t('emailWrong') }]}>
              <Input maxLength={200} inputMode="email" />
            </Form.Item>
          </FormDialog>
        </div>
      )}
    </StateView>
  )
}
