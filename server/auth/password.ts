import { createHash } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'

// OWASP Password Storage: 19 MiB, 2 passes, 1 lane; the library's default algorithm is argon2id
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MD5 = /^[0-9a-f]{32}$/

/** What clients send of a password: md5 hex in lower case. */
export const md5 = (password: string) => createHash('md5').update(password).digest('hex')

/** The stored form of what a client sends. */
export const hashPassword = (sent: string): Promise<string> => hash(sent, cost)

let nobodys: Promise<string> | undefined

/** Whether a client's md5 is the stored password; an account that does not exist takes the same time and is never right. */
export async function isPassword(stored: string | undefined, sent: string): Promise<boolean> {
  nobodys ??= hashPassword(md5(crypto.randomUUID()))
  const right = await verify(stored ?? (await nobodys), MD5.test(sent) ? sent : '-')
  return right && stored !== undefined
}
