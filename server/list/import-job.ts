import { writeFile } from 'node:fs/promises'
import type { z } from 'zod'
import { CHECK_JOB, IMPORT_JOB, type ImportResult, SHOWN_ROWS } from '#contract/list.ts'
import { audit, auditsLast } from '#server/kernel/audit.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Jobs, Kernel, Progress } from '#server/kernel/kernel.ts'
import { inLanguage } from './export-job.ts'
import { readTable } from './import-file.ts'
import { checkRows, type CheckedTable, readRows } from './import-rows.ts'
import { errorFile } from './import-workbook.ts'
import { type Asked, jobContext, type Person, personNow } from './job-context.ts'
import type { ListImport } from './list-import.ts'
import { keepResult, withScratch } from './result-file.ts'

export type CheckInput = Asked & { list: string; fileId: string; fileName: string }
export type ImportInput = CheckInput & { checkJobId: string; rightRows: boolean }

type Imports = ReadonlyMap<string, ListImport>
type Result = z.input<typeof ImportResult>
/** The parts of a running job. */
type Run = { kernel: Kernel; actor: Actor; jobId: string; input: CheckInput; list: ListImport; person: Person }

/** Registers the dry run, which changes nothing and says what would become of every row, and the import itself. */
export function registerImportJobs(jobs: Jobs, imports: Imports): void {
  jobs.register<CheckInput>(CHECK_JOB, async (job, progress) => {
    const run = await begun(job, imports)
    return withTable(run, progress, async (read) => {
      const checked = await job.kernel.database.inSnapshot(job.actor, read)
      return report(run, checked)
    })
  })

  jobs.register<ImportInput>(IMPORT_JOB, async (job, progress) => {
    const run = await begun(job, imports)
    return withTable(run, progress, (read) => take(run, { read, rightRows: job.input.rightRows }, progress))
  })
}

async function begun({ kernel, actor, jobId, input }: Omit<Run, 'list' | 'person'>, imports: Imports): Promise<Run> {
  const list = imports.get(input.list)
  if (!list) throw new Refusal('listUnknown', { list: input.list })
  return { kernel, actor, jobId, input, list, person: await personNow(kernel, actor, input, list.may) }
}

type Read = (db: Db) => Promise<CheckedTable>

/** The file's rows, read outside of any transaction, and how they are checked within one. */
async function withTable<T>(run: Run, progress: Progress, work: (read: Read) => Promise<T>): Promise<T> {
  const { kernel, actor, input, list } = run
  await progress.at(0, 'importOpens')
  const file = await kernel.database.inTenant(actor, (db) =>
    db
      .selectFrom('file')
      .select('sha256')
      .where('id', '=', input.fileId)
      .where('purpose', '=', 'import')
      .where('owner_id', '=', actor.userId)
      .where('is_deleted', '=', 0)
      .executeTakeFirst(),
  )
  if (!file) throw new Refusal('importFileGone')
  const table = await kernel.blobs.asPath(actor, file.sha256, (path) =>
    readTable(path, input.fileName, progress.signal),
  )
  return work(async (db) => {
    const { context } = contextOf(run, db)
    const rows = await readRows(context, list, table)
    await progress.at(30, 'importChecks', { done: 0, total: rows.rows.length })
    return checkRows(context, list, rows)
  })
}

const contextOf = ({ kernel, jobId, input, person }: Run, db: Db) =>
  jobContext({ kernel, asked: input, jobId, person }, db)

/** What the dry run has found; the rows to correct lie in a workbook of their own. */
async function report(run: Run, checked: CheckedTable): Promise<Result> {
  const { kernel, actor, input, list } = run
  const states = new Map(checked.passed.map(({ row, state }) => [row, state]))
  const wrong = checked.rows.filter(({ reasons }) => reasons.length > 0)
  // errors first: what a person must see stands within the rows that are shown
  const shown = [...wrong, ...checked.rows.filter(({ reasons }) => reasons.length === 0)].slice(0, SHOWN_ROWS)
  const result: Result = {
    list: list.name,
    fileName: input.fileName,
    heads: checked.heads,
    unknown: checked.unknown,
    rows: checked.rows.length,
    newRows: checked.newRows,
    updates: checked.updates,
    errors: checked.errors,
    partly: list.partly === true,
    shown: shown.map(({ row, cells, reasons }) => ({
      row,
      state: states.get(row) ?? 'error',
      cells: cells.map((cell) => cell.slice(0, 120)),
      reasons,
    })),
  }
  if (wrong.length === 0) return result
  const { language } = input
  // where only the whole file is taken, the whole file comes back
  const rows = list.partly ? wrong : checked.rows
  const bytes = await errorFile({ title: list.title, heads: checked.heads, rows, language })
  const file = await withScratch(kernel, async (path) => {
    await writeFile(path, bytes, { mode: 0o600 })
    const name = `${inLanguage(list.title, language)}_${language === 'en' ? 'to correct' : '待改正'}.xlsx`
    return keepResult(kernel, actor, { path, name })
  })
  return { ...result, errorFileId: file.id }
}

/** Checks again and writes, in one transaction: all of the rows, or none. */
async function take(run: Run, { read, rightRows }: { read: Read; rightRows: boolean }, progress: Progress) {
  const { kernel, actor, input, list } = run
  const { checked, settle } = await kernel.database.inTenantBulk(actor, (db) =>
    auditsLast(db, async () => {
      const checked = await read(db)
      if (checked.errors > 0 && !(rightRows && list.partly)) {
        throw new Refusal('importHasErrors', { errors: checked.errors })
      }
      if (checked.passed.length === 0) throw new Refusal('importNothingRight')
      const { context, settle } = contextOf(run, db)
      const total = checked.passed.length
      for (let done = 0; done < total; done += BATCH) {
        await progress.at(40 + (done / total) * 55, 'importApplies', { done, total })
        await list.apply(context, checked.passed.slice(done, done + BATCH))
      }
      progress.signal.throwIfAborted()
      const after = { fileName: input.fileName, newRows: checked.newRows, updates: checked.updates }
      await audit(context, { action: 'list.import', bizType: 'list', bizId: list.name, after })
      return { checked, settle }
    }),
  )
  await settle()
  const { newRows, updates, errors } = checked
  return { list: list.name, fileName: input.fileName, newRows, updates, errors }
}

/** Rows between two looks at whether to stop. */
const BATCH = 100
