import { hash, type Options, verify } from '@node-rs/argon2'

// OWASP Password Storage: 19 MiB, 2 passes, 1 lane; the library's default algorithm is argon2id
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The stored form of a link's password; null takes it away. */
export const hashShared = async (password: string): Promise<string | null> =>
  password === '' ? null : hash(password, cost)

export const verifyShared = (stored: string, password: string): Promise<boolean> => verify(stored, password)
