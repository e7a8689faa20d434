import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { usage } from '#contract/entitlement.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useTab } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { AllowanceList } from './AllowanceList.tsx'
import { UsageBars } from './UsageBars.tsx'
import { stateTone } from './state-tone.ts'
import { texts } from './texts.ts'

/** /system/usage: what the own tenant uses and may use; with ?tenantId=, for who runs the platform, what another does. */
export function UsagePage() {
  const t = useTexts(texts)
  const may = useMay()
  const { query: address } = useTab()
  const tenantId = address.get('tenantId') ?? undefined
  const summary = useQuery(query(usage.summary, { tenantId }))
  const of = summary.data
  const stood = (['trial', 'active', 'expired', 'disabled'] as const).find((state) => state === of?.state)
  return (
    <Page
      title={tenantId && of ? `${t('usage')} · ${of.tenantName}` : t('usage')}
      state={
        of && (
          <>
            {stood && <StatusTag tone={stateTone[stood]}>{t(stood)}</StatusTag>}
            <span>
              {t('package')} {of.packageName || t('noPackage')}
            </span>
            <span>
              {t('expireTime')} {of.expireTime.slice(0, 10) || t('never')}
            </span>
          </>
        )
      }
      action={
        tenantId ? (
          <Link to="/platform/tenant">{t('back')}</Link>
        ) : (
          may('tenant.manage') || (
            <Button href="/portal/buy" target="_blank" rel="noopener">
              {t('buyMore')}
            </Button>
          )
        )
      }
    >
      <StateView of={summary} shape={<Bones lines={7} />}>
        {({ metrics }) => <UsageBars of={metrics} />}
      </StateView>
      <AllowanceList tenantId={tenantId} />
    </Page>
  )
}
