import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { hasFirm, ownFirm } from '../firm/own-firm.ts'
import { useSession } from '#web/kernel/session.ts'
import { texts } from './texts.ts'

/** Without its firm the workbench cannot stand: says so and leaves to /portal.html. The page shows meanwhile. */
export function FirmGuard({ children }: { children: ReactNode }) {
  const t = useTexts(texts)
  const { modal } = App.useApp()
  const tenantId = useSession((state) => state.tenantId)
  const { error, data } = useQuery({ ...ownFirm(tenantId), enabled: hasFirm(tenantId) })
  // an answer without a firm fails its check; a session that has ended goes to the portal by itself
  const fails = data === undefined && error !== null && !(error instanceof CallError && error.code === 401)
  // asked again by a page that needs it too, the firm is still missing until an answer says otherwise
  const [failedFor, fail] = useState('')
  if (fails && failedFor !== tenantId) fail(tenantId)
  const missing = failedFor === tenantId && data === undefined
  useEffect(() => {
    if (!missing) return undefined
    const alert = modal.error({
      title: t('hint'),
      content: t('firmFailed'),
      okText: t('confirm'),
      icon: null,
      keyboard: false,
      onOk: () => location.assign('/portal.html'),
    })
    return () => alert.destroy()
  }, [missing, modal, t])
  return children
}
