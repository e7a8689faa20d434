import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { type Datasource, datasource } from '#contract/datasource.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { Facts, RecordDrawer } from '#web/kit/RecordDrawer.tsx'
import { historyTab } from '#web/kit/RecordHistory.tsx'
import { Bones, Empty, Failing } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

/** A data source beside the list: what it is, who lives there, what was done to it. */
export function DatasourceDrawer({ of, onEdit, onClose }: { of: Datasource; onEdit: () => void; onClose: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const history = historyTab({
    bizType: 'datasource',
    bizId: of.id,
    words: {
      'datasource.add': t('actionAdd'),
      'datasource.update': t('actionUpdate'),
      'datasource.test': t('actionTest'),
      name: t('name'),
      host: t('host'),
      port: t('port'),
      databaseName: t('database'),
      username: t('username'),
      state: t('state'),
      remark: t('remark'),
      passwordChanged: t('passwordChanged'),
    },
    values: {
      state: { draft: t('stateDraft'), ok: t('stateOk'), failed: t('stateFailed'), disabled: t('stateDisabled') },
      passwordChanged: { true: '✓' },
    },
    hidden: ['id'],
  })
  return (
    <RecordDrawer
      open
      title={of.name}
      action={<Button onClick={onEdit}>{t('edit')}</Button>}
      onClose={onClose}
      tabs={[
        { key: 'information', label: t('information'), content: <Information of={of} /> },
        { key: 'tenants', label: t('tenantsHere'), content: <Residents of={of} /> },
        ...(may('audit.view') ? [history] : []),
      ]}
    />
  )
}

function Information({ of }: { of: Datasource }) {
  const t = useTexts(texts)
  return (
    <Facts
      of={{
        [t('host')]: of.host,
        [t('port')]: of.port,
        [t('database')]: of.databaseName,
        [t('username')]: of.username,
        [t('testTime')]: of.testTime || t('never'),
        ...(of.testError && { [t('stateFailed')]: of.testError }),
        [t('remark')]: of.remark,
        [t('updateTime')]: of.updateTime,
      }}
    />
  )
}

function Residents({ of }: { of: Datasource }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(query(datasource.detail, { id: of.id }))
  if (error && !data) return <Failing fault={error} retry={refetch} />
  if (!data) return <Bones lines={3} />
  const toTenants = <Button onClick={() => void navigate('/platform/tenant')}>{t('toTenants')}</Button>
  if (data.residents.length === 0) return <Empty says={t('noTenants')} action={toTenants} />
  return <Facts of={Object.fromEntries(data.residents.map(({ tenantId, tenantName }) => [tenantId, tenantName]))} />
}
