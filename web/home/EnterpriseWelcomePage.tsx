import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { enterprise } from '#contract/enterprise.ts'
import { project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useTab, useTabTitle } from '#web/kernel/tab.ts'
import { AtOnce } from '#web/kit/AtOnce.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, Failing, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { ClientTimeline } from '../client/ClientTimeline.tsx'
import { riskTone, statusTone, useClientDicts } from '../client/client-words.ts'
import { useMayClient } from '../client/may-client.ts'
import { texts as clientTexts } from '../client/texts.ts'
import { useShownName } from '../firm/own-firm.ts'
import { ThreeYearPicture } from '../indicator/ThreeYearPicture.tsx'
import { Block } from './Block.tsx'
import { EnterpriseContacts, EnterpriseProfile, EnterpriseTaxes } from './EnterpriseFacts.tsx'
import { EnterpriseWaiting } from './EnterpriseWaiting.tsx'
import { EnterpriseYears } from './EnterpriseYears.tsx'
import { useLists } from './home-lists.ts'
import { texts } from './texts.ts'
import './home.css'

/** /aiApp/index: a client: where its projects stand, what waits, what its returns came to, who it is. */
export function EnterpriseWelcomePage() {
  const t = useTexts(texts)
  const say = useTexts(clientTexts)
  const enterpriseId = useTab().query.get('enterpriseId') ?? ''
  const shownName = useShownName()
  const dicts = useClientDicts()
  const lists = useLists()
  const { may } = useMayClient()
  const owner = useQuery(query(enterprise.detailById, { id: enterpriseId }))
  const projects = useQuery(query(project.list, { enterpriseId, current: 1, size: 100 }))
  const known = owner.data
  const name = known && shownName(known.enterpriseName)
  useTabTitle(name)
  // one that is not there fails once, not in every block
  if (owner.isError && !known)
    return (
      <Page title={t('enterpriseHome')} action={<Link to={lists.clients()}>{t('clients')}</Link>}>
        <Failing fault={owner.error} retry={owner.refetch} />
      </Page>
    )
  return (
    <Page
      title={name ?? <span className="bone" style={{ width: 220, height: 20 }} />}
      state={
        known && (
          <>
            <span className="number">{known.creditCode}</span>
            <StatusTag tone={statusTone[known.status]}>{say(known.status)}</StatusTag>
            {known.riskLevel && (
              <StatusTag tone={riskTone(known.riskLevel)}>{dicts.riskLevel.label(known.riskLevel)}</StatusTag>
            )}
          </>
        )
      }
      action={<Link to={`${lists.clients()}?${new URLSearchParams({ 'v.client': enterpriseId })}`}>{t('record')}</Link>}
    >
      <AtOnce>
        <div className="home-grid">
          <div>
            <StateView of={projects} shape={<Bones lines={8} />}>
              {({ records }) => (
                <>
                  <EnterpriseWaiting rows={records} />
                  <EnterpriseYears rows={records} />
                  <Block title={t('indicators')} period={t('lastYears')}>
                    <ThreeYearPicture enterpriseId={enterpriseId} />
                  </Block>
                </>
              )}
            </StateView>
            <Block title={t('activity')}>
              <StateView of={owner}>
                {(of) => <ClientTimeline of={of} mayNote={may('enterprise.edit', of)} />}
              </StateView>
            </Block>
          </div>
          <div>
            <Block title={t('profile')}>
              <StateView of={owner}>{(of) => <EnterpriseProfile of={of} />}</StateView>
            </Block>
            <EnterpriseTaxes enterpriseId={enterpriseId} />
            <EnterpriseContacts enterpriseId={enterpriseId} />
          </div>
        </div>
      </AtOnce>
    </Page>
  )
}
