import type { Document } from '#server/sheet/lease.ts'

/** How a paper of a project is called where documents are given to one editor at a time. */
export const leaseDocument = ({ projectId, paperId }: { projectId: string; paperId: string }): Document => ({
  kind: 'paper',
  documentId: `${projectId}/${paperId}`,
})
