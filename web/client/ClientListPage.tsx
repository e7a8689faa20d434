import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { type Enterprise, enterprise } from '#contract/enterprise.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { useClientColumns } from './client-columns.tsx'
import { useClientSearch } from './client-search.ts'
import { useEnterClient } from './enter-client.ts'
import type { Edition } from './may-client.ts'
import { texts } from './texts.ts'

const AssignDialog = lazy(async () => ({ default: (await import('./AssignDialog.tsx')).AssignDialog }))
const ClientDrawer = lazy(async () => ({ default: (await import('./ClientDrawer.tsx')).ClientDrawer }))
const ClientForm = lazy(async () => ({ default: (await import('./ClientForm.tsx')).ClientForm }))

/** /firm/firmEnterprise: the client enterprises. */
export const FirmClientsPage = () => <ClientList edition="firm" />
/** /personal/personalEnterprise: the clients of one person. */
export const PersonalClientsPage = () => <ClientList edition="personal" />

type Assigning = { rows: Enterprise[]; done: () => void }

function ClientList({ edition }: { edition: Edition }) {
  const t = useTexts(texts)
  const may = useMay()
  const enter = useEnterClient()
  const view = useListView({ sort: { field: 'updateTime', down: true } })
  const rows = useQuery(pageQuery(enterprise.list, view.input))
  const search = useClientSearch({ edition, view })
  const [form, setForm] = useState<{ of?: Enterprise } | undefined>()
  // in the address, so that a link opens the client beside the list
  const [opened, open] = useView('client')
  const [assigning, setAssigning] = useState<Assigning | undefined>()
  const edit = (of: Enterprise) => setForm({ of })
  const columns = useClientColumns({ edition, onEnter: enter, onShow: ({ id }) => open(id), onEdit: edit })
  const mayAdd = may('enterprise.add')
  const add = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newEnterprise')}
    </Button>
  )
  const bulk = (checked: Enterprise[], clear: () => void) => (
    <Button size="small" onClick={() => setAssigning({ rows: checked, done: clear })}>
      {t('assign')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t(edition === 'personal' ? 'myClients' : 'enterprises')}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={search}
        empty={mayAdd ? { says: t('noEnterprises'), action: add } : { says: t('noneForYou') }}
        {...(may('enterprise.enter') && { onOpen: enter })}
        pageKey={edition === 'personal' ? 'personalEnterprise' : 'enterprise'}
        {...(may('enterprise.select') && { exportOf: 'enterprise' })}
        {...(mayAdd && { importOf: 'enterprise', onNew: () => setForm({}) })}
        {...(edition === 'firm' && may('enterprise.edit') && { withChecked: bulk })}
        {...(opened && { selected: opened })}
      />
      <Suspense fallback={null}>
        {opened && <ClientDrawer key={opened} id={opened} edition={edition} onEdit={edit} onClose={() => open('')} />}
        {form && <ClientForm open of={form.of} onClose={() => setForm(undefined)} />}
        {assigning && (
          <AssignDialog of={assigning.rows} onDone={assigning.done} onClose={() => setAssigning(undefined)} />
        )}
      </Suspense>
    </>
  )
}
