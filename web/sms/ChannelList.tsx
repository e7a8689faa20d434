import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { sms, type SmsChannel, smsProviders } from '#contract/sms.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { ChannelForm } from './ChannelForm.tsx'
import { RowButtons } from './RowButtons.tsx'
import { texts } from './texts.ts'

/** The tenant's channels; the one in use is marked. */
export function ChannelList({ adding, onAdding }: { adding: boolean; onAdding: (adding: boolean) => void }) {
  const t = useTexts(texts)
  const view = useListView({ sort: { field: 'sort', down: false } })
  const rows = useQuery(pageQuery(sms.channels, view.input))
  const [editing, setEditing] = useState<SmsChannel>()
  const close = () => {
    setEditing(undefined)
    onAdding(false)
  }
  const columns: Column<SmsChannel>[] = [
    { key: 'name', title: t('name'), sortable: true, cut: true },
    { key: 'provider', title: t('provider'), width: 120, render: (row) => t(row.provider) },
    { key: 'sign', title: t('sign'), width: 160, cut: true },
    { key: 'accessKey', title: t('accessKey'), width: 200, cut: true },
    { key: 'sort', title: t('sort'), width: 80, align: 'right', sortable: true },
    {
      key: 'status',
      title: t('status'),
      width: 110,
      render: (row) => (
        <StatusTag tone={row.current ? 'good' : 'plain'}>
          {row.current ? t('current') : t(row.status === 1 ? 'status1' : 'status0')}
        </StatusTag>
      ),
    },
    { key: 'updateTime', title: t('updateTime'), width: 172, sortable: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 130,
      fixed: 'end',
      render: (row) => (
        <RowButtons
          id={row.id}
          remove={sms.removeChannels}
          sure={t('deleteChannel', { name: row.name })}
          onEdit={() => setEditing(row)}
        />
      ),
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => onAdding(true)}>
      {t('newChannel')}
    </Button>
  )
  return (
    <>
      <List
        name={t('channels')}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        pageKey="smsChannel"
        onNew={() => onAdding(true)}
        onOpen={setEditing}
        search={[
          { filter: 'name', label: t('name') },
          {
            filter: 'provider_equal',
            label: t('provider'),
            options: smsProviders.map((value) => ({ value, label: t(value) })),
          },
        ]}
        empty={{ says: t('noChannels'), action: add }}
      />
      <ChannelForm open={adding || editing !== undefined} of={editing} onClose={close} />
    </>
  )
}
