import { PlusOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { promptCategories, type PromptSummary, promptScopes, promptTemplate } from '#contract/prompt-template.ts'
import { pageQuery, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { CategoryBar, type Choice } from './CategoryBar.tsx'
import { usePromptWords } from './prompt-words.ts'
import { RowActions } from './RowActions.tsx'
import { TemplateDrawer } from './TemplateDrawer.tsx'
import { TemplateEditor } from './TemplateEditor.tsx'
import { texts } from './texts.ts'
import './prompt-template.css'

const isChoice = (text: string | null): text is Choice =>
  text === 'favourites' || promptCategories.some((one) => one === text)

/** /promptTemplate/index: the templates, one open beside them, and the editor of those one may change. */
export function PromptTemplatePage() {
  const t = useTexts(texts)
  const { query: place } = useTab()
  const setView = useSetView()
  const [editing, edit] = useState<string>()
  const capable = useQuery(query(promptTemplate.capable, {}))
  const scopes = capable.data?.scopes ?? []
  const named = place.get('v.choice')
  const choice: Choice = isChoice(named) ? named : 'all'
  const shown = place.get('v.template') ?? ''
  const open = (id: string | undefined) => setView({ 'v.template': id })
  return (
    <Page
      title={t('title')}
      action={
        scopes.length > 0 && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('')}>
            {t('newTemplate')}
          </Button>
        )
      }
    >
      <p className="second prompt-intro">{t('intro')}</p>
      <CategoryBar
        value={choice}
        onChange={(next) => setView({ 'v.choice': next === 'all' ? undefined : next, page: undefined })}
      />
      <Templates choice={choice} onOpen={open} onEdit={edit} onNew={() => edit('')} />
      <TemplateDrawer id={shown} onClose={() => open(undefined)} onEdit={edit} />
      {editing !== undefined && <TemplateEditor id={editing} scopes={scopes} onClose={() => edit(undefined)} />}
    </Page>
  )
}

type TemplatesProps = {
  choice: Choice
  onOpen: (id: string) => void
  onEdit: (id: string) => void
  onNew: () => void
}

function Templates({ choice, onOpen, onEdit, onNew }: TemplatesProps) {
  const t = useTexts(texts)
  const { nameOf, saysOf } = usePromptWords()
  const view = useListView()
  const rows = useQuery(
    pageQuery(promptTemplate.list, {
      ...view.input,
      ...(choice === 'favourites' && { favourite: 'true' }),
      ...(choice !== 'all' && choice !== 'favourites' && { category_equal: choice }),
    }),
  )
  const columns: Column<PromptSummary>[] = [
    { key: 'favourite', title: '', width: 44, render: (row) => <Star row={row} /> },
    {
      key: 'name',
      title: t('name'),
      sortable: true,
      render: (row) => (
        <span className="prompt-name">
          <b>{nameOf(row)}</b>
          <span className="third">{saysOf(row)}</span>
        </span>
      ),
    },
    {
      key: 'category',
      title: t('category'),
      width: 120,
      sortable: true,
      render: (row) => t(`category_${row.category}`),
    },
    { key: 'scope', title: t('scope'), width: 90, sortable: true, render: ({ scope }) => t(`scope_${scope}`) },
    { key: 'state', title: t('state'), width: 130, render: (row) => <State row={row} /> },
    { key: 'uses', title: t('uses'), width: 96, sortable: true },
    { key: 'updateTime', title: t('updated'), width: 188, sortable: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 190,
      fixed: 'end',
      render: (row) => <RowActions row={row} onOpen={() => onOpen(row.id)} onEdit={() => onEdit(row.id)} />,
    },
  ]
  return (
    <List<PromptSummary>
      name={t('title')}
      view={view}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      search={[
        { filter: 'words', label: t('words'), width: 260 },
        {
          filter: 'scope_equal',
          label: t('scope'),
          width: 130,
          options: promptScopes.map((value) => ({ value, label: t(`scope_${value}`) })),
        },
      ]}
      empty={{ says: t('noneYet') }}
      onNew={onNew}
      onOpen={({ id }) => onOpen(id)}
    />
  )
}

function State({ row: { version, drafted } }: { row: PromptSummary }) {
  const t = useTexts(texts)
  if (version === 0) return <StatusTag tone="waiting">{t('unpublished')}</StatusTag>
  if (drafted) return <StatusTag tone="waiting">{t('drafted')}</StatusTag>
  return <StatusTag tone="plain">{t('version', { version })}</StatusTag>
}

function Star({ row: { id, favourite } }: { row: PromptSummary }) {
  const t = useTexts(texts)
  const favour = useCommand(promptTemplate.favour)
  return (
    <Button
      type="text"
      size="small"
      aria-label={t(favourite ? 'unfavour' : 'favour')}
      aria-pressed={favourite}
      icon={favourite ? <StarFilled className="prompt-star" /> : <StarOutlined />}
      onClick={(event) => {
        event.stopPropagation()
        favour.mutate({ id, favourite: !favourite })
      }}
    />
  )
}
