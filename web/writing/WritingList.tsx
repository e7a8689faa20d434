import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Space } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { project } from '#contract/project.ts'
import { writing, writingForms, type WritingKind, type WritingRow, writingShares } from '#contract/writing.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useView } from '#web/kernel/tab.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import type { SearchField } from '#web/kit/ListSearch.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { NewDocDialog } from './NewDocDialog.tsx'
import { texts } from './texts.ts'
import { type Brought, ImportResult, useImportDocx } from './use-import-docx.tsx'
import { pageOfKind } from './writing-place.ts'

/** The documents of a kind that the person may see; with `v.trash` those he may bring back. */
export function WritingList({ kind }: { kind: WritingKind }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const prompt = usePrompt()
  const view = useListView({ sort: { field: 'updateTime', down: true } })
  const [trashed, setTrashed] = useView('trash')
  const trash = trashed !== ''
  const rows = useQuery(pageQuery(writing.list, { ...view.input, kind_equal: kind, trash: String(trash) }))
  const projects = useQuery(pageQuery(project.list, { size: '100' }))
  const [making, make] = useState(false)
  const [brought, setBrought] = useState<Brought>()
  const input = useRef<HTMLInputElement>(null)
  const importing = useImportDocx(kind)
  const update = useCommand(writing.update)
  const copy = useCommand(writing.copy)
  const remove = useCommand(writing.remove)
  const restore = useCommand(writing.restore)

  const open = (id: string) => void navigate(`${pageOfKind[kind]}?v.doc=${id}`)
  const rename = async ({ id, title }: WritingRow) => {
    const check = (typed: string) => (typed.length > 0 && typed.length <= 150) || t('titleWrong')
    const typed = await prompt({ title: t('rename'), label: t('title'), initial: title, check })
    if (typed !== undefined) update.mutate({ id, title: typed })
  }
  const acts = (row: WritingRow) => [
    ...(row.manages ? [{ key: 'rename', label: t('rename') }] : []),
    { key: 'copy', label: t('copy') },
    ...(row.form === 'document' ? [{ key: 'template', label: t('asTemplate') }] : []),
    ...(row.manages ? [{ key: 'remove', label: t('remove'), danger: true }] : []),
  ]
  const press = (row: WritingRow, key: string) => {
    if (key === 'rename') void rename(row)
    else if (key === 'copy') copy.mutate({ id: row.id }, { onSuccess: () => say(t('copied')) })
    else if (key === 'template')
      copy.mutate({ id: row.id, form: 'template' }, { onSuccess: () => say(t('templateMade')) })
    else remove.mutate({ ids: row.id }, { onSuccess: () => say(t('removed')) })
  }
  const columns: Column<WritingRow>[] = [
    { key: 'title', title: t('title'), sortable: true, cut: true },
    { key: 'form', title: t('form'), width: 112, render: (row) => t(`form_${row.form}`) },
    { key: 'projectName', title: t('project'), width: 200, cut: true },
    { key: 'share', title: t('share'), width: 110, render: (row) => t(`share_${row.share}`) },
    { key: 'createUserName', title: t('owner'), width: 110, cut: true },
    {
      key: 'updateTime',
      title: t('edited'),
      width: 240,
      sortable: true,
      cut: true,
      render: (row) => t('editedBy', { name: row.updateUserName, time: row.updateTime }),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 130,
      fixed: 'end',
      render: (row) => (
        <span
          role="presentation"
          className="row-actions"
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
        >
          {trash ? (
            <Button
              type="link"
              size="small"
              onClick={() => restore.mutate({ ids: row.id }, { onSuccess: () => say(t('restoredRow')) })}
            >
              {t('restore')}
            </Button>
          ) : (
            <>
              <Button type="link" size="small" onClick={() => open(row.id)}>
                {t('open')}
              </Button>
              <Dropdown trigger={['click']} menu={{ items: acts(row), onClick: ({ key }) => press(row, key) }}>
                <Button type="link" size="small" aria-label={`${t('more')} ${row.title}`}>
                  {t('more')}
                </Button>
              </Dropdown>
            </>
          )}
        </span>
      ),
    },
  ]
  const search: SearchField[] = [
    { filter: 'words', label: t('words') },
    {
      filter: 'projectId_equal',
      label: t('project'),
      width: 200,
      options: (projects.data?.records ?? []).map(({ id, projectName }) => ({ value: id, label: projectName })),
    },
    {
      filter: 'share_equal',
      label: t('share'),
      options: writingShares.map((value) => ({ value, label: t(`share_${value}`) })),
    },
    {
      filter: 'form_equal',
      label: t('form'),
      options: writingForms.map((value) => ({ value, label: t(`form_${value}`) })),
    },
  ]
  const action = trash ? (
    <Button onClick={() => setTrashed('')}>{t('backToList')}</Button>
  ) : (
    <Space wrap className="wr-list-actions">
      <Button onClick={() => setTrashed('1')}>{t('trash')}</Button>
      <Button loading={importing.busy} onClick={() => input.current?.click()}>
        {t('upload')}
      </Button>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => make(true)}>
        {t('newDoc')}
      </Button>
    </Space>
  )
  return (
    <>
      <ListPage<WritingRow>
        title={trash ? `${t(kind)} · ${t('trash')}` : t(kind)}
        action={action}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={search}
        empty={{ says: trash ? t('noTrash') : t('noDocs') }}
        {...(!trash && { onOpen: (row: WritingRow) => open(row.id), onNew: () => make(true) })}
      />
      <input
        ref={input}
        type="file"
        accept=".docx"
        hidden
        aria-label={t('upload')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void importing.bring(file).then((made) => made && setBrought(made))
        }}
      />
      {making && <NewDocDialog kind={kind} onClose={() => make(false)} onMade={open} />}
      <ImportResult of={brought} onOpen={open} onClose={() => setBrought(undefined)} />
    </>
  )
}
