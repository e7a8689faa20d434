import type { FastifyInstance } from 'fastify'
import { list, view } from '#contract/list.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { serve } from '#server/kernel/serve.ts'
import { registerExportJob } from './export-job.ts'
import { registerImportJobs } from './import-job.ts'
import type { ListExport } from './list-export.ts'
import type { ListImport } from './list-import.ts'
import { listService } from './list-service.ts'
import { registerResultFiles, sweepResults } from './result-file.ts'
import { viewService } from './view-service.ts'

const SWEEP_MS = 3_600_000

export type ListRegister = {
  /** A list that pages name by `exportOf`. */
  registerExport(of: ListExport): void
  /** A list that pages name by `importOf`. */
  registerImport(of: ListImport): void
}

/** What every list page stands on: saved views, exports, imports. Slices register theirs with what it answers. */
export function openLists(app: FastifyInstance, kernel: Kernel): ListRegister {
  const exports = new Map<string, ListExport>()
  const imports = new Map<string, ListImport>()
  serve(app, kernel, view, viewService)
  serve(app, kernel, list, listService({ exports, imports }))
  registerExportJob(kernel.jobs, exports)
  registerImportJobs(kernel.jobs, imports)
  registerResultFiles(kernel.files)
  const sweep = setInterval(() => {
    sweepResults(kernel.database).catch((error: unknown) =>
      kernel.log.warn({ err: error }, 'old result files could not be swept; tried again in an hour'),
    )
  }, SWEEP_MS).unref()
  app.addHook('onClose', () => clearInterval(sweep))
  return {
    registerExport: (of) => add(exports, of),
    registerImport: (of) => add(imports, of),
  }
}

function add<T extends { name: string }>(all: Map<string, T>, of: T) {
  if (all.has(of.name)) throw new Error(`two lists are called ${of.name}`)
  all.set(of.name, of)
}
