import { z } from 'zod'
import { count, get, id, ids, paged, paging, post, time } from './endpoint.ts'

/** What files that are to be masked are marked with; they belong to who uploaded them. */
export const MASK_FILE = 'mask'
export const MASK_FILE_JOB = 'mask.file'
/** Characters of one file that are masked at once. */
export const LONGEST_MASK_FILE = 2_000_000
/** The longest text that is restored at once. */
export const LONGEST_RESTORE = 200_000

/** A file somebody had masked; as long as it is there, its tokens can be turned back. */
export const MaskedFile = z.object({
  id,
  name: z.string(),
  size: count,
  createTime: time,
  /** Names and numbers that were given a token; 0: it was not masked yet. */
  tokens: count,
})
export type MaskedFile = z.output<typeof MaskedFile>

export const maskFile = {
  list: get('/sc-llm/maskFile/list', {
    may: 'mask.use',
    says: 'The caller’s own files that were masked, the newest first',
    input: paging(['name', 'createTime']),
    output: paged(MaskedFile),
  }),
  start: post('/sc-llm/maskFile/start', {
    may: 'mask.use',
    says: 'Masks an uploaded file as a job, which leaves the masked copy to download. The same file again gets the same tokens',
    input: z.object({
      fileId: id,
      /** Without one what applies to the caller. */
      templateId: id.optional(),
    }),
    output: z.object({ jobId: id }),
  }),
  restore: post('/sc-llm/maskFile/restore', {
    may: 'mask.use',
    says: 'A text with the tokens of a masked file turned back, e.g. what a model outside made of the copy',
    input: z.object({ fileId: id, text: z.string().min(1).max(LONGEST_RESTORE) }),
    output: z.object({ text: z.string() }),
    network: true,
  }),
  remove: post('/sc-llm/maskFile/remove', {
    may: 'mask.use',
    says: 'Deletes originals and destroys the keys of their tokens: what was masked can then no longer be turned back',
    input: z.object({ ids }),
    output: z.object({}),
  }),
}
