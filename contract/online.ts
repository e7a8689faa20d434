import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, time } from './endpoint.ts'

/** A session that stands: one device of one person. */
export const OnlineSession = z.object({
  id,
  userId: z.string(),
  account: z.string(),
  realName: z.string(),
  deptName: z.string(),
  address: z.string(),
  userAgent: z.string(),
  /** password, captcha, sms, social, sso, passkey. */
  method: z.string(),
  createTime: time,
  seenTime: time,
  /** Heard of in the last five minutes. */
  active: z.boolean(),
  /** The caller's own, which asks. */
  own: z.boolean(),
})
export type OnlineSession = z.output<typeof OnlineSession>

export const online = {
  list: get('/sc-system/online/list', {
    may: 'online.view',
    says: 'Sessions that stand, the last heard of first',
    input: paging(['account', 'realName', 'address', 'method', 'seenTime', 'createTime']),
    output: paged(OnlineSession),
  }),
  kick: post('/sc-system/online/kick', {
    may: 'online.kick',
    says: 'Ends sessions; what they hold open closes at once',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  kickUsers: post('/sc-system/online/kick-users', {
    may: 'online.kick',
    says: 'Ends all sessions of people',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: z.object({ sessions: z.number().int() }),
  }),
}
