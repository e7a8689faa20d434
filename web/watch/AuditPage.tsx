import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { audit, type AuditFault } from '#contract/audit.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { TraceDrawer } from './log-parts.tsx'
import { OperationList } from './OperationList.tsx'
import { texts } from './texts.ts'

const faultTexts = {
  changed: 'chainChanged',
  missing: 'chainMissing',
  cut: 'chainCut',
  replaced: 'chainReplaced',
  anchor: 'chainAnchor',
} as const satisfies Record<AuditFault, keyof typeof texts>

/** /system/audit: who did what to what, and whether the chain of entries still holds. */
export function AuditPage() {
  const t = useTexts(texts)
  const chain = useQuery({ ...query(audit.verify, {}), staleTime: 60_000 })
  const { data } = chain
  const state = data && (
    <>
      {data.broken === null || data.fault === null ? (
        <StatusTag tone="good">{t('chainWhole', { count: data.entries })}</StatusTag>
      ) : (
        <StatusTag tone="bad">{t(faultTexts[data.fault], { seq: data.broken })}</StatusTag>
      )}
      {data.anchorTime !== null && (
        <span className="third wide-only">{t('anchored', { seq: data.anchored, time: data.anchorTime })}</span>
      )}
    </>
  )
  const verify = (
    <Button loading={chain.isFetching} onClick={() => void chain.refetch()}>
      {t('verify')}
    </Button>
  )
  return (
    <Page title={t('audit')} state={state} action={verify}>
      <OperationList name={t('audit')} />
      <TraceDrawer />
    </Page>
  )
}
