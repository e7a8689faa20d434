import { selectProject } from './selected-project.ts'
import { projectHref } from './stage.ts'

type Opened = { id: string; enterpriseId: string; projectName: string }

/** Opens a project's home in a window of its own and remembers it as the enterprise's current project. */
export function openProject(project: Opened) {
  selectProject(project)
  window.open(projectHref('/projectApp/index', project), '_blank', 'noopener')
}
