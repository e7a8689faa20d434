import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type PaperTemplate, paperTemplate, templateStates } from '#contract/paper-template.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useTexts } from '#web/kernel/language.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { RowActions } from '../system/RowActions.tsx'
import { NewTemplateDialog } from './NewTemplateDialog.tsx'
import { stateTone } from './state-tone.ts'
import { texts } from './texts.ts'
import { useTemplateActions } from './template-actions.ts'

/** The firm's templates: state, version, who changed them, how many projects use them. */
export function TemplateList({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTexts(texts)
  const view = useListView({ sort: { field: 'updateTime', down: true } })
  const rows = useQuery(pageQuery(paperTemplate.list, view.input))
  const categories = useDictionary('tax_project_category')
  const [adding, setAdding] = useState(false)
  const actionsOf = useTemplateActions()
  const columns: Column<PaperTemplate>[] = [
    { key: 'name', title: t('name'), sortable: true, cut: true },
    {
      key: 'category',
      title: t('category'),
      width: 132,
      cut: true,
      render: ({ category }) =>
        categories.options.find(({ value }) => value === String(category))?.label ?? String(category),
    },
    {
      key: 'state',
      title: t('state'),
      width: 96,
      render: ({ state }) => <StatusTag tone={stateTone[state]}>{t(state)}</StatusTag>,
    },
    {
      key: 'currentVersion',
      title: t('version'),
      width: 168,
      sortable: true,
      render: ({ currentVersion, draftVersion }) =>
        [
          currentVersion > 0 ? t('versionNo', { version: currentVersion }) : '',
          draftVersion > 0 ? t('draftNo', { version: draftVersion }) : '',
        ]
          .filter((text) => text !== '')
          .join(' · '),
    },
    { key: 'papers', title: t('papers'), width: 72, align: 'right' },
    { key: 'cells', title: t('cells'), width: 104, align: 'right' },
    { key: 'projects', title: t('projects'), width: 96, align: 'right', sortable: true },
    { key: 'updateUserName', title: t('updateUser'), width: 112, cut: true },
    { key: 'updateTime', title: t('updateTime'), width: 184, sortable: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 128,
      fixed: 'end',
      render: (row) => (
        <RowActions
          actions={[{ key: 'open', label: t('open'), run: () => onOpen(row.id) }, ...actionsOf(row)]}
          shown={1}
        />
      ),
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('newTemplate')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('title')}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        search={[
          { filter: 'name', label: t('name'), width: 220 },
          {
            filter: 'state_equal',
            label: t('state'),
            options: templateStates.map((value) => ({ value, label: t(value) })),
            width: 130,
          },
        ]}
        empty={{ says: t('none'), action: add }}
        onOpen={({ id }) => onOpen(id)}
        pageKey="paperTemplate"
        onNew={() => setAdding(true)}
      />
      <NewTemplateDialog open={adding} onClose={() => setAdding(false)} onMade={onOpen} />
    </>
  )
}
