import { z } from 'zod'
import { time } from './endpoint.ts'

/** How long a lease lasts without a sign of life, and how often one is given. Seconds. */
export const LEASE_SECONDS = 60
export const LEASE_BEAT_SECONDS = 20
/** What is pushed to everybody who has a document open when its lease or its content changes. */
export const LEASE_PUSH = 'LEASE'

const Person = z.object({ userId: z.string(), name: z.string() })
/** Who edits a document, who else has it open, and who asks to edit it. */
export const DocumentLease = z.object({
  mine: z.boolean(),
  /** Empty: nobody edits it. */
  holderId: z.string(),
  holderName: z.string(),
  until: time,
  askedBy: z.array(Person),
  viewers: z.array(Person),
})
export type DocumentLease = z.output<typeof DocumentLease>
/** What a push of LEASE says besides: the newest revision, or who asks. */
export const LeasePush = z.object({
  kind: z.string(),
  documentId: z.string(),
  rev: z.number().int().optional(),
  asks: z.string().optional(),
})
