import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { type AccessToken, accessToken, tokenDays, type TokenScope, tokenScopes } from '#contract/access-token.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { Part, PartRow } from '../person/Part.tsx'
import { Connecting, CopyButton } from './Connecting.tsx'
import { texts } from './texts.ts'
import './access-token.css'

type Values = { name: string; scopes: TokenScope[]; days: number }
/** A token just made carries its text; of one that stands there is none. */
type Shown = { name: string; scopes: readonly TokenScope[]; token: string }

/** The keys programs act by in one's name: made, shown once, revoked. */
export function AccessTokens() {
  const t = useTexts(texts)
  const rows = useQuery(query(accessToken.list, {}))
  const create = useCommand(accessToken.create, { quiet: true })
  const revoke = useCommand(accessToken.revoke)
  const confirm = useConfirmDanger()
  const [adding, setAdding] = useState(false)
  const [shown, show] = useState<Shown>()
  const required = (field: string) => ({ required: true, message: t('required', { field }) })

  const end = async ({ id, name }: AccessToken) => {
    if (!(await confirm({ says: t('revokeSure', { name }), ok: t('revoke') }))) return
    await revoke.mutateAsync({ id }).then(
      () => say(t('revoked')),
      () => undefined,
    )
  }
  return (
    <Part title={t('title')} says={t('says')} action={<Button onClick={() => setAdding(true)}>{t('add')}</Button>}>
      <StateView of={rows}>
        {(list) =>
          list.length === 0 ? (
            <p className="second">{t('none')}</p>
          ) : (
            <ul className="person-list">
              {list.map((one) => (
                <PartRow
                  key={one.id}
                  name={<TokenName of={one} />}
                  note={[
                    one.scopes.map((scope) => scope.toUpperCase()).join(' + '),
                    t('until', { time: one.expireTime.slice(0, 10) }),
                    one.seenTime ? t('seen', { time: one.seenTime, address: one.seenAddress }) : t('unseen'),
                  ].join(' · ')}
                  action={
                    <>
                      <Button
                        type="link"
                        size="small"
                        onClick={() => show({ name: one.name, scopes: one.scopes, token: '' })}
                      >
                        {t('connect')}
                      </Button>
                      <Button type="link" size="small" onClick={() => void end(one)}>
                        {t('revoke')}
                      </Button>
                    </>
                  }
                />
              ))}
            </ul>
          )
        }
      </StateView>
      <FormDialog<Values>
        open={adding}
        title={t('add')}
        width={480}
        submit={t('create')}
        initial={{ scopes: ['mcp'], days: 90 }}
        onClose={() => setAdding(false)}
        onSubmit={async (values) => {
          const { token, row } = await create.mutateAsync(values)
          show({ name: row.name, scopes: row.scopes, token })
        }}
      >
        <Form.Item<Values> name="name" label={t('name')} rules={[{ ...required(t('name')), whitespace: true }]}>
          <Input maxLength={60} placeholder={t('nameHint')} autoComplete="off" />
        </Form.Item>
        <Form.Item<Values> name="scopes" label={t('scopes')} rules={[required(t('scopes'))]}>
          <Checkbox.Group className="token-scopes" options={tokenScopes.map((value) => ({ value, label: t(value) }))} />
        </Form.Item>
        <Form.Item<Values> name="days" label={t('days')}>
          <Select options={tokenDays.map((value) => ({ value, label: t('daysOf', { days: value }) }))} />
        </Form.Item>
      </FormDialog>
      <ShownToken of={shown} onClose={() => show(undefined)} />
    </Part>
  )
}

function TokenName({ of: { name, tail, expired } }: { of: AccessToken }) {
  const t = useTexts(texts)
  return (
    <>
      {name} <code className="third">…{tail}</code>
      {expired && <StatusTag tone="waiting">{t('expired')}</StatusTag>}
    </>
  )
}

/** A token that was just made, once; and how programs are told of one. */
function ShownToken({ of: shown, onClose }: { of: Shown | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  useFocusBack(shown !== undefined)
  const made = shown !== undefined && shown.token !== ''
  return (
    <Modal
      title={made ? t('made') : t('connect')}
      open={shown !== undefined}
      onCancel={onClose}
      footer={null}
      width={640}
      // a click beside it must not lose what is never shown again
      mask={{ closable: !made }}
      destroyOnHidden
    >
      {shown && (
        <div className="token-shown">
          {made && (
            <>
              <Alert type="warning" showIcon title={t('once')} />
              <div className="token-text">
                <code>{shown.token}</code>
                <CopyButton text={shown.token} of={t('token')} />
              </div>
            </>
          )}
          <Connecting scopes={shown.scopes} token={shown.token} />
        </div>
      )}
    </Modal>
  )
}
