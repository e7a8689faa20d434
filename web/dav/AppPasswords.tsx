import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Input, Radio } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { dav, type DavPassword } from '#contract/dav.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { Part, PartRow } from '../person/Part.tsx'
import { HowToMount, type Mounting } from './HowToMount.tsx'
import { texts } from './texts.ts'
import './dav.css'

const DiskFolderPicker = lazy(async () => ({
  default: (await import('../disk/DiskFolderPicker.tsx')).DiskFolderPicker,
}))

/** The passwords by which computers and programs mount the disk in one's name: made, shown once, revoked. */
export function AppPasswords() {
  const t = useTexts(texts)
  const rows = useQuery(query(dav.list, {}))
  const revoke = useCommand(dav.revoke)
  const confirm = useConfirmDanger()
  const [adding, setAdding] = useState(false)
  const [shown, show] = useState<Mounting>()

  const end = async ({ id, name }: DavPassword) => {
    if (!(await confirm({ says: t('revokeSure', { name }), ok: t('revoke') }))) return
    const done = await revoke.mutateAsync({ id }).catch(() => undefined)
    if (done) say(t('revoked'))
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
                  name={<PasswordName of={one} />}
                  note={[
                    one.rootId ? t('onlyFolder', { name: one.rootName }) : t('everything'),
                    one.seenTime ? t('seen', { time: one.seenTime, address: one.seenAddress }) : t('unseen'),
                  ].join(' · ')}
                  action={
                    <>
                      <Button type="link" size="small" onClick={() => show({ account: '', password: '' })}>
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
      {adding && <NewPassword onMade={show} onClose={() => setAdding(false)} />}
      <HowToMount of={shown} onClose={() => show(undefined)} />
    </Part>
  )
}

function PasswordName({ of: { name, tail, readOnly } }: { of: DavPassword }) {
  const t = useTexts(texts)
  return (
    <>
      {name} <code className="third">…{tail}</code> {readOnly && <StatusTag tone="plain">{t('readOnly')}</StatusTag>}
    </>
  )
}

type Values = { name: string; readOnly: boolean; scope: 'all' | 'folder' }

function NewPassword({ onMade, onClose }: { onMade: (made: Mounting) => void; onClose: () => void }) {
  const t = useTexts(texts)
  const create = useCommand(dav.create, { quiet: true })
  const [folder, setFolder] = useState<{ id: string; name: string }>()
  const [picking, setPicking] = useState(false)
  const submit = async ({ name, readOnly, scope }: Values) => {
    if (scope === 'folder' && !folder) {
      setPicking(true)
      return false
    }
    const rootId = scope === 'folder' ? (folder?.id ?? '') : ''
    const { account, password } = await create.mutateAsync({ name, readOnly, rootId })
    onMade({ account, password })
    return true
  }
  return (
    <>
      <FormDialog<Values>
        open
        title={t('add')}
        width={480}
        submit={t('create')}
        initial={{ readOnly: false, scope: 'all' }}
        onClose={onClose}
        onSubmit={submit}
      >
        <Form.Item<Values>
          name="name"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: t('required', { field: t('name') }) }]}
        >
          <Input maxLength={60} placeholder={t('nameHint')} autoComplete="off" />
        </Form.Item>
        <Form.Item<Values> name="scope" label={t('root')}>
          <Radio.Group
            className="dav-scope"
            options={[
              { value: 'all', label: t('everything') },
              { value: 'folder', label: t('oneFolder') },
            ]}
          />
        </Form.Item>
        <Form.Item noStyle shouldUpdate>
          {({ getFieldValue }) =>
            getFieldValue('scope') === 'folder' && (
              <p className="dav-folder">
                <Button size="small" onClick={() => setPicking(true)}>
                  {t('choose')}
                </Button>
                <span className="second">{folder?.name ?? t('pickFirst')}</span>
              </p>
            )
          }
        </Form.Item>
        <Form.Item<Values> name="readOnly" valuePropName="checked" extra={t('readOnlyHint')}>
          <Checkbox>{t('readOnly')}</Checkbox>
        </Form.Item>
      </FormDialog>
      {picking && (
        <Suspense>
          <DiskFolderPicker
            onPick={({ id, name }) => {
              setFolder({ id, name })
              setPicking(false)
            }}
            onCancel={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
