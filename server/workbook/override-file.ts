import type { Files } from '#server/kernel/files.ts'
import { reachableProject } from '#server/project/reach.ts'

/** What files that prove a decision against a formula are marked with; they belong to the project. */
export const OVERRIDE_FILE = 'override'

/** Who may decide in a project may add its evidence; who may read its papers may read it. */
export function registerOverrideFiles(files: Files): void {
  files.register(OVERRIDE_FILE, {
    mayAdd: 'paper.generate',
    mayRead: 'paper.view',
    checkAdd: async (caller, projectId) => void (await reachableProject(caller, projectId)),
    checkRead: async (caller, projectId) => void (await reachableProject(caller, projectId)),
  })
}
