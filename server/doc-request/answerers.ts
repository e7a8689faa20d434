import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { reachableEnterprise, reachableProject, under } from '../project/reach.ts'

type Request = {
  create_user: string
  project_id: string | null
  client_id: string
  id: string
  project_name: string
}

/** Where the firm's people work on a request. */
export function deskOf({ id, client_id: enterpriseId, project_id: projectId, project_name: projectName }: Request) {
  const place = { enterpriseId, ...(projectId && { projectId, projectName }), 'v.request': id }
  return `${projectId ? '/material-request/index' : '/firm/requests'}?${new URLSearchParams(place).toString()}`
}

/**
 * Who is told of what a client does: the maker, and who is in charge of the project, or leads the work for the client; of them
 * those who are still here and reach it.
 */
export async function answerersOf(kernel: Kernel, db: Db, request: Request): Promise<string[]> {
  const told: string[] = []
  for (const id of new Set([request.create_user, ...(await inCharge(db, request))])) {
    const user = id === '' ? undefined : await kernel.sessions.keyHolder(db, id)
    if (user && (await reaches(db, user, request))) told.push(id)
  }
  return told
}

async function inCharge(db: Db, { project_id: projectId, client_id: clientId }: Request): Promise<string[]> {
  if (projectId) {
    const project = await db.selectFrom('firm_project').select('owner').where('id', '=', projectId).executeTakeFirst()
    return [project?.owner ?? '']
  }
  const client = await db.selectFrom('firm_enterprise').select('owner').where('id', '=', clientId).executeTakeFirst()
  const leads = await db
    .selectFrom('enterprise_member')
    .select('user_id')
    .where('enterprise_id', '=', clientId)
    .where('role', '=', 'lead')
    .execute()
  return [client?.owner ?? '', ...leads.map(({ user_id: id }) => id)]
}

async function reaches(db: Db, user: User, { project_id: projectId, client_id: clientId }: Request): Promise<boolean> {
  try {
    const asker = under(db, user, 'project.view')
    await (projectId ? reachableProject(asker, projectId) : reachableEnterprise(asker, clientId))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
