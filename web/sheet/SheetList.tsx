import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { SHEET_PURPOSE, sheetFile, type SheetFile } from '#contract/sheet-file.ts'
import { pageQuery, queries, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { dropUpload, startUpload } from '#web/kernel/uploads.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { texts } from './texts.ts'

type Row = z.output<typeof SheetFile>
const OPENS = '.xlsx,.xlsm,.xls,.xlsb,.ods,.csv,.txt,.htm,.html,.xml'

/** The person's own spreadsheets. */
export function SheetList() {
  const t = useTexts(texts)
  const view = useListView({ sort: { field: 'updateTime', down: true } })
  const rows = useQuery(pageQuery(sheetFile.list, view.input))
  const userId = useSession((state) => state.userId)
  const navigate = useNavigate()
  const prompt = usePrompt()
  const confirm = useConfirmDanger()
  const create = useCommand(sheetFile.create)
  const remove = useCommand(sheetFile.remove)
  const input = useRef<HTMLInputElement>(null)

  const open = (fileId: string) => void navigate(`/luckysheet/index?fileId=${fileId}`)
  const add = async () => {
    const check = (typed: string) => (typed.length >= 1 && typed.length <= 150) || t('nameWrong')
    const name = await prompt({ title: t('newSheet'), label: t('newSheetName'), check })
    if (name !== undefined) create.mutate({ name }, { onSuccess: ({ fileId }) => open(fileId) })
  }
  const send = async (file: File) => {
    const { id, state, error, fileId } = await startUpload(file, { purpose: SHEET_PURPOSE, ownerId: userId })
    if (state !== 'done') return say(t('uploadFailed', { why: error }))
    await queries.invalidateQueries({ queryKey: ['onlineSheet'] })
    dropUpload(id)
    open(fileId)
  }
  const ask = async (row: Row) => {
    if (await confirm({ says: t('removeAsk', { name: row.name }), ok: t('remove') })) remove.mutate({ fileId: row.id })
  }
  const columns: Column<Row>[] = [
    { key: 'name', title: t('name'), sortable: true, cut: true },
    { key: 'updateTime', title: t('edited'), width: 168, sortable: true },
    { key: 'createTime', title: t('created'), width: 168, sortable: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 140,
      fixed: 'end',
      render: (row) => (
        <Space size={4}>
          <Button type="link" size="small" onClick={() => open(row.id)}>
            {t('open')}
          </Button>
          <Button type="link" size="small" danger onClick={() => void ask(row)}>
            {t('remove')}
          </Button>
        </Space>
      ),
    },
  ]
  const actions = (
    <Space wrap>
      <input
        ref={input}
        type="file"
        accept={OPENS}
        hidden
        aria-label={t('upload')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void send(file)
        }}
      />
      <Button onClick={() => input.current?.click()}>{t('upload')}</Button>
      <Button type="primary" icon={<PlusOutlined />} loading={create.isPending} onClick={() => void add()}>
        {t('newSheet')}
      </Button>
    </Space>
  )
  return (
    <ListPage<Row>
      title={t('mySheets')}
      action={actions}
      view={view}
      rows={rows}
      columns={columns}
      rowKey={(row) => row.id}
      search={[{ filter: 'name', label: t('name') }]}
      empty={{ says: t('noSheets') }}
      onOpen={(row) => open(row.id)}
    />
  )
}
