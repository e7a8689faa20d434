import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { ServerUser } from './postgres-binaries.ts'
import { folderError, StartError } from './start-error.ts'

/** The bootstrap superuser of a cluster that Digao made. */
export const superuser = 'postgres'

/** The major version of the pinned packages; a cluster opens only under the version that made it. */
const major = '18'
const passwordFile = 'digao.password'

/** As root the server runs as the owner of its data, or for new data as `postgres` or `nobody`; else as ourselves. */
export function serverUser(cluster: string): ServerUser {
  const mine = process.getuid?.() ?? 0
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  if (mine !== 0) {
    if (!owner || owner.uid === mine) return undefined
    throw new StartError(
      `The database in ${cluster} belongs to another user (uid ${owner.uid}, you are uid ${mine}). Start Digao as that user, or name another folder with DIGAO_DATA.`,
    )
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const found = account('postgres') ?? account('nobody')
  if (found) return found
  throw new StartError(
    'PostgreSQL does not run as root, and this machine has neither a user postgres nor a user nobody. Start Digao as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * Makes the cluster when there is none, and answers the superuser's password. It is made beside its place and renamed,
 * so that one cut short is never taken for a whole one.
 */
export async function ensureCluster(cluster: string, binaries: string, user: ServerUser): Promise<string> {
  if (!existsSync(cluster)) await createCluster(cluster, binaries, user)
  const version = read(join(cluster, 'PG_VERSION'))
  if (version !== major) throw strangeCluster(cluster, version)
  if (user && statSync(cluster).uid === 0) own(cluster, user) // a backup copied back by root
  chmodSync(cluster, 0o700) // PostgreSQL refuses a folder that others may read
  const password = read(join(cluster, passwordFile))
  if (password) return password
  throw new StartError(
    `The password file ${join(cluster, passwordFile)} is missing, so Digao cannot sign in to its own database. Bring the file back from a backup of the data folder.`,
  )
}

async function createCluster(cluster: string, binaries: string, user: ServerUser) {
  const draft = `${cluster}.new`
  const secret = `${cluster}.secret`
  const password = randomBytes(24).toString('base64url')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(secret, password, { mode: 0o600 })
  if (user) {
    chownSync(draft, user.uid, user.gid)
    chownSync(secret, user.uid, user.gid)
  }
  const handle = openSync(secret, 'r')
  rmSync(secret)
  try {
    const options = [
      ['-D', '/proc/self/cwd', '-U', superuser, '-E', 'UTF8', '--auth=scram-sha-256', '--pwfile=/proc/self/fd/3'],
      ['--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ].flat()
    const { code, output } = await outcome(
      // Paths through /proc: the server's user need not be able to walk to the folder (/root is private), and no
      // space, quote or length in the path can hurt.
      spawn(join(binaries, 'bin', 'initdb'), options, {
        ...user,
        cwd: draft,
        env: { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] },
        stdio: ['ignore', 'pipe', 'pipe', handle],
      }),
    )
    if (code !== 0) throw initFailed(cluster, output)
    const noted = join(draft, passwordFile)
    writeFileSync(noted, password, { mode: 0o600, flush: true })
    if (user) chownSync(noted, user.uid, user.gid)
    renameSync(draft, cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw folderError(error, cluster)
  } finally {
    closeSync(handle)
  }
}

function outcome(child: ReturnType<typeof spawn>): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

function initFailed(cluster: string, output: string): unknown {
  if (output.includes('No space left on device'))
    return folderError(Object.assign(new Error(output), { code: 'ENOSPC' }), cluster)
  const line = output.split('\n').find((text) => /FATAL|PANIC|error:|could not/.test(text)) ?? output.trim()
  return new StartError(`The database could not be made in ${cluster}: ${line.trim()}`)
}

function strangeCluster(cluster: string, version: string | undefined): StartError {
  return new StartError(
    version
      ? `The database in ${cluster} was made by PostgreSQL ${version}; this Digao brings PostgreSQL ${major}. Start the Digao that made it, or name another folder with DIGAO_DATA.`
      : `${cluster} is no database: it holds no PG_VERSION. Move it away, or name another folder with DIGAO_DATA.`,
  )
}

function account(name: string): ServerUser {
  const line = (read('/etc/passwd') ?? '').split('\n').find((entry) => entry.startsWith(`${name}:`))
  const [uid, gid] = line?.split(':').slice(2, 4).map(Number) ?? []
  return uid && gid ? { uid, gid } : undefined
}

function own(path: string, user: { uid: number; gid: number }) {
  lchownSync(path, user.uid, user.gid)
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
    lchownSync(join(entry.parentPath, entry.name), user.uid, user.gid)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
