import { Alert, Button, Checkbox, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { type Datasource, datasource, type Tested } from '#contract/datasource.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = Pick<Datasource, 'name' | 'host' | 'port' | 'databaseName' | 'username' | 'remark'> & {
  password?: string
  disabled: boolean
}
/** What a test of the connection needs. */
const connection = ['host', 'port', 'databaseName', 'username', 'password'] as const satisfies (keyof Values)[]

/** Adds or changes a data source; the connection can be tried before it is saved. */
export function DatasourceForm({ of, onClose }: { of: Datasource | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const save = useCommand(datasource.submit, { quiet: true })
  const occupied = (of?.tenants ?? 0) > 0
  const submit = async ({ password, ...values }: Values) => {
    const sent = { ...values, ...(password && { password }) }
    const { state } = await save.mutateAsync(of ? { ...sent, id: of.id, version: of.version } : sent)
    say(t(state === 'draft' ? 'savedTestIt' : 'saved'))
  }
  return (
    <FormDialog<Values>
      open
      place="drawer"
      title={t(of ? 'editDatasource' : 'newDatasource')}
      initial={
        of ? { ...of, disabled: of.state === 'disabled' } : { port: 5432, databaseName: 'digao', disabled: false }
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item<Values>
        name="host"
        label={t('host')}
        extra={occupied ? t('occupied') : t('hostHint')}
        rules={[{ required: true, whitespace: true, message: t('hostPlease') }]}
      >
        <Input maxLength={253} disabled={occupied} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item<Values> name="port" label={t('port')} rules={[{ required: true, message: t('portPlease') }]}>
        <InputNumber min={1} max={65_535} precision={0} controls={false} disabled={occupied} style={{ width: 120 }} />
      </Form.Item>
      <Form.Item<Values>
        name="databaseName"
        label={t('database')}
        extra={t('databaseHint')}
        rules={[{ required: true, pattern: /^[a-z][0-9a-z_]{0,62}$/, message: t('databasePlease') }]}
      >
        <Input maxLength={63} disabled={occupied} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item<Values>
        name="username"
        label={t('username')}
        extra={t('usernameHint')}
        rules={[{ required: true, whitespace: true, message: t('usernamePlease') }]}
      >
        <Input maxLength={63} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item<Values>
        name="password"
        label={t('password')}
        {...(of && { extra: t('passwordKept') })}
        rules={[{ required: !of, message: t('passwordPlease') }]}
      >
        <Input.Password maxLength={200} autoComplete="new-password" />
      </Form.Item>
      <TryIt of={of} />
      <Form.Item<Values> name="disabled" valuePropName="checked" extra={t('disabledHint')}>
        <Checkbox>{t('disabled')}</Checkbox>
      </Form.Item>
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDialog>
  )
}

/** Tries what stands in the form now, and says how that went beside it. */
function TryIt({ of }: { of: Datasource | undefined }) {
  const t = useTexts(texts)
  const form = Form.useFormInstance<Values>()
  const test = useCommand(datasource.test, { quiet: true })
  const [went, setWent] = useState<z.output<typeof Tested>>()
  const tryIt = async () => {
    setWent(undefined)
    // what is missing is said at its field
    const values = await form.validateFields([...connection]).catch(() => undefined)
    if (!values) return
    const { password, ...rest } = values
    const began = performance.now()
    const result = await test
      .mutateAsync({ ...rest, ...(password && { password }), ...(of && { id: of.id }) })
      .catch((fault: unknown) => {
        if (!(fault instanceof CallError)) throw fault
        return { ok: false, took: Math.round(performance.now() - began), version: '', why: fault.message }
      })
    setWent(result)
  }
  const title = went && t(went.ok ? 'testWorks' : 'testFails', { version: went.version, took: went.took })
  return (
    <div style={{ display: 'grid', gap: 12, marginBlockEnd: 24 }}>
      <Button style={{ justifySelf: 'start' }} loading={test.isPending} onClick={() => void tryIt()}>
        {t('test')}
      </Button>
      {went && (
        <Alert
          showIcon
          type={went.ok ? 'success' : 'error'}
          title={title}
          {...(went.why && { description: went.why })}
        />
      )}
    </div>
  )
}
