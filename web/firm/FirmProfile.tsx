import { EditOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { usage } from '#contract/entitlement.ts'
import type { Firm } from '#contract/firm.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { UsageBars } from '../tenant/UsageBars.tsx'
import { FirmForm } from './FirmForm.tsx'
import { manageTexts } from './manage-texts.ts'
import { isOn, ownFirm } from './own-firm.ts'

/** The own firm: who it is, and, for who administers it, what it uses. */
export function FirmProfile() {
  const t = useTexts(manageTexts)
  const may = useMay()
  const tenantId = useSession((state) => state.tenantId)
  const firm = useQuery(ownFirm(tenantId))
  const [editing, setEditing] = useState(false)
  return (
    <Page
      title={t('title')}
      action={
        may('firm.edit') &&
        firm.data && (
          <Button type="primary" icon={<EditOutlined />} onClick={() => setEditing(true)}>
            {t('edit')}
          </Button>
        )
      }
    >
      <StateView of={firm} shape={<Bones lines={4} />}>
        {(of) => <Facts of={of} />}
      </StateView>
      {may('usage.view') && <OwnUsage />}
      {editing && firm.data && <FirmForm of={firm.data} onClose={() => setEditing(false)} />}
    </Page>
  )
}

function Facts({ of }: { of: Firm }) {
  const t = useTexts(manageTexts)
  const facts = [
    ['firmName', of.firmName],
    ['creditCode', of.creditCode],
    ['contact', of.contact],
    ['phone', of.phone],
    ['address', of.address],
    ['masked', t(isOn(of.website['firmProjectEnterpriseEncrypt']) ? 'on' : 'off')],
    ['tenantId', of.tenantId],
  ] as const
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  )
}

function OwnUsage() {
  const t = useTexts(manageTexts)
  const summary = useQuery(query(usage.summary, {}))
  return (
    <section>
      <div className="usage-head">
        <h2 className="section-title">{t('usage')}</h2>
        <Link to="/system/usage">{t('moreUsage')}</Link>
      </div>
      <StateView of={summary} shape={<Bones lines={7} />}>
        {({ metrics }) => <UsageBars of={metrics} />}
      </StateView>
    </section>
  )
}
