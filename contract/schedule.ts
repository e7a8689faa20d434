import { z } from 'zod'
import { count, get, id, none, paged, paging, post, time } from './endpoint.ts'

export const runStates = ['', 'running', 'succeeded', 'failed', 'lost'] as const

/** Work that comes round. */
export const ScheduledJob = z.object({
  id,
  code: z.string(),
  title: z.string(),
  /** Five fields on China's clock. */
  cron: z.string(),
  enabled: z.boolean(),
  nextTime: time.nullable(),
  lastTime: time.nullable(),
  lastState: z.enum(runStates),
  running: z.boolean(),
  version: z.number().int(),
})
export type ScheduledJob = z.output<typeof ScheduledJob>

export const ScheduledRun = z.object({
  id,
  code: z.string(),
  title: z.string(),
  state: z.enum(runStates),
  result: z.record(z.string(), z.unknown()),
  /** Who wanted it, or empty: it was its time. */
  askedBy: z.string(),
  startTime: time,
  endTime: time.nullable(),
  /** Milliseconds. */
  took: count.nullable(),
})
export type ScheduledRun = z.output<typeof ScheduledRun>

export const schedule = {
  list: get('/sc-system/schedule/list', {
    may: 'schedule.manage',
    says: 'Scheduled jobs',
    input: paging(['code', 'enabled', 'lastState', 'nextTime', 'lastTime']),
    output: paged(ScheduledJob),
  }),
  submit: post('/sc-system/schedule/submit', {
    may: 'schedule.manage',
    says: 'Sets when a job comes, or pauses it',
    input: z.object({
      id,
      cron: z.string().trim().max(100).optional(),
      enabled: z.boolean().optional(),
      version: z.number().int().optional(),
    }),
    output: ScheduledJob,
  }),
  next: get('/sc-system/schedule/next', {
    may: 'schedule.manage',
    says: 'The next five times of an expression',
    input: z.object({ cron: z.string().max(100) }),
    output: z.array(time),
  }),
  run: post('/sc-system/schedule/run', {
    may: 'schedule.manage',
    says: 'Runs a job now, beside its times',
    input: z.object({ id }),
    output: none,
  }),
  log: get('/sc-system/schedule/log', {
    may: 'schedule.manage',
    says: 'Runs, newest first',
    input: paging(['code', 'state', 'startTime']),
    output: paged(ScheduledRun),
  }),
}
