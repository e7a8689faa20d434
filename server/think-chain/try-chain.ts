import type { z } from 'zod'
import type { thinkChain } from '#contract/think-chain.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { RawContext } from '#server/kernel/service.ts'
import { answer } from '../chat/answer.ts'
import { openStream } from '../chat/event-stream.ts'
import { MOST_AT_ONCE, takePlace } from '../chat/few-at-once.ts'
import { keptForAudit } from '../chat/keep-outside.ts'
import { reachableProject, under } from '../project/reach.ts'
import { checkSteps } from './check-steps.ts'

type Trial = z.output<typeof thinkChain.try.input>

/** Runs steps over a question; what is answered is kept for the audit alone. It ends when the reader leaves. */
export async function tryChain(context: RawContext, { steps, question, values, projectId }: Trial): Promise<void> {
  const { kernel, user, language } = context
  checkSteps(steps)
  if (projectId)
    await kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, (db) =>
      reachableProject(under(db, user, 'project.view'), projectId),
    )
  const leave = takePlace(user)
  if (!leave) throw new Refusal('chatTooMany', { limit: MOST_AT_ONCE })
  const stop = new AbortController()
  const stream = openStream(context)
  stream.onClose(() => stop.abort())
  let number = 0
  const asker = { kernel, user, language, projectId: projectId ?? null }
  const turn = { question, values, chain: { id: '', name: '', steps }, purpose: 'thinkChain.try' }
  const about = { actor: { tenantId: user.tenantId, userId: user.id }, projectId: asker.projectId, question }
  try {
    for await (const event of keptForAudit(kernel.database, about, answer(asker, turn, stop.signal)))
      stream.send((number += 1), event)
  } finally {
    leave()
    stream.end()
  }
}
