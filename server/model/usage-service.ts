import { sql } from 'kysely'
import { modelTasks } from '#contract/model.ts'
import { modelOutcomes, type modelUsage, type UsageBy } from '#contract/model-usage.ts'
import type { Db } from '#server/kernel/database.ts'
import { usageOf } from '#server/kernel/entitlement.ts'
import { page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

const person = sql<string | null>`person_name(model_use.create_user)`
const project = sql<
  string | null
>`(select project_name from firm_project p where p.tenant_id = model_use.tenant_id and p.id = model_use.project_id)`

const uses = (db: Db) =>
  db
    .selectFrom('model_use')
    .select([
      'model_use.id',
      'model_use.create_time',
      'model_use.task',
      'model_use.purpose',
      'model_use.endpoint',
      'model_use.model',
      'model_use.platform',
      'model_use.input_tokens',
    ])
    .select([
      'model_use.output_tokens',
      'model_use.estimated',
      'model_use.outcome',
      'model_use.fault',
      'model_use.first_ms',
      'model_use.whole_ms',
    ])
    .select([person.as('user_name'), project.as('project_name')])

const columns = {
  createTime: 'model_use.create_time',
  userName: person,
  projectName: project,
  task: 'model_use.task',
  purpose: 'model_use.purpose',
  endpoint: 'model_use.endpoint',
  model: 'model_use.model',
  outcome: 'model_use.outcome',
  tokens: sql`(model_use.input_tokens + model_use.output_tokens)`,
}

const DAY = 86_400_000
const MOST_DAYS = 400
/** The day in China, `back` days ago. */
const dayAgo = (back: number) => wallTime(new Date(Date.now() - back * DAY)).slice(0, 10)

const keys: Record<UsageBy, ReturnType<typeof sql<string>>> = {
  day: sql<string>`to_char(model_use.create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`,
  user: sql<string>`model_use.create_user`,
  project: sql<string>`coalesce(model_use.project_id::text, '')`,
  task: sql<string>`model_use.task`,
  model: sql<string>`model_use.model`,
}
const labels: Record<UsageBy, ReturnType<typeof sql<string>>> = {
  day: keys.day,
  user: sql<string>`coalesce(max(person_name(model_use.create_user)), '')`,
  project: sql<string>`coalesce(max((select project_name from firm_project p where p.tenant_id = model_use.tenant_id and p.id = model_use.project_id)), '')`,
  task: keys.task,
  model: keys.model,
}

export const modelUsageService: Service<typeof modelUsage> = {
  async list({ db }, paging) {
    const { records, ...rest } = await page(uses(db), paging, columns, ['model_use.create_time desc', 'model_use.id'])
    return {
      ...rest,
      records: records.map((row) => ({
        id: row.id,
        createTime: wallTime(row.create_time),
        userName: row.user_name ?? '',
        projectName: row.project_name ?? '',
        task: modelTasks.find((task) => task === row.task) ?? 'chat',
        purpose: row.purpose,
        endpoint: row.endpoint,
        model: row.model,
        platform: row.platform,
        inputTokens: row.input_tokens,
        outputTokens: row.output_tokens,
        estimated: row.estimated,
        outcome: modelOutcomes.find((outcome) => outcome === row.outcome) ?? 'failed',
        fault: row.fault,
        firstMilliseconds: row.first_ms,
        milliseconds: row.whole_ms,
      })),
    }
  },

  async summary({ db }, { by, from = dayAgo(29), to = dayAgo(0) }) {
    // a longer span than is shown begins later
    const earliest = new Date(Date.parse(to) - (MOST_DAYS - 1) * DAY).toISOString().slice(0, 10)
    const since = from < earliest ? earliest : from
    const { rows } = await sql<{
      key: string
      label: string
      asked: number
      failed: number
      input: bigint
      output: bigint
    }>`
      select ${keys[by]} as key, ${labels[by]} as label, count(*)::int as asked,
        count(*) filter (where model_use.outcome in ('failed', 'lost'))::int as failed,
        sum(model_use.input_tokens)::bigint as input, sum(model_use.output_tokens)::bigint as output
      from model_use where model_use.tenant_id = current_tenant()
        and model_use.create_time >= ${since}::timestamp at time zone 'Asia/Shanghai'
        and model_use.create_time < (${to}::timestamp + interval '1 day') at time zone 'Asia/Shanghai'
      group by 1 order by ${by === 'day' ? sql`1 desc` : sql`sum(model_use.input_tokens + model_use.output_tokens) desc, 1`} limit 500`.execute(
      db,
    )
    const { used, limit } = await usageOf(db, 'llm_token')
    return {
      from: since,
      to,
      rows: rows.map(({ key, label, asked, failed, input, output }) => ({
        key,
        label,
        asked,
        failed,
        inputTokens: Number(input),
        outputTokens: Number(output),
      })),
      month: { used, limit },
    }
  },
}
