import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Dict, DICT_ROOT, type DictTree, dict } from '#contract/dict.ts'
import { pageQuery, query } from '#web/kernel/api.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useTab, useView } from '#web/kernel/tab.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Empty } from '#web/kit/StateView.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { type DictDraft, DictForm } from './DictForm.tsx'
import { type FlatRow, flatten } from './flat-tree.ts'
import { RowActions } from './RowActions.tsx'
import { TreeName } from './TreeName.tsx'
import { texts } from './texts.ts'
import { useRemoval } from './use-removal.ts'
import './system.css'

type Layout = 'horizontal' | 'vertical'
const paths: Record<Layout, string> = { horizontal: '/dict-horizontal/index', vertical: '/dict-vertical/index' }

const tones = new Set(['plain', 'waiting', 'good', 'bad', 'active'])
const isTone = (color: string): color is Tone => tones.has(color)

/** /dict-horizontal/index: dictionaries left, items right. */
export const DictHorizontalPage = () => <DictBoard layout="horizontal" />
/** /dict-vertical/index: dictionaries above, items below. */
export const DictVerticalPage = () => <DictBoard layout="vertical" />

function DictBoard({ layout }: { layout: Layout }) {
  const t = useTexts(texts)
  const edits = useMay()('dict.edit')
  const english = useLanguage((state) => state.language) === 'en'
  const nameOf = (row: Dict) => (english && row.valueEn ? row.valueEn : row.dictValue)
  const navigate = useNavigate()
  const { query: place } = useTab()
  const view = useListView({ size: layout === 'horizontal' ? 20 : 10 })
  const rows = useQuery(pageQuery(dict.parentList, view.input))
  const [chosen, choose] = useView('dict')
  const [draft, setDraft] = useState<DictDraft>()
  const code = chosen || rows.data?.records[0]?.code || ''
  const remove = useRemoval(dict.remove)

  const columns: Column<Dict>[] = [
    {
      key: 'dictValue',
      title: t('dictName'),
      width: 150,
      render: (row) => (
        <span className="two-lines">
          <span>
            {nameOf(row)} {row.isSealed === 1 && <Sealed />}
          </span>
          {row.valueEn !== '' && <span className="third">{english ? row.dictValue : row.valueEn}</span>}
        </span>
      ),
    },
    { key: 'code', title: t('dictCode'), width: 180, sortable: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 112,
      fixed: 'end',
      render: (row) => (
        <RowActions
          actions={[
            { key: 'edit', label: t('edit'), run: () => setDraft({ of: row }) },
            { key: 'remove', label: t('remove'), run: () => remove(row, nameOf(row)), danger: true },
          ]}
        />
      ),
    },
  ]
  const add = edits && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDraft({ under: undefined })}>
      {t('newDict')}
    </Button>
  )
  return (
    <Page
      title={t('dicts')}
      state={edits ? undefined : t('readOnly')}
      action={
        <>
          <Segmented<Layout>
            className="dict-layout"
            aria-label={t('layout')}
            value={layout}
            options={[
              { value: 'horizontal', label: t('sideBySide') },
              { value: 'vertical', label: t('stacked') },
            ]}
            onChange={(to) => void navigate(`${paths[to]}?${place}`)}
          />
          {add}
        </>
      }
    >
      <div className="dict-board" data-layout={layout}>
        <section aria-label={t('dicts')}>
          <List
            name={t('dicts')}
            view={view}
            rows={rows}
            columns={edits ? columns : columns.filter(({ key }) => key !== 'actions')}
            rowKey={(row) => row.id}
            search={[
              { filter: 'dictValue', label: t('dictName'), width: 140 },
              { filter: 'code', label: t('dictCode'), width: 140 },
            ]}
            empty={{ says: t('noDicts'), action: add }}
            {...selection(rows.data?.records.find((row) => row.code === code)?.id)}
            onOpen={(row) => choose(row.code)}
          />
        </section>
        <section aria-label={t('dictValue')}>
          {code ? <Items key={code} code={code} edits={edits} onDraft={setDraft} /> : <Empty says={t('chooseDict')} />}
        </section>
      </div>
      <DictForm draft={draft} onClose={() => setDraft(undefined)} />
    </Page>
  )
}

/** Neither removed nor given another key. */
function Sealed() {
  const t = useTexts(texts)
  return (
    <span className="sealed-mark" title={t('dictSealedHint')}>
      {t('dictSealed')}
    </span>
  )
}

const selection = (id: string | undefined) => (id === undefined ? {} : { selected: id })
const below = (row: DictTree) => row.children ?? []

type ItemsProps = { code: string; edits: boolean; onDraft: (draft: DictDraft) => void }

/** The items of one dictionary, those under others indented. */
function Items({ code, edits, onDraft }: ItemsProps) {
  const t = useTexts(texts)
  const tree = useQuery(query(dict.list, { code_equal: code }))
  const remove = useRemoval(dict.remove)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const root = tree.data?.find(({ dictKey }) => dictKey === DICT_ROOT)
  const english = useLanguage((state) => state.language) === 'en'
  const name = (english && root?.valueEn) || root?.dictValue || code
  const rows = tree.data && flatten(root?.children ?? [], below, closed)
  const flat = !rows?.some(({ opens }) => opens)
  const toggle = (id: string) => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }
  const columns: Column<FlatRow<DictTree>>[] = [
    {
      key: 'dictValue',
      title: t('dictValue'),
      width: 190,
      render: (at) => (
        <TreeName at={at} name={at.row.dictValue} flat={flat} onToggle={() => toggle(at.row.id)}>
          {isTone(at.row.color) ? (
            <StatusTag tone={at.row.color}>{at.row.dictValue}</StatusTag>
          ) : (
            <span className="tree-label">{at.row.dictValue}</span>
          )}
          {at.row.isSealed === 1 && <Sealed />}
        </TreeName>
      ),
    },
    { key: 'dictKey', title: t('dictKey'), width: 96, render: ({ row }) => row.dictKey },
    { key: 'valueEn', title: t('dictEn'), width: 160, render: ({ row }) => row.valueEn || '—' },
    { key: 'sort', title: t('sort'), width: 60, align: 'right', render: ({ row }) => row.sort },
    ...(rows?.some(({ row }) => row.remark !== '')
      ? [
          {
            key: 'remark',
            title: t('remark'),
            width: 100,
            cut: true,
            render: ({ row }: FlatRow<DictTree>) => row.remark,
          },
        ]
      : []),
    {
      key: 'actions',
      title: t('actions'),
      width: 164,
      fixed: 'end',
      render: ({ row }) => (
        <RowActions
          actions={[
            { key: 'edit', label: t('edit'), run: () => onDraft({ of: row }) },
            { key: 'add', label: t('newChild'), run: () => onDraft({ under: row }) },
            { key: 'remove', label: t('remove'), run: () => remove(row, row.dictValue), danger: true },
          ]}
        />
      ),
    },
  ]
  const add = edits && root && (
    <Button icon={<PlusOutlined />} onClick={() => onDraft({ under: root })}>
      {t('newItem')}
    </Button>
  )
  return (
    <>
      <div className="dict-head">
        <h2>{name}</h2>
        {root && <span className="second">{root.code}</span>}
        {add}
      </div>
      <DataTable
        name={name}
        rows={rows}
        columns={edits ? columns : columns.filter(({ key }) => key !== 'actions')}
        rowKey={({ row }) => row.id}
        fault={tree.error}
        retry={tree.refetch}
        empty={{ says: t('noItems'), action: add }}
      />
    </>
  )
}
