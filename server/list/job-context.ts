import { type Extent, extentOf, type Grant } from '#contract/grants.ts'
import type { Language } from '#contract/texts.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Context, RawContext, User } from '#server/kernel/service.ts'

/** Who asked for a job, kept in its input; his rights are read again when it runs. */
export type Asked = { homeTenantId: string; sessionId: string; language: Language; address: string }
export const askedBy = ({ user, language, address }: Pick<RawContext, 'user' | 'language' | 'address'>): Asked => ({
  homeTenantId: user.homeTenantId,
  sessionId: user.sessionId,
  language,
  address,
})

export type Person = { user: User; extent: Extent }

/** The person with the rights he has now; whoever may no longer is refused, and so is one who has left the tenant. */
export async function personNow(kernel: Kernel, actor: Actor, asked: Asked, may: Grant): Promise<Person> {
  const user = await kernel.sessions.personOf(asked.homeTenantId, asked.sessionId)
  if (!user || user.id !== actor.userId || user.tenantId !== actor.tenantId) throw new Refusal('rightsGone')
  const extent = extentOf(user.held, may)
  if (extent === undefined) throw new Refusal('rightsGone')
  return { user, extent }
}

type Job = { kernel: Kernel; asked: Asked; jobId: string; person: Person }

/** What a service gets when a job calls it; `settle` runs what it wanted done after the commit. */
export function jobContext(
  { kernel, asked, jobId, person }: Job,
  db: Db,
): { context: Context; settle: () => Promise<void> } {
  const effects: (() => void | Promise<void>)[] = []
  const context: Context = {
    db,
    ...person,
    language: asked.language,
    address: asked.address,
    trace: jobId,
    kernel,
    afterCommit: (effect) => void effects.push(effect),
  }
  const settle = async () => {
    for (const effect of effects) {
      try {
        await effect()
      } catch (error) {
        // the commit stands whatever follows it
        kernel.log.error({ err: error, job: jobId }, 'an effect after the commit failed')
      }
    }
  }
  return { context, settle }
}
