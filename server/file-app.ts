import type { FastifyInstance } from 'fastify'
import type { Kernel } from '#server/kernel/kernel.ts'
import { file } from '#contract/file.ts'
import { maskFile } from '#contract/mask-file.ts'
import { toolRun } from '#contract/tool-run.ts'
import { viewer } from '#contract/viewer.ts'
import { sheetFile } from '#contract/sheet-file.ts'
import { paperExport } from '#contract/paper-export.ts'
import { serve } from './kernel/serve.ts'
import { serveDisk } from './disk/register-disk.ts'
import { registerMaskFileJob, registerMaskFiles } from './masking/mask-file-job.ts'
import { maskFileService } from './masking/mask-file-service.ts'
import { registerToolRuns } from './toolbox/run-job.ts'
import { toolRunService } from './toolbox/service.ts'
import { registerToolFiles, registerToolSweep } from './toolbox/tool-files.ts'
import { registerOwnSheets } from './sheet/own-sheets.ts'
import { paperExportService } from './sheet/paper-export-service.ts'
import { registerPack } from './sheet/paper-package.ts'
import { sheetFileService } from './sheet/service.ts'
import { viewerService } from './viewer/service.ts'
import { registerViewedFiles, registerViewedSweep } from './viewer/viewed-files.ts'
import { fileService } from './system/file-service.ts'
import { serveDav } from './dav/serve-dav.ts'
import { serveTrash } from './trash/register-trash.ts'
import { serveShares } from './share/register-shares.ts'

/** The slices of files: disk, recycle bin, WebDAV, shares, toolbox, viewer, sheets. */
export async function serveFiles(app: FastifyInstance, kernel: Kernel): Promise<void> {
  serve(app, kernel, file, fileService)
  serveTrash(app, kernel)
  serveDav(app, kernel)
  serveDisk(app, kernel)
  await serveShares(app, kernel)
  serve(app, kernel, maskFile, maskFileService)
  registerMaskFiles(kernel.files)
  registerMaskFileJob(kernel.jobs)
  serve(app, kernel, toolRun, toolRunService)
  registerToolFiles(kernel.files)
  registerToolRuns(kernel.jobs)
  registerToolSweep(kernel)
  serve(app, kernel, sheetFile, sheetFileService)
  serve(app, kernel, viewer, viewerService)
  registerViewedFiles(kernel)
  registerViewedSweep(kernel)
  registerOwnSheets(kernel.files)
  serve(app, kernel, paperExport, paperExportService)
  registerPack(kernel.jobs)
}
