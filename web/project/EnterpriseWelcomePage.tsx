import { useQuery } from '@tanstack/react-query'
import { enterprise, type Enterprise } from '#contract/enterprise.ts'
import { type Project, project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useTab, useTabTitle } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { openProject } from './open-project.ts'
import { stageTone } from './stage.ts'
import { texts } from './texts.ts'
import './project.css'

/** /aiApp/index: an enterprise: what is known of it, and its projects year by year. */
export function EnterpriseWelcomePage() {
  const t = useTexts(texts)
  const enterpriseId = useTab().query.get('enterpriseId') ?? ''
  const shownName = useShownName()
  const owner = useQuery(query(enterprise.detailById, { id: enterpriseId }))
  const projects = useQuery(query(project.list, { enterpriseId, current: 1, size: 100 }))
  const name = owner.data && shownName(owner.data.enterpriseName)
  useTabTitle(name)
  return (
    <Page
      title={name ?? <span className="bone" style={{ width: 220, height: 20 }} />}
      state={<span className="number">{owner.data?.creditCode}</span>}
    >
      <StateView of={owner} shape={<Bones lines={3} />}>
        {(known) => <EnterpriseFacts known={known} />}
      </StateView>
      <h2 className="section-title">{t('byYear')}</h2>
      <StateView of={projects} empty={{ when: ({ records }) => records.length === 0, says: t('noProjects') }}>
        {({ records }) => <ProjectsByYear rows={records} />}
      </StateView>
    </Page>
  )
}

function EnterpriseFacts({ known }: { known: Enterprise }) {
  const t = useTexts(texts)
  const facts = [
    [t('standard'), t(known.accountingStandard)],
    [t('industry'), known.industry],
    [t('contact'), known.contact],
    [t('phone'), known.phone],
    [t('address'), known.address],
    [t('remark'), known.remark],
  ].filter(([, value]) => value !== '')
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ProjectsByYear({ rows }: { rows: Project[] }) {
  const t = useTexts(texts)
  const years = [...new Set(rows.map((row) => row.year))].toSorted().toReversed()
  return years.map((year) => (
    <section key={year} className="year">
      <h3 className="number">{t('yearOf', { year })}</h3>
      <ul>
        {rows
          .filter((row) => row.year === year)
          .map((row) => (
            <li key={row.id}>
              <button
                type="button"
                className="plain-button link"
                title={t('openInWindow')}
                onClick={() => openProject(row)}
              >
                {row.projectName}
              </button>
              <StatusTag tone={stageTone[row.stage]}>{t(row.stage)}</StatusTag>
              <span className="third number">{row.updateTime}</span>
            </li>
          ))}
      </ul>
    </section>
  ))
}
