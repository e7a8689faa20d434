import { useQuery } from '@tanstack/react-query'
import { type Enterprise, enterprise } from '#contract/enterprise.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { Facts, RecordDrawer } from '#web/kit/RecordDrawer.tsx'
import { historyTab } from '#web/kit/RecordHistory.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { RelatedProjects } from './RelatedProjects.tsx'
import { texts } from './texts.ts'

/** An enterprise beside the list: what is known of it, and who changed what. */
export function EnterpriseDrawer({ of, onClose }: { of: Enterprise | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const asked = useQuery({ ...query(enterprise.detail, { id: of?.id ?? '' }), enabled: of !== undefined })
  const words = {
    enterpriseName: t('name'),
    creditCode: t('creditCodeShort'),
    accountingStandard: t('standard'),
    industry: t('industry'),
    contact: t('contact'),
    phone: t('phone'),
    address: t('address'),
    remark: t('remark'),
    'enterprise.save': t('madeEnterprise'),
    'enterprise.update': t('changedEnterprise'),
  }
  const history = historyTab({
    bizType: 'enterprise',
    bizId: of?.id ?? '',
    words,
    values: { accountingStandard: { cas: t('cas'), small: t('small') } },
    hidden: ['firmId', 'createUserName', 'projectCount'],
  })
  const information = (
    <StateView of={asked}>
      {(row) => (
        <Facts
          of={{
            [t('name')]: row.enterpriseName,
            [t('creditCode')]: <span className="number">{row.creditCode}</span>,
            [t('standard')]: t(row.accountingStandard),
            [t('industry')]: row.industry,
            [t('contact')]: row.contact,
            [t('phone')]: row.phone,
            [t('address')]: row.address,
            [t('projects')]: row.projectCount,
            [t('creator')]: row.createUserName,
            [t('createTime')]: row.createTime,
            [t('updateTime')]: row.updateTime,
            [t('remark')]: row.remark,
          }}
        />
      )}
    </StateView>
  )
  return (
    <RecordDrawer
      open={of !== undefined}
      title={of?.enterpriseName}
      onClose={onClose}
      tabs={[
        { key: 'information', label: t('information'), content: information },
        ...(of && may('project.view')
          ? [{ key: 'projects', label: t('projects'), content: <RelatedProjects enterpriseId={of.id} /> }]
          : []),
        ...(may('audit.view') ? [history] : []),
      ]}
    />
  )
}
