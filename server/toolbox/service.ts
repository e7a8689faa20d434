import { type Selectable, sql } from 'kysely'
import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { TOOL_DAYS, TOOL_JOB, type ToolRunRow, toolRun } from '#contract/tool-run.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { askedBy } from '../list/job-context.ts'
import { readParams } from '../system/param-store.ts'
import { bankLayouts, dropBankLayouts, keepBankLayout } from './bank-layouts.ts'
import { officeOf } from './libre-office.ts'
import type { RunFigure, RunOutcome } from './runner.ts'
import type { ToolInput } from './run-job.ts'
import { dropToolFiles, type KeptFile } from './tool-files.ts'
import { outputsOf, ownRuns, toDisk, toProject } from './keep-results.ts'
import { zipRun } from './zip-run.ts'

const MEGABYTE = 1024 * 1024
const NAMES_SHOWN = 3

const shown = (context: Pick<Context, 'db' | 'user'>) =>
  ownRuns(context).selectAll('tool_run').select(['job.state as job_state', 'job.error as job_error'])

type Shown = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>
type StoredOutcome = Omit<RunOutcome, 'made'> & { fileId: string; fileName: string }

function rowOf(run: Shown): ToolRunRow {
  const outcomes = run.outcomes as StoredOutcome[]
  const inputs = run.inputs as KeptFile[]
  return {
    id: run.id,
    code: run.code,
    createTime: wallTime(run.create_time),
    expireTime: wallTime(new Date(run.create_time.getTime() + TOOL_DAYS * 86_400_000)),
    state: (run.job_state ?? 'succeeded') as ToolRunRow['state'],
    jobId: run.job_id ?? '',
    files: run.file_count,
    names: inputs.slice(0, NAMES_SHOWN).map(({ name }) => name),
    failed: outcomes.filter(({ state }) => state === 'failed' || state === 'skipped').length,
    results: (run.outputs as KeptFile[]).length,
  }
}

const toldIn = ({ name, folder, state, says, fileId, fileName, ask }: StoredOutcome, language: Language) => ({
  name,
  folder,
  state,
  says: says.map(({ key, params }) => say(key, language, params)),
  fileId,
  fileName,
  ...(ask && { ask }),
})

const columns = { code: 'tool_run.code', createTime: 'tool_run.create_time' }

export const toolRunService: Service<typeof toolRun> = {
  async settings({ db, user, kernel }) {
    const limits = await readParams(db, ['toolMaxFiles', 'toolMaxMegabytes', 'toolMaxPages'])
    const favorites = await db
      .selectFrom('tool_favorite')
      .select('code')
      .where('user_id', '=', user.id)
      .orderBy('create_time')
      .execute()
    const recent = await db
      .selectFrom('tool_run')
      .select('code')
      .where('create_user', '=', user.id)
      .groupBy('code')
      .orderBy(sql`max(create_time)`, 'desc')
      .limit(6)
      .execute()
    return {
      maxFiles: limits.toolMaxFiles,
      maxMegabytes: limits.toolMaxMegabytes,
      maxPages: limits.toolMaxPages,
      libreOffice: (await officeOf(kernel.config))?.version ?? '',
      favorites: favorites.map(({ code }) => code),
      recent: recent.map(({ code }) => code),
    }
  },

  async favour({ db, user }, { code, on }) {
    if (on)
      await db
        .insertInto('tool_favorite')
        .values({ code })
        .onConflict((is) => is.doNothing())
        .execute()
    else await db.deleteFrom('tool_favorite').where('user_id', '=', user.id).where('code', '=', code).execute()
    return {}
  },

  async start(context, { files, order }) {
    const { db, user, kernel } = context
    const limits = await readParams(db, ['toolMaxFiles', 'toolMaxMegabytes'])
    if (files.length > limits.toolMaxFiles)
      throw new Refusal('toolTooMany', { limit: limits.toolMaxFiles, count: files.length })
    const inputs: KeptFile[] = []
    for (const { id, folder } of files) {
      const { name, size } = await kernel.files.find(user, id)
      inputs.push({ id, name, folder, size })
    }
    const bytes = inputs.reduce((sum, { size }) => sum + size, 0)
    if (bytes > limits.toolMaxMegabytes * MEGABYTE)
      throw new Refusal('toolTooLarge', { limit: limits.toolMaxMegabytes, size: Math.ceil(bytes / MEGABYTE) })
    const { code, ...options } = order
    const { id } = await db
      .insertInto('tool_run')
      .values({
        code,
        options: JSON.stringify(options),
        inputs: JSON.stringify(inputs),
        file_count: inputs.length,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const input: ToolInput = { ...askedBy(context), runId: id, order, files }
    const actor = { tenantId: user.tenantId, userId: user.id }
    const title = inputs.length > 1 ? `${inputs[0]?.name ?? ''} … (${inputs.length})` : (inputs[0]?.name ?? '')
    const jobId = await kernel.jobs.start(db, actor, { type: TOOL_JOB, title, bizType: code, bizId: id, input })
    await db.updateTable('tool_run').set({ job_id: jobId }).where('id', '=', id).execute()
    await audit(context, {
      action: 'toolRun.start',
      bizType: 'toolRun',
      bizId: id,
      after: { code, files: files.length },
    })
    return { id, jobId }
  },

  async note({ db }, { code, files, options }) {
    const values = { code, file_count: files, options: JSON.stringify(options) }
    return db.insertInto('tool_run').values(values).returning('id').executeTakeFirstOrThrow()
  },

  async list(context, paging) {
    const found = await page(shown(context), paging, columns, ['tool_run.create_time desc', 'tool_run.id'])
    return { ...found, records: found.records.map(rowOf) }
  },

  async detail(context, { id }) {
    const run = one(await shown(context).where('tool_run.id', '=', id).execute())
    const { language } = context
    const error = run.job_error as { key: Parameters<typeof say>[0]; params: Record<string, string | number> } | null
    return {
      ...rowOf(run),
      options: run.options as Record<string, unknown>,
      inputs: run.inputs as KeptFile[],
      outcomes: (run.outcomes as StoredOutcome[]).map((outcome) => toldIn(outcome, language)),
      figures: run.figures as RunFigure[],
      outputs: run.outputs as KeptFile[],
      error: error ? say(error.key, language, error.params) : '',
    }
  },

  async remove(context, { ids }) {
    const { db } = context
    const runs = await ownRuns(context)
      .selectAll('tool_run')
      .where('tool_run.id', 'in', ids)
      .forUpdate('tool_run')
      .execute()
    every(ids)(runs)
    for (const run of runs) {
      await dropToolFiles(
        db,
        filesOf(run).map(({ id }) => id),
      )
      await db.deleteFrom('tool_run').where('id', '=', run.id).execute()
    }
    return {}
  },

  bankLayouts,
  keepBankLayout,
  dropBankLayouts,
  toDisk,
  toProject,

  async zip({ kernel, user, reply }, { id }) {
    const actor = { tenantId: user.tenantId, userId: user.id }
    const { code, outputs } = await kernel.database.inTenant(actor, (db) => outputsOf({ db, user }, id))
    await zipRun({ kernel, user, reply }, code, outputs)
  },
}

/** What a run has left; the files it was given may be wanted by another. */
const filesOf = ({ outputs }: Pick<Selectable<{ outputs: unknown }>, 'outputs'>) => outputs as KeptFile[]
