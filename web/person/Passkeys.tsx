import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { passkey, type Passkey } from '#contract/identity.ts'
import { call, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { deviceName } from '#web/kit/device-name.ts'
import { Part, PartRow } from './Part.tsx'
import { texts } from './texts.ts'

/** Passkeys: what the device keeps and a face, a finger or its lock opens. */
export function Passkeys() {
  const t = useTexts(texts)
  const rows = useQuery(query(passkey.list, {}))
  const register = useCommand(passkey.register)
  const rename = useCommand(passkey.rename, { quiet: true })
  const remove = useCommand(passkey.remove)
  const confirm = useConfirmDanger()
  const [naming, setNaming] = useState<Passkey>()
  const [busy, setBusy] = useState(false)
  const able = 'PublicKeyCredential' in window

  const add = async () => {
    const { flow, options } = await call(passkey.registerOptions, {})
    const { startRegistration } = await import('@simplewebauthn/browser')
    const response = await startRegistration({
      // the server made them for this very call
      optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
    }).catch(() => {
      throw new CallError(t('passkeyStopped'), 0)
    })
    const name = deviceName(navigator.userAgent) || t('unknownDevice')
    await register.mutateAsync({ flow, name, response: { ...response } })
    say(t('passkeyAdded'))
  }
  const begin = () => {
    setBusy(true)
    add()
      .catch((fault: unknown) => complain(fault))
      .finally(() => setBusy(false))
  }
  const destroy = async ({ id, name }: Passkey) => {
    if (!(await confirm({ says: t('removePasskeySure', { name }), ok: t('remove') }))) return
    await remove.mutateAsync({ id }).then(
      () => say(t('removed')),
      () => undefined,
    )
  }
  return (
    <Part
      title={t('passkeys')}
      says={t(able ? 'passkeysText' : 'passkeyUnable')}
      action={
        able && (
          <Button loading={busy} onClick={begin}>
            {t('passkeyAdd')}
          </Button>
        )
      }
    >
      <StateView of={rows}>
        {(list) =>
          list.length === 0 ? (
            <p className="second">{t('passkeyNone')}</p>
          ) : (
            <ul className="person-list">
              {list.map((one) => (
                <PartRow
                  key={one.id}
                  name={one.name}
                  note={one.seenTime ? t('lastUsed', { time: one.seenTime }) : t('neverUsed')}
                  action={
                    <>
                      <Button type="link" size="small" onClick={() => setNaming(one)}>
                        {t('rename')}
                      </Button>
                      <Button type="link" size="small" onClick={() => void destroy(one)}>
                        {t('remove')}
                      </Button>
                    </>
                  }
                />
              ))}
            </ul>
          )
        }
      </StateView>
      <FormDialog<{ name: string }>
        open={naming !== undefined}
        title={t('rename')}
        width={420}
        initial={{ name: naming?.name }}
        onClose={() => setNaming(undefined)}
        onSubmit={async ({ name }) => {
          await rename.mutateAsync({ id: naming?.id ?? '', name })
          say(t('saved'))
        }}
      >
        <Form.Item
          name="name"
          label={t('thisName')}
          rules={[{ required: true, whitespace: true, message: t('required', { field: t('thisName') }) }]}
        >
          <Input maxLength={60} />
        </Form.Item>
      </FormDialog>
    </Part>
  )
}
