import type { workbook } from '#contract/workbook.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { reachableProject } from '#server/project/reach.ts'
import { askLease, beatLease, forceLease, leaseOf, releaseLease, takeLease } from '#server/sheet/lease.ts'
import { historyOf } from './cell-history.ts'
import { leaseDocument } from './lease-document.ts'
import { marksOf, openPaper, typedOn } from './open-paper.ts'
import { listOverrides, setOverride, withdrawOverride } from './overrides.ts'
import { saveOps } from './save-ops.ts'
import { addComment, peopleOn, resolveThread, threadsOf } from './threads.ts'

type At = { projectId: string; paperId: string }
/** The document of a paper the caller reaches. */
const documentOf = async (context: Context, at: At) => {
  await reachableProject(context, at.projectId)
  return leaseDocument(at)
}

export const workbookService: Service<typeof workbook> = {
  open: openPaper,
  marks: (context, { projectId }) => marksOf(context, projectId),
  save: (context, { projectId, paperId, ...batch }) => saveOps(context, { projectId, paperId }, batch),

  async beat(context, { leave, ...at }) {
    const document = await documentOf(context, at)
    const { rev } = await typedOn(context.db, at)
    if (leave) {
      await releaseLease(context, document, { leave })
      return { ...(await leaseOf(context, document)), rev }
    }
    return { ...(await beatLease(context, document)), rev }
  },
  lease: async (context, at) => takeLease(context, await documentOf(context, at)),
  release: async (context, at) => releaseLease(context, await documentOf(context, at)),
  askLease: async (context, at) => askLease(context, await documentOf(context, at)),
  forceLease: async (context, at) => forceLease(context, await documentOf(context, at)),

  async history(context, { projectId, paperId, place, ...paging }) {
    await reachableProject(context, projectId)
    return historyOf(context.db, { projectId, paperId, place }, paging)
  },
  threads: threadsOf,
  comment: addComment,
  resolve: resolveThread,
  async members(context, { projectId }) {
    return peopleOn(context.db, await reachableProject(context, projectId))
  },

  overrides: listOverrides,
  setOverride: (context, { projectId, ...decision }) => setOverride(context, projectId, decision),
  withdrawOverride: (context, { projectId, cell, reason }) => withdrawOverride(context, projectId, { cell, reason }),
}
