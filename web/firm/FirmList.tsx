import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type Firm, firm } from '#contract/firm.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { FirmForm } from './FirmForm.tsx'
import { manageTexts } from './manage-texts.ts'

/** All firms, for who runs the platform. Changing one is done in its tenant. */
export function FirmList() {
  const t = useTexts(manageTexts)
  const view = useListView()
  const rows = useQuery(pageQuery(firm.list, view.input))
  const [adding, setAdding] = useState(false)
  const columns: Column<Firm>[] = [
    { key: 'firmName', title: t('firmName'), sortable: true, cut: true },
    { key: 'tenantId', title: t('tenantId'), width: 120 },
    { key: 'creditCode', title: t('creditCode'), width: 196 },
    { key: 'contact', title: t('contact'), width: 110, cut: true },
    { key: 'phone', title: t('phone'), width: 140, cut: true },
    { key: 'address', title: t('address'), cut: true },
    { key: 'actions', title: t('actions'), width: 92, fixed: 'end', render: (row) => <RowActions row={row} /> },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('newFirm')}
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
        rowKey={(row) => row.id}
        search={[
          { filter: 'firmName', label: t('firmName'), width: 220 },
          { filter: 'creditCode', label: t('creditCode') },
          { filter: 'tenantId_equal', label: t('tenantId'), width: 140 },
        ]}
        empty={{ says: t('noFirms') }}
        pageKey="firm"
        onNew={() => setAdding(true)}
      />
      {adding && <FirmForm onClose={() => setAdding(false)} />}
    </>
  )
}

function RowActions({ row }: { row: Firm }) {
  const t = useTexts(manageTexts)
  const confirm = useConfirmDanger()
  const remove = useCommand(firm.remove)
  const destroy = async () => {
    if (!(await confirm({ says: t('removeSure', { name: row.firmName }), ok: t('remove') }))) return
    // A refusal was said in a toast; the row stays.
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('removed')),
      () => undefined,
    )
  }
  return (
    <span className="row-actions">
      <Button type="link" size="small" onClick={() => void destroy()}>
        {t('remove')}
      </Button>
    </span>
  )
}
