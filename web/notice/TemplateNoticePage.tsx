import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { usage } from '#contract/entitlement.ts'
import { rolesOf } from '#contract/grants.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'
import './notice.css'

const CENTRE = '/firm/knowledge/llmKnowledgeSwsDocTemplate'

/** What the template centre offers, and what whoever cannot open it lacks: the role, or an edition that is no trial. */
export function TemplateNoticePage() {
  const t = useTexts(texts)
  const own = useQuery(query(usage.own, {}))
  const keeps = useSession((state) => rolesOf(state.roleName).includes('admin'))
  return (
    <Page
      title={t('template')}
      action={
        keeps && (
          <Link to={CENTRE}>
            <Button type="primary" tabIndex={-1}>
              {t('toCentre')}
            </Button>
          </Link>
        )
      }
    >
      <div className="notice">
        <section className="notice-head">
          <h2>{t('templateHead')}</h2>
          <p className="second">{t('templateText')}</p>
        </section>
        <section>
          <h2 className="section-title">{t('templateNeed')}</h2>
          <dl className="notice-needs">
            <Need has={keeps} name={t('needRole')} text={t('needRoleText')} />
            <StateView of={own}>
              {({ state, packageName }) => (
                <Need
                  has={state === 'active'}
                  name={packageName ? `${t('needEdition')} · ${packageName}` : t('needEdition')}
                  text={t('needEditionText')}
                />
              )}
            </StateView>
          </dl>
        </section>
        <section>
          <p>{t('meanwhile')}</p>
          <Link to="/enterpriseProject/projectList">{t('toProjects')}</Link>
        </section>
      </div>
    </Page>
  )
}

function Need({ has, name, text }: { has: boolean; name: string; text: string }) {
  const t = useTexts(texts)
  return (
    <div>
      <dt>
        {name} <StatusTag tone={has ? 'good' : 'waiting'}>{t(has ? 'have' : 'missing')}</StatusTag>
      </dt>
      {!has && <dd className="second">{text}</dd>}
    </div>
  )
}
