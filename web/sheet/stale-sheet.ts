import { z } from 'zod'
import { SheetOp } from '#contract/sheet-ops.ts'

/** What the server says with a 409: the revision it stands at, and the steps that came between. */
export const StaleSheet = z.object({
  rev: z.number().int(),
  steps: z.array(z.object({ rev: z.number().int(), ops: z.array(SheetOp), userName: z.string() })),
})
