import { Button } from 'antd'
import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { leaveTenant } from './acting.ts'
import { texts } from './texts.ts'
import './tenant.css'

/** Across the top while the platform's administrator works in another tenant: where he is, and the way back. */
export function ActingBar() {
  const t = useTexts(texts)
  const { tenantId, homeTenantId, tenantName } = useSession()
  const [busy, setBusy] = useState(false)
  if (!homeTenantId || homeTenantId === tenantId) return null
  const leave = () => {
    setBusy(true)
    void leaveTenant().catch((fault: unknown) => {
      complain(fault)
      setBusy(false)
    })
  }
  return (
    <output className="acting-bar no-print">
      <span>{t('acting', { name: tenantName || tenantId })}</span>
      <Button size="small" loading={busy} onClick={leave}>
        {t('leave')}
      </Button>
    </output>
  )
}
