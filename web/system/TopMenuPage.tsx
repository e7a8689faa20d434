import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Select, Switch, TreeSelect } from 'antd'
import { useState } from 'react'
import { type MenuTree, menu, type TopMenu, topMenu } from '#contract/menu.ts'
import { pageQuery, query, useCommand } from '#web/kernel/api.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { MenuIcon } from '../shell/MenuIcon.tsx'
import { menuIconNames } from '../shell/menu-icons.ts'
import { RowActions } from './RowActions.tsx'
import { texts } from './texts.ts'
import { useRemoval } from './use-removal.ts'
import './system.css'

/** /platform/topMenu: what cuts the left menu to a part of it. */
export function TopMenuPage() {
  const t = useTexts(texts)
  const english = useLanguage((state) => state.language) === 'en'
  const may = useMay()
  const view = useListView()
  const rows = useQuery(pageQuery(topMenu.list, view.input))
  const tree = useQuery(query(menu.list, {}))
  const remove = useRemoval(topMenu.remove)
  const [form, setForm] = useState<{ of?: TopMenu }>()
  const labels = labelsOf(tree.data ?? [])
  const edits = may('menu.edit')

  const columns: Column<TopMenu>[] = [
    {
      key: 'name',
      title: t('topMenus'),
      width: 220,
      render: (row) => (
        <span className="icon-choice">
          <MenuIcon name={row.source} />
          <span>{english && row.nameEn ? row.nameEn : row.name}</span>
        </span>
      ),
    },
    { key: 'code', title: t('menuCode'), width: 160 },
    {
      key: 'menuIds',
      title: t('topMenuEntries'),
      render: (row) => row.menuIds.map((id) => labels.get(id) ?? '').join(t('comma')) || '—',
    },
    { key: 'sort', title: t('sort'), width: 80, align: 'right', sortable: true },
    {
      key: 'status',
      title: t('status'),
      width: 92,
      render: ({ status }) => (
        <StatusTag tone={status === 1 ? 'good' : 'plain'}>{t(status === 1 ? 'enabled' : 'disabled')}</StatusTag>
      ),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 130,
      fixed: 'end',
      render: (row) => (
        <RowActions
          actions={[
            { key: 'edit', label: t('edit'), run: () => setForm({ of: row }) },
            { key: 'remove', label: t('remove'), run: () => remove(row, row.name), danger: true },
          ]}
        />
      ),
    },
  ]
  const add = edits && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newTopMenu')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('topMenus')}
        state={edits ? undefined : t('readOnly')}
        action={add}
        view={view}
        rows={rows}
        columns={edits ? columns : columns.filter(({ key }) => key !== 'actions')}
        rowKey={(row) => row.id}
        search={[{ filter: 'name', label: t('clientName') }]}
        empty={{ says: t('noTopMenus'), action: add }}
      />
      <TopMenuForm form={form} tree={tree.data ?? []} onClose={() => setForm(undefined)} />
    </>
  )
}

const labelsOf = (tree: readonly MenuTree[]): Map<string, string> =>
  new Map(tree.flatMap((row) => [[row.id, row.label] as const, ...labelsOf(row.children ?? [])]))

type Choice = { value: string; title: string; children: Choice[] }
const choicesOf = (tree: readonly MenuTree[]): Choice[] =>
  tree
    .filter(({ category }) => category === 1)
    .map((row) => ({ value: row.id, title: row.label, children: choicesOf(row.children ?? []) }))

type Values = Pick<TopMenu, 'name' | 'nameEn' | 'code' | 'source' | 'sort' | 'menuIds'> & { enabled: boolean }
type TopMenuFormProps = { form: { of?: TopMenu } | undefined; tree: readonly MenuTree[]; onClose: () => void }

function TopMenuForm({ form, tree, onClose }: TopMenuFormProps) {
  const t = useTexts(texts)
  const submit = useCommand(topMenu.submit, { quiet: true, also: [menu.topMenu] })
  const of = form?.of
  const save = async ({ enabled, ...values }: Values) => {
    const known = of && { id: of.id, version: of.version }
    await submit.mutateAsync({ ...values, ...known, status: enabled ? 1 : 0 })
    say(t('saved'))
  }
  return (
    <FormDialog<Values>
      open={form !== undefined}
      place="drawer"
      title={of ? t('editNamed', { name: of.name }) : t('newTopMenu')}
      initial={of ? { ...of, enabled: of.status === 1 } : { enabled: true, menuIds: [], sort: 0 }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="name"
        label={t('clientName')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item<Values> name="nameEn" label={t('nameEn')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item<Values>
        name="code"
        label={t('menuCode')}
        rules={[{ required: true, whitespace: true, message: t('codePlease') }]}
      >
        <Input maxLength={100} spellCheck={false} />
      </Form.Item>
      <Form.Item<Values> name="source" label={t('menuIcon')}>
        <Select
          showSearch
          allowClear
          options={menuIconNames.map((value) => ({
            value,
            label: (
              <span className="icon-choice">
                <MenuIcon name={value} />
                <span>{value.replace(/Outlined$/, '')}</span>
              </span>
            ),
          }))}
        />
      </Form.Item>
      <Form.Item<Values> name="menuIds" label={t('topMenuEntries')}>
        <TreeSelect
          treeData={choicesOf(tree)}
          treeCheckable
          showCheckedStrategy="SHOW_PARENT"
          showSearch
          treeNodeFilterProp="title"
        />
      </Form.Item>
      <div className="form-pair">
        <Form.Item<Values> name="sort" label={t('sort')}>
          <InputNumber min={0} max={100_000} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item<Values> name="enabled" label={t('enabled')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
    </FormDialog>
  )
}
