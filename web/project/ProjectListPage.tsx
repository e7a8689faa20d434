import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Project, project } from '#contract/project.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useTexts } from '#web/kernel/language.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { openProject } from './open-project.ts'
import { stages, stageTone } from './stage.ts'
import { texts } from './texts.ts'

/** /enterpriseProject/projectList: the projects of all enterprises. */
export function ProjectListPage() {
  const t = useTexts(texts)
  const view = useListView({ sort: { field: 'updateTime', down: true } })
  const rows = useQuery(pageQuery(project.list, view.input))
  const categories = useDictionary('tax_project_category')
  const shownName = useShownName()
  const columns: Column<Project>[] = [
    { key: 'projectName', title: t('name'), sortable: true, cut: true },
    { key: 'enterpriseName', title: t('enterprise'), render: (row) => shownName(row.enterpriseName), cut: true },
    { key: 'year', title: t('year'), sortable: true, width: 90 },
    { key: 'category', title: t('category'), width: 160, cut: true, render: (row) => categories.label(row.category) },
    {
      key: 'stage',
      title: t('stage'),
      width: 220,
      render: (row) => <StatusTag tone={stageTone[row.stage]}>{t(row.stage)}</StatusTag>,
    },
    { key: 'creditCode', title: t('creditCode'), width: 184, hidden: true },
    { key: 'createUserName', title: t('creator'), width: 110 },
    { key: 'createTime', title: t('createTime'), sortable: true, width: 170, hidden: true },
    { key: 'updateTime', title: t('updateTime'), sortable: true, width: 170 },
  ]
  return (
    <ListPage
      title={t('projects')}
      view={view}
      rows={rows}
      columns={columns}
      rowKey={(row) => row.id}
      search={[
        { filter: 'projectName', label: t('name') },
        { filter: 'enterpriseName', label: t('enterprise') },
        { filter: 'year_equal', label: t('year'), width: 110 },
        { filter: 'createTime_datege', label: t('createdSince'), width: 150, date: true },
        { filter: 'category_equal', label: t('category'), options: categories.options, width: 180 },
        {
          filter: 'stage_equal',
          label: t('stage'),
          options: stages.map((stage) => ({ value: stage, label: t(stage) })),
          width: 170,
        },
      ]}
      empty={{ says: t('noProjectsFirm'), action: <Link to="/firm/firmEnterprise">{t('toEnterprises')}</Link> }}
      onOpen={openProject}
      pageKey="project"
      exportOf="project"
    />
  )
}
