import { z } from 'zod'
import { extentOf, type Grant } from '#contract/grants.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type ProjectRow, reachableProject } from '../project/reach.ts'
import { underGrant } from './read-call.ts'
import type { ToolAsker } from './tool.ts'

/** Which project; in a conversation about one it may be left out, and no other is open. */
export const inProject = {
  projectId: z
    .uuid()
    .optional()
    .describe('Id of the project (see list_projects). Leave it out when the conversation is about one project.'),
}

export const mayRead =
  (...grants: Grant[]) =>
  ({ held }: ToolAsker['user']): boolean =>
    grants.every((grant) => extentOf(held, grant) !== undefined)

/** The id that is meant. What a text says cannot lead a conversation about one client to another's books. */
function projectIdOf({ projectId }: ToolAsker, named: string | undefined): string {
  if (projectId && named !== undefined && named !== projectId) throw new Refusal('toolOtherProject')
  const id = projectId ?? named
  if (!id) throw new Refusal('toolWhichProject')
  return id
}

/** The project, if the asker reaches it under the grant. */
export const openProject = (asker: ToolAsker, named: string | undefined, grant: Grant): Promise<ProjectRow> =>
  underGrant(asker, grant, (context) => reachableProject(context, projectIdOf(asker, named)))

/** The project and the dataset that counts; refused before the first import. */
export async function openBooks(asker: ToolAsker, named: string | undefined) {
  const project = await openProject(asker, named, 'ledger.view')
  if (!project.dataset_id) throw new Refusal('toolNoBooks', { project: project.project_name })
  return { project, datasetId: project.dataset_id }
}

/** The address of a page of a project, with what it shows. */
export function placeIn(project: ProjectRow, path: string, view: Record<string, string>): string {
  const query = new URLSearchParams({
    enterpriseId: project.enterprise_id,
    projectId: project.id,
    projectName: project.project_name,
  })
  for (const [name, value] of Object.entries(view)) query.set(`v.${name}`, value)
  return `${path}?${query.toString()}`
}

export const BOOKS = '/firmProject/financialInfo'
