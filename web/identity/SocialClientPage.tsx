import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { socialTypes } from '#contract/identity.ts'
import { type SocialClient, socialClient } from '#contract/identity-provider.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { SocialClientForm } from './SocialClientForm.tsx'
import { texts } from './texts.ts'

/** /system/social: applications at WeChat, DingTalk and others through which people sign in. */
export function SocialClientPage() {
  const t = useTexts(texts)
  const view = useListView()
  const rows = useQuery(pageQuery(socialClient.list, view.input))
  const [form, setForm] = useState<{ of?: SocialClient }>()
  const columns: Column<SocialClient>[] = [
    { key: 'name', title: t('name'), sortable: true, cut: true },
    { key: 'type', title: t('type'), width: 150, render: (row) => t(row.type) },
    { key: 'clientId', title: t('clientId'), width: 220, cut: true },
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
      width: 180,
      fixed: 'end',
      render: (row) => <RowActions row={row} onEdit={() => setForm({ of: row })} />,
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newSocial')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('socials')}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={[
          { filter: 'name', label: t('name'), width: 220 },
          {
            filter: 'type_equal',
            label: t('type'),
            options: socialTypes.map((value) => ({ value, label: t(value) })),
            width: 160,
          },
        ]}
        empty={{ says: t('noSocials'), action: add }}
        onNew={() => setForm({})}
        onOpen={(of) => setForm({ of })}
      />
      <SocialClientForm open={form !== undefined} of={form?.of} onClose={() => setForm(undefined)} />
    </>
  )
}

function RowActions({ row, onEdit }: { row: SocialClient; onEdit: () => void }) {
  const t = useTexts(texts)
  const { modal } = App.useApp()
  const confirm = useConfirmDanger()
  const remove = useCommand(socialClient.remove)
  const test = useCommand(socialClient.test)
  const destroy = async () => {
    if (!(await confirm({ says: t('removeSure', { name: row.name }), ok: t('remove') }))) return
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('removed')),
      () => undefined,
    )
  }
  const probe = () =>
    test.mutate(
      { id: row.id },
      {
        onSuccess: ({ ok, says }) =>
          modal.info({
            title: t('testTitle'),
            icon: null,
            okText: t('close'),
            content: (
              <>
                <p>{t(ok ? 'testOk' : 'testUnsure')}</p>
                <p className="second">{says}</p>
              </>
            ),
          }),
      },
    )
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
      <Button type="link" size="small" loading={test.isPending} onClick={probe}>
        {t('test')}
      </Button>
      <Button type="link" size="small" onClick={() => void destroy()}>
        {t('remove')}
      </Button>
    </span>
  )
}
