import type { z } from 'zod'
import type { paper } from '#contract/paper.ts'

/** All papers of a generation as they cross the wire. */
export type Workbook = z.output<typeof paper.workbook.output>
