import type { Tool } from './tool-row.ts'
import { opensFor, pageAt } from '../shell/place.ts'
import type { Held } from '#contract/grants.ts'

/** Whether a tool's page opens for a person; a tool whose page is not there does not. */
export function toolOpens({ path }: Tool, person: { roleName: string; held: Held }): boolean {
  const page = pageAt(path)
  return page !== undefined && opensFor(page, person)
}
