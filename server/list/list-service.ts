import { sql } from 'kysely'
import { CHECK_JOB, EXPORT_JOB, IMPORT_JOB, type list } from '#contract/list.ts'
import { extentOf, type Grant } from '#contract/grants.ts'
import type { User } from '#server/kernel/service.ts'
import { noteDenial } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one, type RawContext, type Service } from '#server/kernel/service.ts'
import { asAttachment } from '../system/file-service.ts'
import { inLanguage } from './export-job.ts'
import type { ExportInput } from './export-job.ts'
import { MOST_BYTES } from './import-file.ts'
import type { CheckInput, ImportInput } from './import-job.ts'
import { templateFile } from './import-workbook.ts'
import { askedBy } from './job-context.ts'
import type { ListExport } from './list-export.ts'
import type { ListImport } from './list-import.ts'
import { keepResult } from './result-file.ts'

export type Lists = { exports: ReadonlyMap<string, ListExport>; imports: ReadonlyMap<string, ListImport> }

const actorOf = ({ tenantId, id }: User) => ({ tenantId, userId: id })

/** The list's own grant decides, as it does on screen; a refusal is noted as the gate notes it. */
function extentFor({ kernel, user, address, trace }: RawContext | Context, may: Grant, path: string) {
  const extent = extentOf(user.held, may)
  if (extent !== undefined) return extent
  noteDenial(kernel, user, { path, address, trace })
  throw new Refusal('forbidden')
}

const known = <T>(lists: ReadonlyMap<string, T>, name: string): T => {
  const found = lists.get(name)
  if (!found) throw new Refusal('listUnknown', { list: name })
  return found
}

/** Exports, imports and the retry of their jobs, over the lists that slices have registered. */
export function listService({ exports, imports }: Lists): Service<typeof list> {
  const importable = (name: string) => {
    if (!imports.has(name) && exports.has(name)) throw new Refusal('listNoImport', { list: name })
    return known(imports, name)
  }
  const confirm = async (context: Context, { jobId, rightRows }: { jobId: string; rightRows: boolean }) => {
    const { db, kernel, user } = context
    const check = await ownJob(context, jobId, { lock: true })
    if (check.type !== CHECK_JOB || check.state !== 'succeeded') throw new Refusal('importNotChecked')
    const checked = check.input as CheckInput
    const { may } = importable(checked.list)
    extentFor(context, may, '/sc-system/list/confirm')
    const earlier = (check.result as { importJobId?: string }).importJobId
    // a second click gets the first one's job; one that took nothing over may be tried again
    if (earlier !== undefined && !undone(await stateOf(context, earlier))) return { jobId: earlier }
    const input: ImportInput = { ...checked, ...askedBy(context), checkJobId: jobId, rightRows }
    const started = await kernel.jobs.start(db, actorOf(user), {
      type: IMPORT_JOB,
      title: check.title,
      bizType: 'list',
      bizId: checked.list,
      input,
    })
    await db
      .updateTable('job')
      .set({ result: sql`result || ${JSON.stringify({ importJobId: started })}::jsonb` })
      .where('id', '=', jobId)
      .execute()
    return { jobId: started }
  }

  return {
    async export(context, { list: name, query, columns, format, ids }) {
      const { db, kernel, user, language } = context
      const list = known(exports, name)
      const extent = extentFor(context, list.may, '/sc-system/list/export')
      // said now rather than in the job: what the list itself would refuse
      await list.rows({ ...context, extent }, { ...query, current: '1', size: '1' })
      const input: ExportInput = { ...askedBy(context), list: name, query, columns, format, ids }
      const title = inLanguage(list.title, language)
      const job = { type: EXPORT_JOB, title, bizType: 'list', bizId: name, input }
      return { jobId: await kernel.jobs.start(db, actorOf(user), job) }
    },

    async template(context, { list: name }) {
      const { kernel, user, language, reply } = context
      const list = importable(name)
      const extent = extentFor(context, list.may, '/sc-system/list/template')
      const bytes = await kernel.database.inTenant(actorOf(user), (db) =>
        templateFile({ ...context, db, extent, afterCommit: () => undefined }, list),
      )
      const title = `${inLanguage(list.title, language)}_${language === 'en' ? 'template' : '导入模板'}.xlsx`
      await asAttachment(reply, title).send(Buffer.from(bytes))
    },

    async import(context, { list: name }) {
      const { kernel, user, language, files } = context
      const list = importable(name)
      extentFor(context, list.may, '/sc-system/list/import')
      const [only, ...more] = files
      if (!only || more.length > 0) throw new Refusal('importNoFile')
      if (only.size > MOST_BYTES) throw new Refusal('importFileTooBig', { limit: MOST_BYTES / 1024 ** 2 })
      const actor = actorOf(user)
      const file = await keepResult(kernel, actor, { path: only.path, name: only.name, purpose: 'import' })
      const input: CheckInput = { ...askedBy(context), list: name, fileId: file.id, fileName: file.name }
      const title = `${inLanguage(list.title, language)} · ${file.name}`
      const jobId = await kernel.database.inTenant(actor, (db) =>
        kernel.jobs.start(db, actor, { type: CHECK_JOB, title, bizType: 'list', bizId: name, input }),
      )
      return { jobId }
    },

    confirm,

    async retry(context, { id }) {
      const { db, kernel, user } = context
      const job = await ownJob(context, id, { lock: true })
      const again = [EXPORT_JOB, CHECK_JOB, IMPORT_JOB].includes(job.type)
      if (!again || !undone(job.state)) throw new Refusal('jobNoRetry')
      if (job.type === IMPORT_JOB) {
        const { checkJobId, rightRows } = job.input as ImportInput
        return confirm(context, { jobId: checkJobId, rightRows })
      }
      const input = { ...(job.input as ExportInput | CheckInput), ...askedBy(context) }
      const { type, title, biz_type: bizType, biz_id: bizId } = job
      return { jobId: await kernel.jobs.start(db, actorOf(user), { type, title, bizType, bizId, input }) }
    },
  }
}

/** Whether a job has ended without doing what it should. */
const undone = (state: string) => state === 'failed' || state === 'cancelled'

async function ownJob({ db, user }: Context, id: string, { lock }: { lock: boolean }) {
  const query = db.selectFrom('job').selectAll().where('id', '=', id).where('create_user', '=', user.id)
  return one(await (lock ? query.forUpdate() : query).execute())
}
const stateOf = async (context: Context, id: string) => (await ownJob(context, id, { lock: false })).state
