import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
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
    await makeFolder(resolve(folder))
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

/** Makes a folder and those above it. Node's own recursive mkdir never returns where a file system answers ENOENT under a folder that stands, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    const above = dirname(folder)
    const aboveStands = await stat(above).then(
      () => true,
      () => false,
    )
    if (code !== 'ENOENT' || aboveStands) throw error
    await makeFolder(above)
    await mkdir(folder, { mode: 0o700 })
  }
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
