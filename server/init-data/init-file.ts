import type { Files } from '#server/kernel/kernel.ts'
import { reachableEnterprise } from '../project/reach.ts'

/** What files of a client's earlier years are marked with; they belong to the enterprise. */
export const INIT_FILE = 'initData'

/** Who may edit the client may add them, who sees the client may read them. */
export function registerInitFiles(files: Files): void {
  files.register(INIT_FILE, {
    mayAdd: 'enterprise.edit',
    mayRead: 'enterprise.view',
    checkAdd: async (caller, enterpriseId) => void (await reachableEnterprise(caller, enterpriseId)),
    checkRead: async (caller, enterpriseId) => void (await reachableEnterprise(caller, enterpriseId)),
  })
}
