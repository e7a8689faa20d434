import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TOOL_JOB, type ToolOrder } from '#contract/tool-run.ts'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { InvoiceFacts } from '#engine/invoice/invoice-facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Jobs, Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { type Asked, personNow } from '../list/job-context.ts'
import { readParam } from '../system/param-store.ts'
import { firmLayouts } from './bank-layouts.ts'
import { bankRun } from './bank-run.ts'
import { convertRun } from './convert-run.ts'
import { invoiceRun } from './invoice-run.ts'
import { journalRun } from './journal-run.ts'
import { mergeRun } from './merge-run.ts'
import { rememberInvoices, seenInvoices } from './seen-invoices.ts'
import { tablesRun } from './tables-run.ts'
import { safeFolder } from './once-named.ts'
import type { RunBench, RunDone, RunFile } from './runner.ts'
import { type KeptFile, keepTool } from './tool-files.ts'

export type ToolInput = Asked & { runId: string; order: ToolOrder; files: { id: string; folder: string }[] }

/** What part of a job's progress its steps take: fetching, working, keeping. */
const WORK_FROM = 10
const WORK_TO = 92

/** Registers the runs of tools; nothing that was given is changed, and what is made is kept for the person. */
export function registerToolRuns(jobs: Jobs): void {
  jobs.register<ToolInput>(TOOL_JOB, async ({ kernel, actor, input }, progress) => {
    const { user } = await personNow(kernel, actor, input, 'toolbox.use')
    const home = join(kernel.config.DIGAO_DATA, 'tmp', `tool-${randomUUID()}`)
    await mkdir(home, { recursive: true, mode: 0o700 })
    try {
      const files = await fetched({ kernel, user, home }, input.files, (at, of) =>
        progress.at((WORK_FROM * at) / of, 'toolFetching', { at, of }),
      )
      const maxPages = await kernel.database.inTenant(actor, (db) => readParam(db, 'toolMaxPages'))
      const invoices: InvoiceFacts[] = []
      const done = await runOf({
        files,
        order: input.order,
        home,
        maxPages,
        config: kernel.config,
        language: input.language,
        signal: progress.signal,
        seenInvoices(read) {
          invoices.push(...read)
          return seenInvoices(kernel, actor, read)
        },
        firmLayouts: () => firmLayouts(kernel, actor),
        tell: (share: number, step: TextKey, params?: Params) =>
          progress.at(WORK_FROM + share * (WORK_TO - WORK_FROM), step, params),
      })
      const kept: KeptFile[] = []
      for (const [at, made] of done.made.entries()) {
        await progress.at(WORK_TO, 'toolKeeping', { at: at + 1, of: done.made.length })
        kept.push(await keepTool(kernel, actor, made))
      }
      await kernel.database.inTenant(actor, async (db) => {
        await written(db, input.runId, done, kept)
        await rememberInvoices(db, invoices)
      })
      if (kept.length === 0) throw new Refusal('toolNothing')
      const [only] = kept
      return {
        runId: input.runId,
        files: kept.length,
        failed: failedOf(done),
        ...(kept.length === 1 && only && { fileId: only.id, fileName: only.name }),
      }
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  })
}

async function runOf(bench: RunBench): Promise<RunDone> {
  const { order } = bench
  switch (order.code) {
    case 'excelToXlsx':
      return convertRun({ ...bench, order })
    case 'readInvoices':
      return invoiceRun({ ...bench, order })
    case 'tablesToExcel':
      return tablesRun({ ...bench, order })
    case 'bankStatement':
      return bankRun({ ...bench, order })
    case 'journalToBalance':
      return journalRun({ ...bench, order })
    case 'batchMergePdf':
      return mergeRun({ ...bench, order })
  }
}

const failedOf = ({ outcomes }: RunDone) =>
  outcomes.filter(({ state }) => state === 'failed' || state === 'skipped').length

type Source = { kernel: Kernel; user: User; home: string }

/** Copies of the files, which the person may still read, in a folder that no other process looks at. */
async function fetched(
  { kernel, user, home }: Source,
  wanted: ToolInput['files'],
  tell: (at: number, of: number) => Promise<void>,
): Promise<RunFile[]> {
  const files: RunFile[] = []
  const actor = { tenantId: user.tenantId, userId: user.id }
  for (const [at, { id, folder }] of wanted.entries()) {
    await tell(at + 1, wanted.length)
    const { name, size, sha256 } = await kernel.files.find(user, id)
    const path = join(home, `in-${at}`)
    await kernel.blobs.asPath(actor, sha256, (stored) => copyFile(stored, path))
    files.push({ name, folder: safeFolder(folder), path, size, sha256 })
  }
  return files
}

/** Writes into the run how it went, with what can be downloaded of it. */
async function written(
  db: Db,
  runId: string,
  { outcomes, figures }: RunDone,
  kept: readonly KeptFile[],
): Promise<void> {
  const told = outcomes.map(({ made, ...outcome }) => {
    const file = made === undefined ? undefined : kept[made]
    return { ...outcome, fileId: file?.id ?? '', fileName: file?.name ?? '' }
  })
  await db
    .updateTable('tool_run')
    .set({ outcomes: JSON.stringify(told), figures: JSON.stringify(figures), outputs: JSON.stringify(kept) })
    .where('id', '=', runId)
    .execute()
}
