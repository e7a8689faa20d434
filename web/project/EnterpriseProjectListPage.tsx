import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { enterprise } from '#contract/enterprise.ts'
import { type Project, project, type ProjectWithSpace } from '#contract/project.ts'
import { pageQuery, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useTab } from '#web/kernel/tab.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { useShownName } from '../firm/own-firm.ts'
import { CopyFilesDialog } from './CopyFilesDialog.tsx'
import { listTexts } from './list-texts.ts'
import { openProject } from './open-project.ts'
import { useDeleteProjects, useMayProject } from './project-actions.ts'
import { useProjectColumns } from './project-columns.tsx'
import { useProjectSearch } from './project-search.ts'
import { ProjectDialog } from './ProjectDialog.tsx'
import { ProjectRowActions } from './ProjectRowActions.tsx'
import { useSelectedProject } from './selected-project.ts'
import { texts } from './texts.ts'
import './project.css'

/** /aiApp/projectList: the projects of one enterprise as a list, with what each takes of the storage. */
export function EnterpriseProjectListPage() {
  const t = useTexts(texts)
  const l = useTexts(listTexts)
  const may = useMay()
  const mayProject = useMayProject()
  const shownName = useShownName()
  const enterpriseId = useTab().query.get('enterpriseId') ?? ''
  const seen = useListView({ sort: { field: 'year', down: true } })
  // what is exported is of this enterprise, too
  const view = { ...seen, input: { ...seen.input, enterpriseId } }
  const owner = useQuery(query(enterprise.detailById, { id: enterpriseId }))
  const rows = useQuery(pageQuery(project.listWithSpace, view.input))
  const search = useProjectSearch({ ofOne: true })
  const current = useSelectedProject(enterpriseId)
  const remove = useDeleteProjects()
  const [dialog, setDialog] = useState<{ of?: Project }>()
  const [copyTo, setCopyTo] = useState<Project>()
  const { name, year, category, stage, due, owner: person, space, times } = useProjectColumns()
  const columns: Column<ProjectWithSpace>[] = [
    name,
    year,
    stage,
    due,
    space,
    // the panel takes its part of the width: these wait for a choice
    { ...category, hidden: true },
    { ...person, hidden: true },
    ...times,
    {
      key: 'actions',
      title: l('actions'),
      width: 196,
      fixed: 'end',
      render: (row) => (
        <ProjectRowActions row={row} onEdit={(of) => setDialog({ of })}>
          {mayProject('ledger.import', row) && (
            <Button type="link" size="small" onClick={() => setCopyTo(row)}>
              {l('copyShort')}
            </Button>
          )}
        </ProjectRowActions>
      ),
    },
  ]
  // plain: the panel beside has the primary one
  const add = may('project.add') && (
    <Button icon={<PlusOutlined />} disabled={!owner.data} onClick={() => setDialog({})}>
      {t('newProject')}
    </Button>
  )
  const bulk = (picked: ProjectWithSpace[], clear: () => void) =>
    picked.every((row) => mayProject('project.delete', row)) && (
      <Button
        size="small"
        danger
        onClick={() => void remove(picked.map(({ id }) => id)).then((gone) => gone && clear())}
      >
        {l('deleteMany')}
      </Button>
    )
  return (
    <>
      <ListPage
        title={l('enterpriseProjects')}
        state={owner.data && shownName(owner.data.enterpriseName)}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={search}
        empty={{ says: t('noProjects'), action: add }}
        onOpen={openProject}
        pageKey="projectOfEnterprise"
        exportOf="project"
        {...(current && { selected: current })}
        withChecked={bulk}
        {...(may('project.add') && owner.data && { onNew: () => setDialog({}) })}
      />
      <ProjectDialog
        open={dialog !== undefined}
        enterprise={owner.data}
        of={dialog?.of}
        onClose={() => setDialog(undefined)}
      />
      <CopyFilesDialog to={copyTo} onClose={() => setCopyTo(undefined)} />
    </>
  )
}
