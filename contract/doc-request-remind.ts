import { z } from 'zod'
import { id, time } from './endpoint.ts'

/** Copied by a person to send it himself; told to the maker by itself; sent to the contact's phone. */
export const remindWays = ['copy', 'message', 'sms'] as const
export type RemindWay = (typeof remindWays)[number]
/** That a client was reminded. */
export const Remind = z.object({
  id,
  way: z.enum(remindWays),
  to: z.string(),
  /** How many items were open then. */
  items: z.number().int(),
  by: z.string(),
  problem: z.string(),
  time,
})
