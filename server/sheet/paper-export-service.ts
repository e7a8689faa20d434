import type { paperExport } from '#contract/paper-export.ts'
import type { Service } from '#server/kernel/service.ts'
import { packPapers } from './paper-package.ts'
import { compareReturned } from './returned-paper.ts'

/** Papers that leave the house, and papers that come back. */
export const paperExportService: Service<typeof paperExport> = { pack: packPapers, compare: compareReturned }
