import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type MenuTree, menu, topMenu, visibilityScopes } from '#contract/menu.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { ListSearch } from '#web/kit/ListSearch.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { MenuIcon } from '../shell/MenuIcon.tsx'
import { type FlatRow, flatten } from './flat-tree.ts'
import { type MenuDraft, MenuForm } from './MenuForm.tsx'
import { RowActions } from './RowActions.tsx'
import { useRoleWords } from './role-words.ts'
import { TreeName } from './TreeName.tsx'
import { texts } from './texts.ts'
import { useRemoval } from './use-removal.ts'
import './system.css'

const PAGE = 1
const pagesOf = (row: MenuTree) => row.children?.filter(({ category }) => category === PAGE) ?? []
const buttonsOf = (row: MenuTree) => row.children?.filter(({ category }) => category !== PAGE) ?? []

const siblingsOf = (tree: readonly MenuTree[], row: MenuTree): readonly MenuTree[] => {
  const find = (level: readonly MenuTree[]): readonly MenuTree[] | undefined => {
    if (level.some(({ id }) => id === row.id)) return level
    for (const one of level) {
      const found = find(pagesOf(one))
      if (found) return found
    }
    return undefined
  }
  return find(tree) ?? []
}

/** /platform/menu: the menus as a tree, each page with its buttons. Administrators of tenants read it. */
export function MenuPage() {
  const t = useTexts(texts)
  const may = useMay()
  const { word, line } = useRoleWords()
  const view = useListView()
  const tree = useQuery(query(menu.list, view.filters))
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [draft, setDraft] = useState<MenuDraft>()
  const order = useCommand(menu.sort)
  const edits = may('menu.edit')
  const searched = Object.keys(view.filters).length > 0
  const rows = tree.data && flatten(tree.data, pagesOf, searched ? new Set() : closed)

  const toggle = (id: string) => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }
  const move = (row: MenuTree, by: number) => {
    const ids = siblingsOf(tree.data ?? [], row).map(({ id }) => id)
    const at = ids.indexOf(row.id)
    ids.splice(at, 1)
    ids.splice(at + by, 0, row.id)
    order.mutate({ ids })
  }
  const headings = rows?.filter(({ opens }) => opens) ?? []
  const allClosed = headings.length > 0 && headings.every((at) => at.closed)

  const columns: Column<FlatRow<MenuTree>>[] = [
    {
      key: 'name',
      title: t('menuName'),
      width: 208,
      render: (at) => (
        <TreeName at={at} name={at.row.label} onToggle={() => toggle(at.row.id)}>
          <MenuIcon name={at.row.source} />
          <span className="tree-label">{at.row.label}</span>
        </TreeName>
      ),
    },
    {
      key: 'path',
      title: t('menuPath'),
      width: 228,
      render: ({ row }) => (
        <span className="two-lines">
          <span>{row.href || row.path || '—'}</span>
          <span className="third">{row.code}</span>
        </span>
      ),
    },
    {
      key: 'visibilityScope',
      title: t('menuScope'),
      width: 126,
      render: ({ row }) => scopesIn(row.visibilityScope, t).join(t('comma')),
    },
    {
      key: 'roles',
      title: t('menuRoles'),
      width: 140,
      render: ({ row }) => (
        <span className="two-lines" title={row.roles.map(word).join(t('comma'))}>
          <span>{line(row.roles) || t('everyone')}</span>
          {row.excludeRoles.length > 0 && (
            <span className="third">
              {t('menuExclude')}: {line(row.excludeRoles)}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'buttons',
      title: t('menuButtons'),
      width: 212,
      render: ({ row }) => (
        <MenuButtons
          row={row}
          edits={edits}
          onEdit={(of) => setDraft({ of })}
          onAdd={() => setDraft({ under: row.id, category: 2 })}
        />
      ),
    },
    {
      key: 'status',
      title: t('status'),
      width: 86,
      render: ({ row }) => (
        <StatusTag tone={row.status === 1 ? 'good' : 'plain'}>{t(row.status === 1 ? 'enabled' : 'disabled')}</StatusTag>
      ),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 168,
      fixed: 'end',
      render: ({ row }) => (
        <MenuActions
          row={row}
          siblings={siblingsOf(tree.data ?? [], row)}
          onEdit={() => setDraft({ of: row })}
          onAdd={() => setDraft({ under: row.id, category: PAGE })}
          onMove={(by) => move(row, by)}
        />
      ),
    },
  ]
  return (
    <Page
      title={t('menus')}
      state={edits ? undefined : t('readOnly')}
      action={
        <>
          <Button onClick={() => setClosed(allClosed ? new Set() : new Set(headings.map(({ row }) => row.id)))}>
            {t(allClosed ? 'expandAll' : 'collapseAll')}
          </Button>
          {edits && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setDraft({ under: '0', category: PAGE })}>
              {t('newMenu')}
            </Button>
          )}
        </>
      }
    >
      <div className="list">
        <ListSearch
          view={view}
          fields={[
            { filter: 'name', label: t('menuName') },
            { filter: 'path', label: t('menuPath') },
            {
              filter: 'visibilityScope',
              label: t('menuScope'),
              options: visibilityScopes.map((value) => ({ value, label: t(`scope_${value}`) })),
              width: 140,
            },
          ]}
        />
        <DataTable
          name={t('menus')}
          rows={rows}
          columns={edits ? columns : columns.filter(({ key }) => key !== 'actions')}
          rowKey={({ row }) => row.id}
          fault={tree.error}
          retry={tree.refetch}
          {...(!searched && { empty: { says: t('noMenus') } })}
        />
      </div>
      <MenuForm draft={draft} tree={tree.data ?? []} onClose={() => setDraft(undefined)} />
    </Page>
  )
}

const scopesIn = (list: string, t: (key: `scope_${(typeof visibilityScopes)[number]}`) => string) =>
  visibilityScopes.filter((scope) => list.split(',').includes(scope)).map((scope) => t(`scope_${scope}`))

type MenuActionsProps = {
  row: MenuTree
  siblings: readonly MenuTree[]
  onEdit: () => void
  onAdd: () => void
  onMove: (by: number) => void
}

function MenuActions({ row, siblings, onEdit, onAdd, onMove }: MenuActionsProps) {
  const t = useTexts(texts)
  const remove = useRemoval(menu.remove, [topMenu.list])
  const pages = siblings.filter(({ category }) => category === PAGE)
  const at = pages.findIndex(({ id }) => id === row.id)
  return (
    <RowActions
      actions={[
        { key: 'edit', label: t('edit'), run: onEdit },
        { key: 'add', label: t('newChild'), run: onAdd },
        { key: 'up', label: t('up'), run: () => onMove(-1), disabled: at <= 0 },
        { key: 'down', label: t('down'), run: () => onMove(1), disabled: at === pages.length - 1 },
        { key: 'remove', label: t('remove'), run: () => remove(row, row.label), danger: true },
      ]}
    />
  )
}

type MenuButtonsProps = { row: MenuTree; edits: boolean; onEdit: (row: MenuTree) => void; onAdd: () => void }

/** A page's buttons, beside it: pressed to be changed. */
function MenuButtons({ row, edits, onEdit, onAdd }: MenuButtonsProps) {
  const t = useTexts(texts)
  const buttons = buttonsOf(row)
  return (
    <span className="menu-buttons">
      {buttons.map((button) =>
        edits ? (
          <button
            key={button.id}
            type="button"
            className="plain-button menu-button"
            title={button.code}
            data-off={button.status === 0 || undefined}
            onClick={() => onEdit(button)}
          >
            {button.label}
          </button>
        ) : (
          <span key={button.id} className="menu-button" title={button.code}>
            {button.label}
          </span>
        ),
      )}
      {edits && row.path !== '' && (
        <Button type="text" size="small" icon={<PlusOutlined />} aria-label={t('newButton')} onClick={onAdd} />
      )}
    </span>
  )
}
