import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Project } from '#contract/project.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useDeleteProjects, useMayProject } from './project-actions.ts'
import { texts } from './texts.ts'

type ProjectRowActionsProps<Row> = {
  row: Row
  onEdit: (row: Row) => void
  /** What else can be done with this row, first. */
  children?: ReactNode
}

/** What can be done with one project of a list. */
export function ProjectRowActions<Row extends Project>({ row, onEdit, children }: ProjectRowActionsProps<Row>) {
  const t = useTexts(texts)
  const may = useMayProject()
  const remove = useDeleteProjects()
  return (
    <span
      className="row-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      {children}
      {may('project.edit', row) && (
        <Button type="link" size="small" onClick={() => onEdit(row)}>
          {t('edit')}
        </Button>
      )}
      {may('project.delete', row) && (
        <Button type="link" size="small" onClick={() => void remove([row.id])}>
          {t('delete')}
        </Button>
      )}
    </span>
  )
}

/** The enterprise of a project as its dialog takes it. */
export const ownerOf = ({ enterpriseId, firmId, enterpriseName, creditCode }: Project) => ({
  id: enterpriseId,
  firmId,
  enterpriseName,
  creditCode,
})
