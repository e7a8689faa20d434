import { z } from 'zod'
import { modelTasks } from './model.ts'
import { count, get, id, paged, paging, time } from './endpoint.ts'

/** `open`: still running; `lost`: the process ended before it did. */
export const modelOutcomes = ['open', 'done', 'stopped', 'failed', 'lost'] as const
export type ModelOutcome = (typeof modelOutcomes)[number]
export const modelOutcomeLabels: Record<ModelOutcome, { zh: string; en: string }> = {
  open: { zh: '进行中', en: 'Running' },
  done: { zh: '完成', en: 'Done' },
  stopped: { zh: '已停止', en: 'Stopped' },
  failed: { zh: '失败', en: 'Failed' },
  lost: { zh: '中断', en: 'Lost' },
}
export const usageBy = ['day', 'user', 'project', 'task', 'model'] as const
export type UsageBy = (typeof usageBy)[number]

/** One time a model was asked. */
export const ModelUse = z.object({
  id,
  createTime: time,
  userName: z.string(),
  projectName: z.string(),
  task: z.enum(modelTasks),
  purpose: z.string(),
  endpoint: z.string(),
  model: z.string(),
  /** The platform's service, not the tenant's own. */
  platform: z.boolean(),
  inputTokens: count,
  outputTokens: count,
  /** The service reported no count: reckoned from the text. */
  estimated: z.boolean(),
  outcome: z.enum(modelOutcomes),
  /** A key of the catalogue of refusals; empty: none. */
  fault: z.string(),
  firstMilliseconds: count.nullable(),
  milliseconds: count.nullable(),
})
export type ModelUse = z.output<typeof ModelUse>

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()

export const modelUsage = {
  list: get('/sc-llm/model/usage', {
    may: 'model.manage',
    says: 'Every time a model was asked: who, for which project and task, how many tokens, how it ended',
    input: paging([
      'createTime',
      'userName',
      'projectName',
      'task',
      'purpose',
      'endpoint',
      'model',
      'outcome',
      'tokens',
    ]),
    output: paged(ModelUse),
  }),
  summary: get('/sc-llm/model/usageSummary', {
    may: 'model.manage',
    says: 'Tokens and questions by day, person, project, task or model, at most 400 days',
    input: z.object({ by: z.enum(usageBy).default('day'), from: day, to: day }),
    output: z.object({
      from: z.string(),
      to: z.string(),
      rows: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          asked: count,
          failed: count,
          inputTokens: count,
          outputTokens: count,
        }),
      ),
      /** Tokens of this month; `limit` null: none. */
      month: z.object({ used: count, limit: count.nullable() }),
    }),
  }),
}
