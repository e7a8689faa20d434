import type { Kernel } from '#server/kernel/kernel.ts'
import { registerKnowledgeFiles } from './knowledge-files.ts'
import { registerLawImport } from './law-job.ts'
import { registerParse } from './parse-job.ts'
import { registerVectors } from './vector-job.ts'
import { registerZip } from './zip-job.ts'

/** The files knowledge bases own and the work they queue. */
export function registerKnowledge({ files, jobs }: Pick<Kernel, 'files' | 'jobs'>): void {
  registerKnowledgeFiles(files)
  registerParse(jobs)
  registerLawImport(jobs)
  registerVectors(jobs)
  registerZip(jobs)
}
