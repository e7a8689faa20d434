import { z } from 'zod'
import { count, id, post, upload } from './endpoint.ts'

/** The job that packs a project's papers into one archive. */
export const PACK_JOB = 'paper.pack'
/** A bound cell that reads otherwise in a file that came back. */
export const ReturnedCell = z.object({
  cell: z.string(),
  paperId: z.string(),
  label: z.string(),
  /** Where it stands in the file: sheet and A1. */
  place: z.string(),
  /** As it is here now, and as it stands in the file; empty: nothing. */
  here: z.string(),
  there: z.string(),
})
export type ReturnedCell = z.output<typeof ReturnedCell>
export const MOST_RETURNED = 2000

export const paperExport = {
  pack: post('/sc-llm/workpaper/pack', {
    may: 'paper.view',
    says: 'Packs the papers into a zip, one xlsx each, with an index and the report of overrides, as a job',
    input: z.object({ projectId: id }),
    output: z.object({ jobId: id }),
  }),
  compare: upload('/sc-llm/workpaper/compare', {
    may: 'paper.view',
    says: 'Compares papers that were edited outside, found by the names of their cells, with the papers as they are',
    input: z.object({ projectId: id }),
    output: z.object({
      /** Bound cells found in the file. */
      found: count,
      /** Names in the file that no cell of the papers has any more. */
      unknown: z.array(z.string()),
      total: count,
      changes: z.array(ReturnedCell),
    }),
  }),
}
