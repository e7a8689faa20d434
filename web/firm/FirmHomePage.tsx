import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { firm } from '#contract/firm.ts'
import { type Project, project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { openProject } from '../project/open-project.ts'
import { stageTone } from '../project/stage.ts'
import { texts as projectTexts } from '../project/texts.ts'
import { useShownName } from './own-firm.ts'
import { texts } from './texts.ts'
import './firm.css'

const CLIENTS = '/firm/firmEnterprise'
const PROJECTS = '/enterpriseProject/projectList'

/** /firm/index: what there is to do. Every number opens the list it counts. */
export function FirmHomePage() {
  const t = useTexts(texts)
  const tenantId = useSession((state) => state.tenantId)
  const statistics = useQuery(query(firm.statistics, { tenantId }))
  const [year] = useState(() => String(new Date().getFullYear()))
  const numbers = [
    ['countEnterprises', 'enterprises', CLIENTS],
    ['countProjects', 'projects', PROJECTS],
    ['countThisYear', 'projectsThisYear', `${PROJECTS}?f.createTime_datege=${year}-01-01`],
    ['countLedgers', 'ledgersWaiting', `${PROJECTS}?f.stage_equal=imported`],
    ['countRelations', 'relationsWaiting', `${PROJECTS}?f.stage_equal=verified`],
    ['countPapers', 'papersReady', `${PROJECTS}?f.stage_equal=generated`],
  ] as const
  return (
    <Page title={t('home')}>
      <ul className="numbers">
        {numbers.map(([label, field, to]) => (
          <li key={field}>
            <Link to={to}>
              <span className="number number-large">
                {statistics.data ? statistics.data[field].toLocaleString('en') : <span className="bone" />}
              </span>
              <span className="second">{t(label)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {statistics.isError && <StateView of={statistics}>{() => null}</StateView>}
      <RecentProjects />
      {statistics.data && statistics.data.byYear.length > 0 && <YearBars of={statistics.data.byYear} />}
    </Page>
  )
}

function RecentProjects() {
  const t = useTexts(texts)
  const say = useTexts(projectTexts)
  const shownName = useShownName()
  const rows = useQuery(query(project.list, { current: 1, size: 8, descs: 'updateTime' }))
  const columns: Column<Project>[] = [
    { key: 'projectName', title: say('name'), cut: true },
    { key: 'enterpriseName', title: say('enterprise'), cut: true, render: (row) => shownName(row.enterpriseName) },
    { key: 'year', title: t('year'), width: 80 },
    {
      key: 'stage',
      title: say('stage'),
      width: 220,
      render: (row) => <StatusTag tone={stageTone[row.stage]}>{say(row.stage)}</StatusTag>,
    },
    { key: 'updateTime', title: t('updateTime'), width: 170 },
  ]
  return (
    <>
      <div className="section-line">
        <h2 className="section-title">{t('recent')}</h2>
        <Link to={PROJECTS}>{t('allProjects')}</Link>
      </div>
      <DataTable
        name={t('recent')}
        rows={rows.data?.records}
        columns={columns}
        rowKey={(row) => row.id}
        fault={rows.error}
        retry={rows.refetch}
        onOpen={openProject}
        bones={5}
        empty={{ says: t('noProjects'), action: <Link to={CLIENTS}>{t('toEnterprises')}</Link> }}
      />
    </>
  )
}

/** Projects by year: bars labelled with their figures, each opening its list. */
function YearBars({ of }: { of: { year: string; projects: number }[] }) {
  const t = useTexts(texts)
  const most = Math.max(1, ...of.map(({ projects }) => projects))
  return (
    <section>
      <h2 className="section-title">{t('byYear')}</h2>
      <ol className="year-bars">
        {of.map(({ year, projects }) => (
          <li key={year}>
            <Link to={`${PROJECTS}?f.year_equal=${year}`}>
              <span className="number">{year}</span>
              <span className="year-bar" style={{ width: `${(projects / most) * 100}%` }} />
              <span className="number">{projects}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
