import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { usage } from '#contract/entitlement.ts'
import { type Tenant, tenant } from '#contract/tenant.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Facts, RecordDrawer } from '#web/kit/RecordDrawer.tsx'
import { historyTab } from '#web/kit/RecordHistory.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { stateTone } from './state-tone.ts'
import { texts } from './texts.ts'
import { UsageBars } from './UsageBars.tsx'

type TenantDrawerProps = { of: Tenant | undefined; onEdit: (of: Tenant) => void; onClose: () => void }

/** A tenant beside the list: what is known of it, what it uses, who changed what. */
export function TenantDrawer({ of, onEdit, onClose }: TenantDrawerProps) {
  const t = useTexts(texts)
  const asked = useQuery({ ...query(tenant.detail, { id: of?.id ?? '' }), enabled: of !== undefined })
  const row = asked.data ?? of
  const history = historyTab({
    bizType: 'tenant',
    bizId: of?.tenantId ?? '',
    words: {
      tenantName: t('tenantName'),
      kind: t('kind'),
      domain: t('domain'),
      linkman: t('linkman'),
      contactNumber: t('contactNumber'),
      address: t('address'),
      accountNumber: t('accountNumber'),
      expireTime: t('expireTime'),
      state: t('state'),
      packageName: t('package'),
      datasourceName: t('datasource'),
      reason: t('reason'),
      'tenant.create': t('made'),
      'tenant.update': t('editTenant'),
      'tenant.setting': t('setting'),
      'tenant.package': t('setPackage'),
      'tenant.move': t('move'),
      'tenant.enter': t('enter'),
      'tenant.leave': t('leave'),
    },
    values: {
      kind: { firm: t('firm'), school: t('school'), person: t('person'), platform: t('platform') },
      state: { trial: t('trial'), active: t('active'), expired: t('expired'), disabled: t('disabled') },
    },
    hidden: ['id', 'tenantId', 'packageId', 'datasourceId', 'status', 'createTime'],
  })
  return (
    <RecordDrawer
      open={of !== undefined}
      title={row?.tenantName}
      onClose={onClose}
      action={row && <Button onClick={() => onEdit(row)}>{t('edit')}</Button>}
      tabs={[
        {
          key: 'information',
          label: t('information'),
          content: <StateView of={asked}>{(found) => <TenantFacts of={found} />}</StateView>,
        },
        { key: 'usage', label: t('usage'), content: of && <TenantUsage tenantId={of.tenantId} /> },
        history,
      ]}
    />
  )
}

function TenantFacts({ of }: { of: Tenant }) {
  const t = useTexts(texts)
  return (
    <Facts
      of={{
        [t('tenantId')]: of.tenantId,
        [t('kind')]: t(of.kind),
        [t('state')]: <StatusTag tone={stateTone[of.state]}>{t(of.state)}</StatusTag>,
        [t('package')]: of.packageName || t('noPackage'),
        [t('accountNumber')]: of.accountNumber < 0 ? t('byPackage') : of.accountNumber,
        [t('expireTime')]: of.expireTime || t('never'),
        [t('datasource')]: of.datasourceName || t('mainServer'),
        [t('domain')]: of.domain,
        [t('linkman')]: of.linkman,
        [t('contactNumber')]: of.contactNumber,
        [t('address')]: of.address,
        [t('createTime')]: of.createTime,
        [t('updateTime')]: of.updateTime,
      }}
    />
  )
}

function TenantUsage({ tenantId }: { tenantId: string }) {
  const summary = useQuery(query(usage.summary, { tenantId }))
  return (
    <StateView of={summary} shape={<Bones lines={7} />}>
      {({ metrics }) => <UsageBars of={metrics} narrow />}
    </StateView>
  )
}
