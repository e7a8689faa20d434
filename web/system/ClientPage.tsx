import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { type Client, client, grantTypes } from '#contract/client.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { ClientForm } from './ClientForm.tsx'
import { RowActions } from './RowActions.tsx'
import { texts } from './texts.ts'
import { useRemoval } from './use-removal.ts'
import './system.css'

/** A secret that was made just now. */
export type MadeSecret = { name: string; secret: string }

/** /platform/client: programs that may ask for tokens. */
export function ClientPage() {
  const t = useTexts(texts)
  const view = useListView({ sort: { field: 'createTime', down: true } })
  const rows = useQuery(pageQuery(client.list, view.input))
  const remove = useRemoval(client.remove)
  const renewal = useCommand(client.renewSecret)
  const confirm = useConfirmDanger()
  const [form, setForm] = useState<{ of?: Client }>()
  const [made, setMade] = useState<MadeSecret>()
  const ways = (row: Client) =>
    grantTypes
      .filter((type) => row.grantTypes.includes(type))
      .map((type) => t(`way_${type}`))
      .join(t('comma'))
  const seconds = (count: number | null) => (count === null ? t('asDeployed') : String(count))

  const renew = async (row: Client) => {
    if (!(await confirm({ says: t('renewSecretSure', { name: row.clientId }), ok: t('renewSecret') }))) return
    await renewal.mutateAsync({ id: row.id }).then(
      ({ clientSecret }) => setMade({ name: row.clientId, secret: clientSecret ?? '' }),
      () => undefined,
    )
  }
  const columns: Column<Client>[] = [
    {
      key: 'clientId',
      title: t('clientId'),
      width: 180,
      sortable: true,
      render: (row) => (
        <span className="two-lines">
          <span>{row.clientId}</span>
          {row.clientName !== '' && <span className="third">{row.clientName}</span>}
        </span>
      ),
    },
    { key: 'grantTypes', title: t('clientGrants'), width: 220, render: (row) => ways(row) || '—' },
    {
      key: 'accessSeconds',
      title: t('clientLife'),
      width: 160,
      render: ({ accessSeconds: access, refreshSeconds: refresh }) =>
        access === null && refresh === null ? t('asDeployed') : `${seconds(access)} / ${seconds(refresh)}`,
    },
    {
      key: 'redirectUris',
      title: t('clientRedirects'),
      render: (row) => (
        <span className="two-lines">
          {row.redirectUris.length === 0 ? '—' : row.redirectUris.map((uri) => <span key={uri}>{uri}</span>)}
        </span>
      ),
    },
    {
      key: 'status',
      title: t('status'),
      width: 96,
      render: ({ status, builtIn }) => (
        <span className="two-lines">
          <StatusTag tone={status === 1 ? 'good' : 'plain'}>{t(status === 1 ? 'enabled' : 'disabled')}</StatusTag>
          {builtIn && <span className="third">{t('clientBuiltIn')}</span>}
        </span>
      ),
    },
    { key: 'createTime', title: t('createTime'), width: 168, sortable: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 172,
      fixed: 'end',
      render: (row) => (
        <RowActions
          actions={[
            { key: 'edit', label: t('edit'), run: () => setForm({ of: row }) },
            ...(row.builtIn
              ? []
              : [
                  { key: 'secret', label: t('renewSecret'), run: () => renew(row) },
                  { key: 'remove', label: t('remove'), run: () => remove(row, row.clientId), danger: true },
                ]),
          ]}
        />
      ),
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newClient')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('clients')}
        pageKey="client"
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={[
          { filter: 'clientId', label: t('clientId') },
          { filter: 'clientName', label: t('clientName') },
        ]}
        empty={{ says: t('noClients'), action: add }}
        onNew={() => setForm({})}
      />
      <ClientForm form={form} onMade={setMade} onClose={() => setForm(undefined)} />
      <SecretDialog made={made} onClose={() => setMade(undefined)} />
    </>
  )
}

/** The one time a secret can be read. */
function SecretDialog({ made, onClose }: { made: MadeSecret | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    say(t('secretCopied'))
  }
  return (
    <Modal
      open={made !== undefined}
      title={t('secretTitle', { name: made?.name ?? '' })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <p>{t('secretOnce')}</p>
      <div className="secret-line">
        <code>{made?.secret}</code>
        {window.isSecureContext && <Button onClick={() => void copy(made?.secret ?? '')}>{t('copy')}</Button>}
      </div>
    </Modal>
  )
}
