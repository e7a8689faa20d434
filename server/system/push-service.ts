import type { push } from '#contract/system.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'

export const pushService: Service<typeof push> = {
  async connect({ kernel, user, request, reply, trace }, { userId }) {
    // the path names the user, the token decides who he is
    if (userId !== user.id) throw new Refusal('forbidden')
    const last = request.headers['last-event-id']
    reply.hijack()
    reply.raw.setHeader('x-trace-id', trace)
    await kernel.push.connect(user, reply.raw, typeof last === 'string' ? last : undefined)
  },
}
