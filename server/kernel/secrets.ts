import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { folderError, StartError } from './start-error.ts'

/** Made once per deployment, never shipped. Processes that share a database must share this file. */
export type Secrets = {
  /** 256 bits, signs tokens. */
  tokenKey: Buffer
  /** What browsers send with the client id `saber`; a public client's secret, it opens nothing by itself. */
  clientSecret: string
  ownerPassword: string
  appPassword: string
}

const fresh = () => ({
  tokenKey: randomBytes(32).toString('hex'),
  clientSecret: randomBytes(24).toString('base64url'),
  ownerPassword: randomBytes(24).toString('base64url'),
  appPassword: randomBytes(24).toString('base64url'),
})

/** Reads `<folder>/secrets.json`, making it (0600, all or nothing) at the first start. */
export async function openSecrets(folder: string): Promise<Secrets> {
  const path = join(folder, 'secrets.json')
  try {
    return parse(await readFile(path, 'utf8'), path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw folderError(error, folder)
  }
  const draft = `${path}.${randomUUID()}`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(JSON.stringify(fresh(), null, 2))
    await file.sync()
    await file.close()
    // link refuses an existing name: of two processes that start together one wins, and both read the same
    await link(draft, path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  } catch (error) {
    throw folderError(error, folder)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
  return parse(await readFile(path, 'utf8'), path)
}

function parse(text: string, path: string): Secrets {
  const broken = new StartError(
    `The keys in ${path} are damaged. Bring the file back from a backup of the data folder.`,
  )
  let value: Partial<Record<keyof Secrets, string>>
  try {
    value = JSON.parse(text) as typeof value
  } catch {
    throw broken
  }
  const { tokenKey, clientSecret, ownerPassword, appPassword } = value
  // RFC 7518 3.2: a key for HS256 has at least 256 bits
  if (!tokenKey || !/^[0-9a-f]{64,}$/.test(tokenKey) || !clientSecret || !ownerPassword || !appPassword) throw broken
  return { tokenKey: Buffer.from(tokenKey, 'hex'), clientSecret, ownerPassword, appPassword }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
