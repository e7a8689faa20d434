import { z } from 'zod'
import { get, none, post } from './endpoint.ts'

/** Kilobytes of JSON that a person's settings may take. */
export const SETTINGS_KB = 16

/** What clients send of the empty password: the md5 of nothing. */
const MD5_OF_NOTHING = 'd41d8cd98f00b204e9800998ecf8427e'
const sentLock = z
  .string({ error: 'lockEmpty' })
  .regex(/^[0-9a-f]{32}$/, 'lockEmpty')
  .refine((sent) => sent !== MD5_OF_NOTHING, 'lockEmpty')

const Preference = z.object({
  /** The frame's settings by name; the frame knows what they mean. */
  settings: z.record(z.string(), z.unknown()),
  /** Whether the person has a password for the lock screen. */
  hasLock: z.boolean(),
  /** True, too, where the deployment asks for no code. */
  humanChecked: z.boolean(),
})
export type Preference = z.output<typeof Preference>

/** A person's own settings; the same in every tenant he enters. */
export const preference = {
  detail: get('/sc-system/preference/detail', {
    may: 'signedIn',
    ofSelf: true,
    says: "The caller's own settings",
    input: none,
    output: Preference,
  }),
  submit: post('/sc-system/preference/submit', {
    may: 'signedIn',
    ofSelf: true,
    says: "Changes the caller's settings that are sent; null takes one out, the others stay",
    input: z.object({ settings: z.record(z.string().min(1).max(60), z.unknown()) }),
    output: Preference,
  }),
}

/** The password of one's own lock screen, as md5 hex in lower case. */
export const lock = {
  set: post('/sc-system/lock/set', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Sets the lock password; where there is one, the old one is needed',
    input: z.object({ password: sentLock, oldPassword: z.string().max(64).optional() }),
    output: none,
  }),
  open: post('/sc-system/lock/open', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Proves the lock password; tries are counted',
    input: z.object({ password: sentLock }),
    output: none,
  }),
  remove: post('/sc-system/lock/remove', {
    may: 'signedIn',
    ofSelf: true,
    says: "Takes the lock password away, by the account's password",
    input: z.object({ password: z.string().max(64) }),
    output: none,
  }),
}

export const humanCheck = {
  submit: post('/sc-system/human-check/submit', {
    may: 'signedIn',
    ofSelf: true,
    says: "Proves the deployment's code once; tries are counted",
    input: z.object({ code: z.string({ error: 'humanEmpty' }).trim().min(1, 'humanEmpty').max(64, 'humanWrong') }),
    output: none,
  }),
}
