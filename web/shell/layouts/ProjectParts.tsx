import { useLocation } from 'react-router'
import type { PartProps } from '../layouts.ts'
import { ProjectHeader } from '../ProjectHeader.tsx'
import { ProjectMenu } from '../ProjectMenu.tsx'

const useProjectId = () => new URLSearchParams(useLocation().search).get('projectId') ?? ''

/** The steps of the project in the address. */
export function ProjectSide() {
  return <ProjectMenu projectId={useProjectId()} />
}

/** Whose project it is, which year and how far. */
export function ProjectHead({ scope, onMenu }: PartProps) {
  const projectId = useProjectId()
  return scope ? <ProjectHeader projectId={projectId} onMenu={onMenu} /> : null
}
