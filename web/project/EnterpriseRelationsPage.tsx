import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type EnterpriseRelation, enterpriseRelation } from '#contract/enterprise-relation.ts'
import { enterprise } from '#contract/enterprise.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useTab } from '#web/kernel/tab.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { listTexts } from './list-texts.ts'
import { RelationDialog } from './RelationDialog.tsx'
import './project.css'

/** /aiApp/sonPage: the enterprises above, below and beside this one. */
export function EnterpriseRelationsPage() {
  const t = useTexts(listTexts)
  const may = useMay()
  const navigate = useNavigate()
  const confirm = useConfirmDanger()
  const shownName = useShownName()
  const enterpriseId = useTab().query.get('enterpriseId') ?? ''
  const owner = useQuery(query(enterprise.detailById, { id: enterpriseId }))
  const rows = useQuery(query(enterpriseRelation.list, { enterpriseId }))
  const remove = useCommand(enterpriseRelation.remove)
  const [dialog, setDialog] = useState<{ of?: EnterpriseRelation }>()
  const mayEdit = owner.data !== undefined && may('enterprise.edit', owner.data)

  const enter = (row: EnterpriseRelation) =>
    void navigate(`/aiApp/index?${new URLSearchParams({ enterpriseId: row.enterpriseId }).toString()}`)
  const unlink = async (row: EnterpriseRelation) => {
    const sure = await confirm({
      says: t('unlinkSure', { name: shownName(row.enterpriseName) }),
      ok: t('unlink'),
    })
    if (sure) remove.mutate({ ids: row.id }, { onSuccess: () => say(t('unlinked')) })
  }
  const columns: Column<EnterpriseRelation>[] = [
    { key: 'side', title: t('side'), width: 110, render: ({ side }) => t(side) },
    {
      key: 'enterpriseName',
      title: t('enterpriseColumn'),
      cut: true,
      render: (row) => <span className="link">{shownName(row.enterpriseName)}</span>,
    },
    { key: 'creditCode', title: t('taxNumber'), width: 184 },
    { key: 'kind', title: t('kind'), width: 110, render: ({ kind }) => t(kind) },
    { key: 'share', title: t('share'), width: 120, align: 'right', render: ({ share }) => share || '—' },
    { key: 'projectCount', title: t('projectCount'), width: 84, align: 'right' },
    { key: 'createUserName', title: t('addedBy'), width: 110, cut: true },
    ...(mayEdit
      ? [
          {
            key: 'actions',
            title: t('actions'),
            width: 160,
            fixed: 'end' as const,
            render: (row: EnterpriseRelation) => (
              <span
                className="row-actions"
                onClick={(event) => event.stopPropagation()}
                onKeyDown={(event) => event.stopPropagation()}
                role="presentation"
              >
                {row.kind !== 'branch' && (
                  <Button type="link" size="small" onClick={() => setDialog({ of: row })}>
                    {t('editShare')}
                  </Button>
                )}
                <Button type="link" size="small" onClick={() => void unlink(row)}>
                  {t('unlink')}
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ]
  const add = mayEdit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({})}>
      {t('addRelation')}
    </Button>
  )
  return (
    <Page title={t('relations')} state={owner.data && shownName(owner.data.enterpriseName)} action={add}>
      <DataTable<EnterpriseRelation>
        name={t('relations')}
        rows={rows.data}
        columns={columns}
        rowKey={({ id }) => id}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noRelations'), action: add }}
        bones={3}
        {...(may('enterprise.enter') && { onOpen: enter })}
      />
      <RelationDialog
        open={dialog !== undefined}
        enterpriseId={enterpriseId}
        of={dialog?.of}
        known={rows.data ?? []}
        onClose={() => setDialog(undefined)}
      />
    </Page>
  )
}
