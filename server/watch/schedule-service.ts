import type { Selectable } from 'kysely'
import { type runStates, type schedule, type ScheduledJob } from '#contract/schedule.ts'
import type { Language } from '#contract/texts.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, one, page, type Service } from '#server/kernel/service.ts'
import type { CronJob } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'
import { nextRun, schedulesOf } from './schedules.ts'

type State = (typeof runStates)[number]
const stateOf = (text: string): State =>
  text === 'running' || text === 'succeeded' || text === 'failed' || text === 'lost' ? text : ''

function titleOf({ kernel, language }: { kernel: Context['kernel']; language: Language }, code: string): string {
  const title = schedulesOf(kernel).known.get(code)?.title
  return title ? title[language === 'en' ? 'en' : 'zh'] : code
}

const shown = (context: Context, row: Selectable<CronJob>): ScheduledJob => ({
  id: row.id,
  code: row.code,
  title: titleOf(context, row.code),
  cron: row.cron,
  enabled: row.enabled,
  nextTime: row.enabled && row.next_time ? wallTime(row.next_time) : null,
  lastTime: row.last_time && wallTime(row.last_time),
  lastState: stateOf(row.last_state),
  running: row.runner !== null,
  version: row.version,
})
/** Of jobs that this version still has. */
const jobs = ({ db, kernel }: Context) =>
  db
    .selectFrom('cron_job')
    .selectAll()
    .where('code', 'in', [...schedulesOf(kernel).known.keys(), ''])
const find = (context: Context, id: string) => jobs(context).where('id', '=', id).execute().then(one)
/** What the audit keeps of a job. */
const kept = ({ cron, enabled }: ScheduledJob) => ({ cron, enabled })
const firstTime = (cron: string): Date => {
  const next = nextRun(cron, new Date())
  if (!next) throw new Refusal('cronWrong', { cron })
  return next
}

export const scheduleService: Service<typeof schedule> = {
  async list(context, paging) {
    const columns = {
      code: 'code',
      enabled: 'enabled',
      lastState: 'last_state',
      nextTime: 'next_time',
      lastTime: 'last_time',
    }
    const found = await page(jobs(context), paging, columns, ['code'])
    return { ...found, records: found.records.map((row) => shown(context, row)) }
  },

  async submit(context, { id, version, cron, enabled }) {
    const row = one(await jobs(context).where('id', '=', id).forUpdate().execute())
    if (version !== undefined && version !== row.version) throw conflict()
    // a job that was paused does not catch up on what it missed meanwhile
    const next = cron !== undefined || enabled === true ? firstTime(cron ?? row.cron) : undefined
    await context.db
      .updateTable('cron_job')
      .set({ ...sentFields({ cron, enabled, next_time: next }), version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    const after = shown(context, await find(context, id))
    const change = { before: kept(shown(context, row)), after: kept(after) }
    await audit(context, { action: 'schedule.submit', bizType: 'schedule', bizId: row.code, ...change })
    return after
  },

  async next(_context, { cron }) {
    const times: Date[] = [firstTime(cron)]
    for (let last = times.at(-1); last && times.length < 5; last = times.at(-1)) {
      const after = nextRun(cron, last)
      if (!after) break
      times.push(after)
    }
    return times.map(wallTime)
  },

  async run(context, { id }) {
    const { db, kernel, user, afterCommit } = context
    const row = await find(context, id)
    if (!schedulesOf(kernel).known.has(row.code)) throw new Refusal('scheduleGone')
    await db
      .updateTable('cron_job')
      .set({ asked: true, asked_by: user.realName || user.account })
      .where('id', '=', id)
      .execute()
    await audit(context, { action: 'schedule.run', bizType: 'schedule', bizId: row.code })
    // not awaited: the answer says that it was wanted, the log what came of it
    afterCommit(() => void schedulesOf(kernel).poke())
    return {}
  },

  async log(context, paging) {
    const columns = { code: 'code', state: 'state', startTime: 'start_time' }
    const found = await page(context.db.selectFrom('cron_log').selectAll(), paging, columns, ['start_time desc', 'id'])
    const records = found.records.map((row) => ({
      id: row.id,
      code: row.code,
      title: titleOf(context, row.code),
      state: stateOf(row.state),
      result: row.result as Record<string, unknown>,
      askedBy: row.asked_by,
      startTime: wallTime(row.start_time),
      endTime: row.end_time && wallTime(row.end_time),
      took: row.end_time && row.end_time.getTime() - row.start_time.getTime(),
    }))
    return { ...found, records }
  },
}
