import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { model, type ModelEndpoint, modelTaskLabels } from '#contract/model.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { EndpointForm } from './EndpointForm.tsx'
import { TestDialog } from './TestDialog.tsx'
import { texts } from './texts.ts'

const PLATFORM = '000000'

/** The tenant's model services; in 000000 those of the platform, with whom they are offered to. */
export function EndpointList({ adding, onAdding }: { adding: boolean; onAdding: (adding: boolean) => void }) {
  const t = useTexts(texts)
  const label = useSay()
  const platform = useSession(({ tenantId }) => tenantId === PLATFORM)
  const view = useListView({ sort: { field: 'updateTime', down: true } })
  const rows = useQuery(pageQuery(model.endpoints, view.input))
  const [editing, setEditing] = useState<ModelEndpoint>()
  const [testing, setTesting] = useState<ModelEndpoint>()
  const close = () => {
    setEditing(undefined)
    onAdding(false)
  }
  const offered = (row: ModelEndpoint) =>
    row.offered === 'chosen' ? t('offeredCount', { count: row.offeredTo.length }) : t(row.offered)
  const columns: Column<ModelEndpoint>[] = [
    { key: 'name', title: t('name'), width: 170, sortable: true, cut: true },
    { key: 'baseUrl', title: t('baseUrl'), sortable: true, cut: true },
    {
      key: 'key',
      title: t('key'),
      width: 96,
      render: ({ hasKey, keyTail }) =>
        hasKey ? <span className="number model-key">{`…${keyTail}`}</span> : t('noKey'),
    },
    {
      key: 'inside',
      title: t('masking'),
      width: 124,
      render: ({ inside }) => (
        <StatusTag tone={inside ? 'waiting' : 'plain'}>{t(inside ? 'bareTag' : 'outsideTag')}</StatusTag>
      ),
    },
    ...(platform ? [{ key: 'offered', title: t('offered'), width: 116, render: offered }] : []),
    {
      key: 'usedFor',
      title: t('usedFor'),
      width: 130,
      render: ({ usedFor }) => usedFor.map((task) => label(modelTaskLabels[task])).join(t('comma')) || '–',
    },
    {
      key: 'status',
      title: t('status'),
      width: 164,
      sortable: true,
      render: ({ status, restsUntil }) => (
        <StatusTag tone={restsUntil ? 'bad' : status === 1 ? 'good' : 'plain'}>
          {restsUntil ? t('resting', { until: restsUntil.slice(11) }) : t(status === 1 ? 'status1' : 'status0')}
        </StatusTag>
      ),
    },
    { key: 'updateTime', title: t('updateTime'), width: 172, sortable: true, hidden: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 250,
      fixed: 'end',
      render: (row) => <Actions of={row} onEdit={() => setEditing(row)} onTest={() => setTesting(row)} />,
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => onAdding(true)}>
      {t('newService')}
    </Button>
  )
  return (
    <>
      <List
        name={t('services')}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        pageKey="modelEndpoint"
        onNew={() => onAdding(true)}
        onOpen={setEditing}
        search={[
          { filter: 'name', label: t('name') },
          {
            filter: 'status_equal',
            label: t('status'),
            options: ([1, 0] as const).map((value) => ({ value: String(value), label: t(`status${value}`) })),
          },
        ]}
        empty={{ says: t('noServices'), action: add }}
      />
      <EndpointForm open={adding || editing !== undefined} of={editing} platform={platform} onClose={close} />
      <TestDialog of={testing} onClose={() => setTesting(undefined)} />
    </>
  )
}

function Actions({ of, onEdit, onTest }: { of: ModelEndpoint; onEdit: () => void; onTest: () => void }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const remove = useCommand(model.removeEndpoints)
  const destroy = async () => {
    if (!(await confirm({ says: t('deleteService', { name: of.name }), ok: t('delete') }))) return
    // a refusal was said in a toast; the row stays
    await remove.mutateAsync({ ids: of.id }).then(
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
      <Button type="link" size="small" onClick={onTest}>
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
