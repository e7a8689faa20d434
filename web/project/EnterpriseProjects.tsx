import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { enterprise } from '#contract/enterprise.ts'
import { type Project, project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { saidNothing } from '#web/kernel/transport.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { openProject } from './open-project.ts'
import { ProjectDialog } from './ProjectDialog.tsx'
import { useDeleteProjects, useMayProject } from './project-actions.ts'
import { useSelectedProject } from './selected-project.ts'
import { stageTone } from './stage.ts'
import { texts } from './texts.ts'
import './project.css'

/** Specification: the panel asks for one page of 100. */
const PANEL_SIZE = 100

/** The panel at the right of the enterprise layout, 300 px: the enterprise, its projects, a new one. */
export function EnterpriseProjects({ enterpriseId }: { enterpriseId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const shownName = useShownName()
  const owner = useQuery(query(enterprise.detailById, { id: enterpriseId }))
  const projects = useQuery({
    ...query(project.list, { enterpriseId, current: 1, size: PANEL_SIZE }),
    enabled: owner.data !== undefined,
  })
  const [dialog, setDialog] = useState<{ of?: Project } | undefined>()
  const create = may('project.add') && (
    <Button type="primary" icon={<PlusOutlined />} block disabled={!owner.data} onClick={() => setDialog({})}>
      {t('newProject')}
    </Button>
  )
  // an enterprise that is not one: without its id nothing can be created
  const incomplete = owner.isError && saidNothing(owner.error)
  return (
    <div className="panel">
      <div className="panel-head">
        {incomplete ? (
          <div className="panel-fault" role="alert">
            <p>{t('noEnterprise')}</p>
            <Button size="small" onClick={() => void owner.refetch()}>
              {t('refresh')}
            </Button>
          </div>
        ) : (
          <StateView of={owner} shape={<Bones lines={1} />}>
            {({ enterpriseName, creditCode }) => (
              <>
                <h2 title={shownName(enterpriseName)}>{shownName(enterpriseName)}</h2>
                <p className="third number">{creditCode}</p>
              </>
            )}
          </StateView>
        )}
        {create}
      </div>
      {owner.data && (
        <StateView
          of={projects}
          shape={<Bones lines={6} />}
          empty={{ when: ({ records }) => records.length === 0, says: t('noProjects') }}
        >
          {({ records }) => (
            <ul className="panel-cards">
              {records.map((row) => (
                <ProjectCard key={row.id} row={row} onEdit={() => setDialog({ of: row })} />
              ))}
            </ul>
          )}
        </StateView>
      )}
      <ProjectDialog
        open={dialog !== undefined}
        enterprise={owner.data}
        of={dialog?.of}
        onClose={() => setDialog(undefined)}
      />
    </div>
  )
}

function ProjectCard({ row, onEdit }: { row: Project; onEdit: () => void }) {
  const t = useTexts(texts)
  const may = useMayProject()
  const remove = useDeleteProjects()
  const current = useSelectedProject(row.enterpriseId) === row.id
  return (
    <li className="project-card" data-current={current || undefined}>
      <button
        type="button"
        className="plain-button project-open"
        title={t('openInWindow')}
        {...(current && { 'aria-current': 'true' as const })}
        onClick={() => openProject(row)}
      >
        <strong>{row.projectName}</strong>
        <span className="project-line">
          <span className="number second">{t('yearOf', { year: row.year })}</span>
          <StatusTag tone={stageTone[row.stage]}>{t(row.stage)}</StatusTag>
        </span>
        {current && <span className="third">{t('lastOpened')}</span>}
      </button>
      <span className="project-tools">
        {may('project.edit', row) && (
          <Button
            type="text"
            size="small"
            icon={<EditOutlined />}
            aria-label={t('editNamed', { name: row.projectName })}
            onClick={onEdit}
          />
        )}
        {may('project.delete', row) && (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('deleteNamed', { name: row.projectName })}
            onClick={() => void remove([row.id])}
          />
        )}
      </span>
    </li>
  )
}
