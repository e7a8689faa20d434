import { z } from 'zod'
import { file as download, id, upload } from './endpoint.ts'

/** Where large files go up in resumable pieces (tus 1.0); metadata: purpose, ownerId, name. The finished file's id comes in X-File-Id. */
export const tusPath = '/sc-llm/file/tus'

export const file = {
  upload: upload('/sc-llm/file/upload', {
    may: 'signedIn',
    says: 'Stores one file in one request; who may is decided by its purpose and owner',
    input: z.object({ purpose: z.string().max(40), ownerId: z.string().max(64) }),
    output: z.object({ id, name: z.string(), size: z.number().int(), sha256: z.string() }),
  }),
  download: download('/sc-llm/file/download', {
    may: 'signedIn',
    says: 'The file as an attachment; ranges are honoured',
    input: z.object({ id, 'Sc-Auth': z.string().optional() }),
    output: z.unknown(),
  }),
}
