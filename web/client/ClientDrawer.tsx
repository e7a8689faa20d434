import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { type Enterprise, enterprise } from '#contract/enterprise.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { RecordDrawer, type RecordTab } from '#web/kit/RecordDrawer.tsx'
import { historyTab } from '#web/kit/RecordHistory.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useMay } from '#web/kernel/session.ts'
import { useShownName } from '../firm/own-firm.ts'
import { ClientContacts } from './ClientContacts.tsx'
import { ClientFacts } from './ClientFacts.tsx'
import { ClientMembers } from './ClientMembers.tsx'
import { ClientProjects } from './ClientProjects.tsx'
import { ClientTaxes } from './ClientTaxes.tsx'
import { ClientTimeline } from './ClientTimeline.tsx'
import { statusTone } from './client-words.ts'
import { useEnterClient } from './enter-client.ts'
import { type Edition, useMayClient } from './may-client.ts'
import { texts } from './texts.ts'
import { useClientHistory } from './use-client-history.ts'
import './client.css'

type ClientDrawerProps = { id: string; edition: Edition; onEdit: (of: Enterprise) => void; onClose: () => void }

/** A client beside the list: what is known, its taxes, its people, projects, who works for it, and its story. */
export function ClientDrawer({ id, edition, onEdit, onClose }: ClientDrawerProps) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const client = useMayClient()
  const enter = useEnterClient()
  const shownName = useShownName()
  const asked = useQuery(query(enterprise.detail, { id }))
  const history = useClientHistory(id)
  const of = asked.data
  const mayEdit = of !== undefined && client.may('enterprise.edit', of)
  const shown: (RecordTab | false)[] = of
    ? [
        { key: 'information', label: t('information'), content: <ClientFacts of={of} edition={edition} /> },
        { key: 'taxes', label: t('taxes'), content: <ClientTaxes of={of} mayEdit={mayEdit} /> },
        { key: 'contacts', label: t('contacts'), content: <ClientContacts of={of} mayEdit={mayEdit} /> },
        may('project.view') && { key: 'projects', label: t('projects'), content: <ClientProjects enterpriseId={id} /> },
        edition === 'firm' && { key: 'members', label: t('members'), content: <ClientMembers of={of} /> },
        { key: 'timeline', label: t('timeline'), content: <ClientTimeline of={of} mayNote={mayEdit} /> },
        may('audit.view') && historyTab(history),
      ]
    : [{ key: 'information', label: t('information'), content: <StateView of={asked}>{() => <Bones />}</StateView> }]
  return (
    <RecordDrawer
      open
      width={720}
      title={
        of ? (
          <span className="client-title">
            {shownName(of.enterpriseName)}
            <StatusTag tone={statusTone[of.status]}>{t(of.status)}</StatusTag>
          </span>
        ) : (
          t('details')
        )
      }
      onClose={onClose}
      tabs={shown.filter((tab) => tab !== false)}
      action={
        of && (
          <>
            {may('project.edit') && (
              <Button style={{ marginInlineEnd: 8 }} onClick={() => void navigate(`/firm/requests?enterpriseId=${id}`)}>
                {t('requests')}
              </Button>
            )}
            {mayEdit && <Button onClick={() => onEdit(of)}>{t('edit')}</Button>}
            {client.may('enterprise.enter', of) && (
              <Button type="primary" style={{ marginInlineStart: 8 }} onClick={() => enter(of)}>
                {t('enter')}
              </Button>
            )}
          </>
        )
      }
    />
  )
}
