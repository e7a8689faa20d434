import { projectHref } from './stage.ts'

type Opened = { id: string; enterpriseId: string; projectName: string }

/** Opens a project's home in a window of its own and remembers it as the enterprise's current project. */
export function openProject(project: Opened) {
  localStorage.setItem(`digao.enterpriseSelectedProject.${project.enterpriseId}`, project.id)
  window.open(projectHref('/projectApp/index', project), '_blank', 'noopener')
}
