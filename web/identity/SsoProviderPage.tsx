import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { type SsoProvider, ssoProvider } from '#contract/identity-provider.ts'
import { call, pageQuery, useCommand } from '#web/kernel/api.ts'
import { emptied, leaveTo, newNonce, returnedIn, takeAway } from '#web/kernel/away.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import { CallError } from '#web/kernel/transport.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { SsoProviderForm } from './SsoProviderForm.tsx'
import { SsoTestResult } from './SsoTestResult.tsx'
import { texts } from './texts.ts'

type Seen = z.output<typeof ssoProvider.testFinish.output>

/** /system/sso: identity providers with whose accounts people sign in. */
export function SsoProviderPage() {
  const t = useTexts(texts)
  const { query } = useTab()
  const setView = useSetView()
  const view = useListView()
  const rows = useQuery(pageQuery(ssoProvider.list, view.input))
  const [form, setForm] = useState<{ of?: SsoProvider }>()
  const [seen, setSeen] = useState<Seen>()

  const finish = useEffectEvent(() => {
    const returned = returnedIn(query.toString())
    if (!returned) return
    setView(emptied)
    const away = takeAway(returned.state)
    if (!away) return complain(new CallError(t('notBegunHere'), 0))
    if (returned.error) return complain(new CallError(t('givenUp'), 0))
    const { code, state, iss } = returned
    const back = { code, state, nonce: away.nonce, ...(iss && { iss }) }
    call(ssoProvider.testFinish, back).then(setSeen, complain)
  })
  useEffect(() => finish(), [])

  const columns: Column<SsoProvider>[] = [
    { key: 'name', title: t('name'), width: 200, cut: true },
    { key: 'issuer', title: t('issuer'), cut: true },
    { key: 'clientId', title: t('clientId'), width: 160, cut: true },
    {
      key: 'status',
      title: t('status'),
      width: 96,
      render: ({ status }) => (
        <StatusTag tone={status === 1 ? 'good' : 'plain'}>{t(status === 1 ? 'enabled' : 'disabled')}</StatusTag>
      ),
    },
    { key: 'updateTime', title: t('updateTime'), width: 172 },
    {
      key: 'actions',
      title: t('actions'),
      width: 300,
      fixed: 'end',
      render: (row) => <RowActions row={row} onEdit={() => setForm({ of: row })} />,
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newProvider')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('providers')}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={[
          { filter: 'name', label: t('name'), width: 220 },
          { filter: 'issuer', label: t('issuer'), width: 260 },
        ]}
        empty={{ says: t('noProviders'), action: add }}
        onNew={() => setForm({})}
        onOpen={(of) => setForm({ of })}
      />
      <SsoProviderForm open={form !== undefined} of={form?.of} onClose={() => setForm(undefined)} />
      <SsoTestResult seen={seen} onClose={() => setSeen(undefined)} />
    </>
  )
}

function RowActions({ row, onEdit }: { row: SsoProvider; onEdit: () => void }) {
  const t = useTexts(texts)
  const tenantId = useSession((state) => state.tenantId)
  const confirm = useConfirmDanger()
  const remove = useCommand(ssoProvider.remove)
  const test = useCommand(ssoProvider.test)
  const leave = async () => {
    const nonce = newNonce()
    const { url, state } = await call(ssoProvider.testStart, { id: row.id, nonce })
    leaveTo(url, { state, nonce, purpose: 'test', kind: 'sso', through: row.id, tenantId })
  }
  const destroy = async () => {
    if (!(await confirm({ says: t('removeSure', { name: row.name }), ok: t('remove') }))) return
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('removed')),
      () => undefined,
    )
  }
  const read = () => test.mutate({ id: row.id }, { onSuccess: ({ issuer }) => say(t('issuerRead', { issuer })) })
  return (
    <span
      className="row-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      <Button type="link" size="small" onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button type="link" size="small" loading={test.isPending} onClick={read}>
        {t('readIssuer')}
      </Button>
      <Button type="link" size="small" onClick={() => void leave().catch(complain)}>
        {t('testSignIn')}
      </Button>
      <Button type="link" size="small" onClick={() => void destroy()}>
        {t('remove')}
      </Button>
    </span>
  )
}
