import { z } from 'zod'
import { get, id, none, post, time } from './endpoint.ts'

/** Where the disk can be mounted, on the server's own address. */
export const DAV_PATH = '/dav/'
/** Passwords one person may have. */
export const MOST_DAV_PASSWORDS = 20

/** A password by which a program mounts the disk in a person's name; its text is shown once. */
export const DavPassword = z.object({
  id,
  name: z.string(),
  /** Its last four characters. */
  tail: z.string(),
  readOnly: z.boolean(),
  /** The folder it opens; empty: every space the person sees. */
  rootId: z.string(),
  rootName: z.string(),
  createTime: time,
  /** Empty: never used. */
  seenTime: z.string(),
  seenAddress: z.string(),
  /** What the program calls itself. */
  seenAgent: z.string(),
})
export type DavPassword = z.output<typeof DavPassword>

export const dav = {
  list: get('/sc-auth/davPassword/list', {
    may: 'disk.use',
    ofSelf: true,
    says: 'The caller’s own passwords for mounting the disk',
    input: none,
    output: z.array(DavPassword),
  }),
  create: post('/sc-auth/davPassword/create', {
    may: 'disk.use',
    ofSelf: true,
    says: 'Makes a password for mounting the disk; its text is in this answer and nowhere else',
    input: z.object({
      name: z.string({ error: 'davName' }).trim().min(1, 'davName').max(60),
      readOnly: z.boolean().default(false),
      rootId: z.union([id, z.literal('')]).default(''),
    }),
    output: z.object({ account: z.string(), password: z.string(), row: DavPassword }),
    // answers to calls with a key are kept for a day, and this one is kept nowhere
    network: true,
  }),
  revoke: post('/sc-auth/davPassword/revoke', {
    may: 'disk.use',
    ofSelf: true,
    says: 'Ends a password of the caller’s own at once, with the locks held by it',
    input: z.object({ id }),
    output: none,
  }),
}
