import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sms, smsScenes, type SmsTemplate } from '#contract/sms.ts'
import { pageQuery, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { RowButtons } from './RowButtons.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { texts } from './texts.ts'

/** Which words a scene has in which channel. */
export function TemplateList({ adding, onAdding }: { adding: boolean; onAdding: (adding: boolean) => void }) {
  const t = useTexts(texts)
  const view = useListView({ sort: { field: 'updateTime', down: true } })
  const rows = useQuery(pageQuery(sms.templates, view.input))
  const channels = useQuery(query(sms.channels, { size: 200 }))
  const [editing, setEditing] = useState<SmsTemplate>()
  const choices = channels.data?.records ?? []
  const close = () => {
    setEditing(undefined)
    onAdding(false)
  }
  const columns: Column<SmsTemplate>[] = [
    { key: 'scene', title: t('scene'), width: 120, render: (row) => t(row.scene) },
    { key: 'channelName', title: t('channel'), width: 160, cut: true },
    { key: 'templateCode', title: t('templateCode'), width: 160, cut: true },
    { key: 'content', title: t('content'), cut: true },
    {
      key: 'status',
      title: t('status'),
      width: 96,
      render: (row) => (
        <StatusTag tone={row.status === 1 ? 'good' : 'plain'}>{t(row.status === 1 ? 'status1' : 'status0')}</StatusTag>
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
          remove={sms.removeTemplates}
          sure={t('deleteTemplate', { name: t(row.scene) })}
          onEdit={() => setEditing(row)}
        />
      ),
    },
  ]
  const none = channels.data?.total === 0
  return (
    <>
      <List
        name={t('templates')}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        pageKey="smsTemplate"
        onOpen={setEditing}
        search={[
          { filter: 'content', label: t('content') },
          {
            filter: 'scene_equal',
            label: t('scene'),
            options: smsScenes.map((value) => ({ value, label: t(value) })),
          },
          {
            filter: 'channelId_equal',
            label: t('channel'),
            options: choices.map(({ id, name }) => ({ value: id, label: name })),
          },
        ]}
        empty={{ says: none ? `${t('noTemplates')}。${t('addChannelFirst')}` : t('noTemplates') }}
      />
      <TemplateForm open={adding || editing !== undefined} of={editing} channels={choices} onClose={close} />
    </>
  )
}
