import type { Enterprise } from '#contract/enterprise.ts'
import { extentOf, type GrantName } from '#contract/grants.ts'
import { useMay, useSession } from '#web/kernel/session.ts'

/** Firm: the clients of a firm and who works for them. Personal: the clients of one person. */
export type Edition = 'firm' | 'personal'

type Held = Pick<Enterprise, 'mine' | 'createUser' | 'owner'>

/** What the server would allow with one client; it says itself which ones a grant over own rows reaches. */
export function useMayClient() {
  const may = useMay()
  const { held, userId } = useSession()
  return {
    may: (grant: GrantName, of: Held) => may(grant, { createUser: of.mine ? userId : of.createUser }),
    /** Being assigned is no right to assign: under 'self' that is the creator's and the lead's. */
    mayAssign: (of: Held) => {
      const extent = extentOf(held, 'enterprise.edit')
      if (extent === 'self') return of.createUser === userId || of.owner === userId
      return extent !== undefined
    },
  }
}
