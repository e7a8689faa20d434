import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { type Attachment, attachment } from '#contract/storage.ts'
import { download, pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { texts } from './storage-texts.ts'

const save = (row: Attachment) => void download(attachment.download, { id: row.id }, row.name).catch(complain)

type Doomed = { rows: Attachment[]; done?: () => void }

/** /system/attachment: the files of the tenant. */
export function AttachmentPage() {
  const t = useTexts(texts)
  const may = useMay()
  const view = useListView()
  const rows = useQuery(pageQuery(attachment.list, view.input))
  const [doomed, setDoomed] = useState<Doomed | undefined>()
  const purpose = (name: string) => (name === 'financial' || name === 'export' || name === 'import' ? t(name) : name)
  const mayDelete = may('attachment.delete')
  const columns: Column<Attachment>[] = [
    { key: 'name', title: t('name'), cut: true, sortable: true },
    { key: 'size', title: t('size'), width: 96, align: 'right', sortable: true, render: (row) => sizeText(row.size) },
    { key: 'purpose', title: t('purpose'), width: 130, cut: true, render: (row) => purpose(row.purpose) },
    {
      key: 'held',
      title: t('held'),
      width: 110,
      render: (row) => row.held && <StatusTag tone="active">{t('held')}</StatusTag>,
    },
    { key: 'createUserName', title: t('owner'), width: 110, cut: true },
    { key: 'createTime', title: t('time'), width: 172, sortable: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 130,
      fixed: 'end',
      render: (row) => (
        <span className="row-actions">
          <Button type="link" size="small" onClick={() => save(row)}>
            {t('download')}
          </Button>
          {mayDelete && !row.held && (
            <Button type="link" size="small" onClick={() => setDoomed({ rows: [row] })}>
              {t('delete')}
            </Button>
          )}
        </span>
      ),
    },
  ]
  const bulk = (checked: Attachment[], clear: () => void) => (
    <Button size="small" danger onClick={() => setDoomed({ rows: checked, done: clear })}>
      {t('delete')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('attachments')}
        pageKey="attachment"
        exportOf="attachment"
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={[
          { filter: 'name', label: t('name'), width: 220 },
          { filter: 'createUserName', label: t('owner'), width: 140 },
        ]}
        empty={{ says: t('noAttachments') }}
        {...(mayDelete && { withChecked: bulk })}
      />
      {doomed && <DeleteDialog {...doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}

/** Asks why, and deletes. */
function DeleteDialog({ rows, done, onClose }: Doomed & { onClose: () => void }) {
  const t = useTexts(texts)
  const remove = useCommand(attachment.remove, { quiet: true })
  const [first] = rows
  const names =
    rows.length > 1 ? t('andMore', { name: first?.name ?? '', count: rows.length }) : `“${first?.name ?? ''}”`
  const submit = async ({ reason }: { reason: string }) => {
    await remove.mutateAsync({ ids: rows.map(({ id }) => id).join(','), reason })
    say(t('deleted'))
    done?.()
  }
  return (
    <FormDialog<{ reason: string }>
      open
      title={t('deleteTitle')}
      initial={{}}
      submit={t('delete')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p style={{ marginBlockEnd: 16 }}>{t('deleteSays', { names })}</p>
      <Form.Item
        name="reason"
        label={t('reason')}
        rules={[{ required: true, whitespace: true, message: t('reasonPlease') }]}
      >
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}
