import type { aiSearch } from '#contract/ai-search.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { one } from '#server/kernel/service.ts'
import { openModels } from '../model/model-port.ts'
import { PATIENT_MS, searchGroupsFor } from './groups.ts'
import { type Seeking, wordsOf } from './seeking.ts'
import { summaryOf } from './summary.ts'

type Asked = { query: string; projectId: string; current?: number; size?: number }

const seekingOf = (
  { kernel, user, language }: Pick<Context, 'kernel' | 'user' | 'language'>,
  { query, projectId, current = 1, size = 5 }: Asked,
): Seeking => ({ kernel, user, language, query, words: wordsOf(query), projectId, current, size })

export const aiSearchService: Service<typeof aiSearch> = {
  async search(context, { groups, ...asked }) {
    const began = performance.now()
    const found = await searchGroupsFor(seekingOf(context, asked), groups)
    return { groups: found, milliseconds: Math.round(performance.now() - began) }
  },

  group: async (context, { group, ...asked }) =>
    one(await searchGroupsFor(seekingOf(context, asked), [group], PATIENT_MS)),

  async state({ kernel, user }) {
    const ready = await openModels(kernel).ready({ tenantId: user.tenantId, userId: user.id }, 'chat')
    return { model: ready?.model ?? '' }
  },

  summary: (context, asked) => summaryOf(seekingOf(context, asked)),
}
