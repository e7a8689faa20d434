import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { codeOf, codes, say, texts, type TextKey } from '#contract/errors.ts'
import type { Job, job } from '#contract/system.ts'
import type { Language, Params } from '#contract/texts.ts'
import { type Context, one, page, type Service } from '#server/kernel/service.ts'
import type { Job as JobTable } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

type Told = { key: string; params: Params }
const isText = (key: string): key is TextKey => Object.hasOwn(texts, key)
const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null && 'key' in value

/** Why it failed, in the caller's language. */
const errorText = (error: unknown, language: Language) =>
  isTold(error) && isText(error.key) ? say(error.key, language, error.params) : ''

const errorCode = (error: unknown) => (isTold(error) ? (isText(error.key) && codeOf[error.key]) || codes.bad : 0)

const shown = (row: Selectable<JobTable>, language: Language): z.input<typeof Job> => ({
  id: row.id,
  type: row.type,
  title: row.title,
  bizType: row.biz_type,
  bizId: row.biz_id,
  state: row.state as z.input<typeof Job>['state'],
  progress: row.progress,
  step: row.step,
  stepParams: row.step_params as Params,
  result: row.result as Record<string, unknown>,
  error: errorText(row.error, language),
  errorCode: errorCode(row.error),
  createTime: wallTime(row.create_time),
  startTime: row.start_time && wallTime(row.start_time),
  endTime: row.end_time && wallTime(row.end_time),
})

/** One's own jobs; nobody else's exist. */
const mine = ({ db, user }: Context) => db.selectFrom('job').where('create_user', '=', user.id)
const find = (context: Context, id: string) => mine(context).selectAll().where('id', '=', id).execute().then(one)

export const jobService: Service<typeof job> = {
  async list(context, paging) {
    const columns = { type: 'type', state: 'state', bizType: 'biz_type', bizId: 'biz_id' }
    const found = await page(mine(context).selectAll(), paging, columns, ['create_time desc', 'id'])
    return { ...found, records: found.records.map((row) => shown(row, context.language)) }
  },
  detail: async (context, { id }) => shown(await find(context, id), context.language),
  async cancel(context, { id }) {
    await find(context, id)
    await context.kernel.jobs.cancel(context.db, id)
    return shown(await find(context, id), context.language)
  },
}
