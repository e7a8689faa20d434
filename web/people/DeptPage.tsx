import { DownOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type Dept, dept } from '#contract/dept.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { DeptForm, type DeptDraft } from './DeptForm.tsx'
import { texts } from './texts.ts'
import './people.css'

type Line = { row: Dept; depth: number; open: boolean; leaf: boolean }

/** The tree as lines, those below a closed department left out. */
function linesOf(rows: readonly Dept[], closed: ReadonlySet<string>, depth = 0): Line[] {
  return rows.flatMap((row) => {
    const children = row.children ?? []
    const open = !closed.has(row.id)
    const line = { row, depth, open, leaf: children.length === 0 }
    return [line, ...(open ? linesOf(children, closed, depth + 1) : [])]
  })
}

/** /system/dept: the departments as a tree. */
export function DeptPage() {
  const t = useTexts(texts)
  const may = useMay()
  const rows = useQuery(query(dept.list, {}))
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [draft, setDraft] = useState<DeptDraft | undefined>()
  const toggle = (id: string) =>
    setClosed((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const add = may('dept.edit') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDraft({ parentId: '0' })}>
      {t('newDept')}
    </Button>
  )
  const columns: Column<Line>[] = [
    { key: 'deptName', title: t('deptName'), render: (line) => <TreeName line={line} onToggle={toggle} /> },
    { key: 'deptCategory', title: t('deptCategory'), width: 92, render: ({ row }) => t(categoryWord(row)) },
    { key: 'leaderName', title: t('leader'), width: 120, cut: true, render: ({ row }) => row.leaderName || t('none') },
    { key: 'userCount', title: t('people'), width: 72, align: 'right', render: ({ row }) => row.userCount },
    { key: 'sort', title: t('sort'), width: 72, align: 'right', render: ({ row }) => row.sort },
    { key: 'remark', title: t('remark'), width: 200, cut: true, render: ({ row }) => row.remark },
    {
      key: 'actions',
      title: t('actions'),
      width: 216,
      fixed: 'end',
      render: ({ row }) => may('dept.edit') && <RowActions row={row} onDraft={setDraft} />,
    },
  ]
  return (
    <Page title={t('depts')} action={add}>
      <DataTable<Line>
        name={t('depts')}
        rows={rows.data && linesOf(rows.data, closed)}
        columns={columns}
        rowKey={({ row }) => row.id}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noDepts'), action: add }}
      />
      <DeptForm draft={draft} onClose={() => setDraft(undefined)} />
    </Page>
  )
}

const categoryWord = ({ deptCategory }: Dept) =>
  deptCategory === 1 ? 'deptCategory1' : deptCategory === 3 ? 'deptCategory3' : 'deptCategory2'

function TreeName({ line, onToggle }: { line: Line; onToggle: (id: string) => void }) {
  const t = useTexts(texts)
  const { row, depth, open, leaf } = line
  return (
    <span className="people-tree-name" style={{ paddingInlineStart: depth * 20 }}>
      {leaf ? (
        <span className="people-toggle" />
      ) : (
        <button
          type="button"
          className="plain-button people-toggle"
          aria-expanded={open}
          aria-label={t(open ? 'collapse' : 'expand', { name: row.deptName })}
          onClick={() => onToggle(row.id)}
        >
          {open ? <DownOutlined /> : <RightOutlined />}
        </button>
      )}
      {row.deptName}
    </span>
  )
}

function RowActions({ row, onDraft }: { row: Dept; onDraft: (draft: DeptDraft) => void }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const remove = useCommand(dept.remove)
  const destroy = async () => {
    if (!(await confirm({ says: t('removeDeptSure', { name: row.deptName }), ok: t('remove') }))) return
    // a refusal was said in a toast; the row stays
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('deleted')),
      () => undefined,
    )
  }
  return (
    <span className="people-actions">
      <Button type="link" size="small" onClick={() => onDraft({ parentId: row.id })}>
        {t('addBelow')}
      </Button>
      <Button type="link" size="small" onClick={() => onDraft({ of: row, parentId: row.parentId })}>
        {t('edit')}
      </Button>
      <Button type="link" size="small" onClick={() => void destroy()}>
        {t('remove')}
      </Button>
    </span>
  )
}
