import { z } from 'zod'
import { get, id, paged, paging, post, stream, time } from './endpoint.ts'

export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
/** Work longer than a request: its state, how far it is, and what came of it. */
export const Job = z.object({
  id,
  type: z.string(),
  title: z.string(),
  bizType: z.string(),
  bizId: z.string(),
  state: z.enum(jobStates),
  /** 0 to 100. */
  progress: z.number().int(),
  /** What it is doing now: a text key, shown with `params`. */
  step: z.string(),
  stepParams: z.record(z.string(), z.union([z.string(), z.number()])),
  result: z.record(z.string(), z.unknown()),
  /** Why it failed, in the caller's language. */
  error: z.string(),
  /** The code a call would have answered with for the same refusal; 0 for a job that has not failed. */
  errorCode: z.number().int().default(0),
  createTime: time,
  startTime: time.nullable(),
  endTime: time.nullable(),
})
export type Job = z.output<typeof Job>

export const job = {
  list: get('/sc-system/job/list', {
    may: 'signedIn',
    says: "The caller's jobs, newest first",
    input: paging(['type', 'state', 'bizType', 'bizId']),
    output: paged(Job),
  }),
  detail: get('/sc-system/job/detail', { may: 'signedIn', says: 'One job', input: z.object({ id }), output: Job }),
  cancel: post('/sc-system/job/cancel', {
    may: 'signedIn',
    says: 'Cancels a job',
    input: z.object({ id }),
    output: Job,
  }),
}

export const push = {
  connect: stream('/sc-sse/sse/connect/{userId}', {
    may: 'signedIn',
    says: "The caller's events; the user id of the path must be the caller's own",
    input: z.object({ userId: z.string(), clientId: z.string().max(64).optional(), 'Sc-Auth': z.string().optional() }),
    output: z.object({ messageType: z.string(), data: z.unknown() }),
  }),
}
