import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { type Datasource, datasource, datasourceStates } from '#contract/datasource.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { DatasourceDrawer } from './DatasourceDrawer.tsx'
import { DatasourceForm } from './DatasourceForm.tsx'
import { texts } from './texts.ts'

const tones: Record<Datasource['state'], Tone> = { draft: 'waiting', ok: 'good', failed: 'bad', disabled: 'plain' }
const words = { draft: 'stateDraft', ok: 'stateOk', failed: 'stateFailed', disabled: 'stateDisabled' } as const

/** /platform/datasource: other PostgreSQL servers on which tenants may live. */
export function DatasourceListPage() {
  const t = useTexts(texts)
  const view = useListView({ sort: { field: 'createTime', down: true } })
  const rows = useQuery(pageQuery(datasource.list, view.input))
  const [form, setForm] = useState<{ of?: Datasource }>()
  const [shown, setShown] = useState<string>()
  const open = rows.data?.records.find(({ id }) => id === shown)

  const columns: Column<Datasource>[] = [
    { key: 'name', title: t('name'), sortable: true, cut: true },
    {
      key: 'host',
      title: t('server'),
      width: 196,
      cut: true,
      render: (row) => <span className="number">{`${row.host}:${row.port}`}</span>,
    },
    { key: 'databaseName', title: t('database'), width: 116, cut: true },
    { key: 'username', title: t('username'), width: 112, cut: true },
    {
      key: 'state',
      title: t('state'),
      width: 116,
      render: (row) => (
        <Tooltip title={row.state === 'failed' ? row.testError : ''}>
          <span>
            <StatusTag tone={tones[row.state]}>{t(words[row.state])}</StatusTag>
          </span>
        </Tooltip>
      ),
    },
    { key: 'tenants', title: t('tenants'), width: 80, align: 'right' },
    {
      key: 'testTime',
      title: t('testTime'),
      width: 148,
      sortable: true,
      render: (row) => row.testTime.slice(0, 16) || <span className="second">{t('never')}</span>,
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 196,
      fixed: 'end',
      render: (row) => <RowActions row={row} onEdit={() => setForm({ of: row })} />,
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newDatasource')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('datasources')}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        pageKey="datasource"
        onNew={() => setForm({})}
        search={[
          { filter: 'name', label: t('name'), width: 220 },
          { filter: 'host', label: t('host'), width: 180 },
          {
            filter: 'state_equal',
            label: t('state'),
            options: datasourceStates.map((value) => ({ value, label: t(words[value]) })),
            width: 140,
          },
        ]}
        empty={{ says: t('noDatasources'), action: add }}
        onOpen={({ id }) => setShown(id)}
        {...(open && { selected: open.id })}
      />
      {open && (
        <DatasourceDrawer
          key={open.id}
          of={open}
          onEdit={() => setForm({ of: open })}
          onClose={() => setShown(undefined)}
        />
      )}
      {form && <DatasourceForm of={form.of} onClose={() => setForm(undefined)} />}
    </>
  )
}

function RowActions({ row, onEdit }: { row: Datasource; onEdit: () => void }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const remove = useCommand(datasource.remove)
  const test = useCommand(datasource.test)
  // A refusal was said in a toast; the row stays.
  const tryIt = () =>
    test.mutateAsync({ id: row.id }).then(
      ({ ok, version, took, why }) => (ok ? say(t('testWorks', { version, took })) : complain(new CallError(why, 400))),
      () => undefined,
    )
  const destroy = async () => {
    if (!(await confirm({ says: t('deleteSure', { name: row.name }), ok: t('delete') }))) return
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('deleted')),
      () => undefined,
    )
  }
  return (
    <span
      className="row-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      <Button type="link" size="small" loading={test.isPending} onClick={() => void tryIt()}>
        {t('test')}
      </Button>
      <Button type="link" size="small" onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button type="link" size="small" onClick={() => void destroy()}>
        {t('delete')}
      </Button>
    </span>
  )
}
