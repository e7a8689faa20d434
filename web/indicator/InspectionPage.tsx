import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { Link } from 'react-router'
import { type Project, project } from '#contract/project.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useTab, useView } from '#web/kernel/tab.ts'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { projectHref, stageTone } from '../project/stage.ts'
import { texts as projectTexts } from '../project/texts.ts'
import { IndicatorReport } from './IndicatorReport.tsx'
import { ThresholdList } from './ThresholdList.tsx'
import { texts } from './texts.ts'
import './indicator.css'

const PATH = '/swjc/index'

/** /swjc/index: the 36 inspection indicators of a project, and the firm's own warning values. */
export function InspectionPage() {
  const t = useTexts(texts)
  const projectId = useTab().query.get('projectId') ?? ''
  const [tab, setTab] = useView('tab', 'indicators')
  return (
    <Page title={t('title')} action={projectId && <Link to={PATH}>{t('otherProject')}</Link>}>
      <Tabs
        activeKey={tab}
        onChange={setTab}
        destroyOnHidden
        items={[
          {
            key: 'indicators',
            label: t('tabIndicators'),
            children: projectId ? <IndicatorReport key={projectId} projectId={projectId} /> : <ProjectChoice />,
          },
          { key: 'thresholds', label: t('tabThresholds'), children: <ThresholdList /> },
        ]}
      />
    </Page>
  )
}

/** Without a project the page asks for one; an enterprise in the address narrows the choice. */
function ProjectChoice() {
  const t = useTexts(texts)
  const say = useTexts(projectTexts)
  const enterpriseId = useTab().query.get('enterpriseId') ?? ''
  const view = useListView()
  const rows = useQuery(pageQuery(project.list, { ...view.input, ...(enterpriseId && { enterpriseId }) }))
  return (
    <>
      <p className="second">
        {t('pick')} · {t('pickHint')}
      </p>
      <List<Project>
        name={t('pick')}
        view={view}
        rows={rows}
        rowKey={({ id }) => id}
        search={[
          { filter: 'projectName', label: t('projectName') },
          { filter: 'enterpriseName', label: t('enterpriseName') },
          { filter: 'year_equal', label: t('year'), width: 110 },
        ]}
        empty={{ says: t('noProjects') }}
        columns={[
          {
            key: 'projectName',
            title: t('projectName'),
            render: (row) => <Link to={projectHref(PATH, row)}>{row.projectName}</Link>,
          },
          { key: 'enterpriseName', title: t('enterpriseName'), cut: true },
          { key: 'year', title: t('year'), width: 80, sortable: true },
          {
            key: 'stage',
            title: t('stage'),
            width: 120,
            render: (row) => <StatusTag tone={stageTone[row.stage]}>{say(row.stage)}</StatusTag>,
          },
        ]}
      />
    </>
  )
}
