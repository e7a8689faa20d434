import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Project, project, type ProjectWithJoin } from '#contract/project.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useTab } from '#web/kernel/tab.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { listTexts } from './list-texts.ts'
import { openProject } from './open-project.ts'
import { useDeleteProjects, useMayProject } from './project-actions.ts'
import { useProjectColumns } from './project-columns.tsx'
import { useProjectSearch } from './project-search.ts'
import { ownerOf, ProjectRowActions } from './ProjectRowActions.tsx'
import { ProjectDialog } from './ProjectDialog.tsx'
import { texts } from './texts.ts'
import './project.css'

/** /enterpriseProject/projectList, and /personal/personalEnterpriseProject of the personal edition: the projects of all clients. */
export function ProjectListPage() {
  const t = useTexts(texts)
  const l = useTexts(listTexts)
  const may = useMay()
  const mayProject = useMayProject()
  const navigate = useNavigate()
  const personal = useTab().pathname.startsWith('/personal/')
  const view = useListView({ sort: { field: 'updateTime', down: true } })
  const rows = useQuery(pageQuery(project.listWithJoin, view.input))
  const search = useProjectSearch({ alone: personal })
  const remove = useDeleteProjects()
  const [dialog, setDialog] = useState<{ of?: Project }>()
  const [handed, setHanded] = useState<{ rows: Project[]; clear: () => void }>()
  const { name, enterprise, year, category, stage, due, owner, joined, times } = useProjectColumns()
  const enter = ({ enterpriseId }: Project) =>
    void navigate(`/aiApp/index?${new URLSearchParams({ enterpriseId }).toString()}`)
  const columns: Column<ProjectWithJoin>[] = [
    name,
    enterprise,
    year,
    category,
    stage,
    due,
    owner,
    ...joined,
    ...times,
    {
      key: 'actions',
      title: l('actions'),
      width: 196,
      fixed: 'end',
      render: (row) => (
        <ProjectRowActions row={row} onEdit={(of) => setDialog({ of })}>
          {may('enterprise.enter') && (
            <Button type="link" size="small" onClick={() => enter(row)}>
              {l('toEnterprise')}
            </Button>
          )}
        </ProjectRowActions>
      ),
    },
  ]
  const add = may('project.add') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({})}>
      {t('newProject')}
    </Button>
  )
  const bulk = (picked: ProjectWithJoin[], clear: () => void) => (
    <>
      {may('user.view') && picked.every((row) => mayProject('project.edit', row)) && (
        <Button size="small" onClick={() => setHanded({ rows: picked, clear })}>
          {l('assign')}
        </Button>
      )}
      {picked.every((row) => mayProject('project.delete', row)) && (
        <Button
          size="small"
          danger
          onClick={() => void remove(picked.map(({ id }) => id)).then((gone) => gone && clear())}
        >
          {l('deleteMany')}
        </Button>
      )}
    </>
  )
  return (
    <>
      <ListPage
        title={personal ? l('myProjects') : t('projects')}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={search}
        empty={{ says: t('noProjectsFirm'), action: add }}
        onOpen={openProject}
        pageKey={personal ? 'projectPersonal' : 'project'}
        exportOf="project"
        withChecked={bulk}
        {...(may('project.add') && { onNew: () => setDialog({}) })}
      />
      <ProjectDialog
        open={dialog !== undefined}
        choosing={dialog !== undefined && !dialog.of}
        enterprise={dialog?.of && ownerOf(dialog.of)}
        of={dialog?.of}
        onClose={() => setDialog(undefined)}
      />
      <AssignDialog of={handed?.rows ?? []} onClose={() => setHanded(undefined)} onDone={() => handed?.clear()} />
    </>
  )
}
