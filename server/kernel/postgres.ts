import { accessSync, closeSync, constants, mkdirSync, openSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { lockDataFolder } from './data-folder-lock.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { ensureCluster, serverUser, superuser } from './postgres-cluster.ts'
import { isInside } from './postgres-process.ts'
import { adoptOrStart, stopServer } from './postgres-server.ts'
import { folderError } from './start-error.ts'

/** A running PostgreSQL of our own, reached over a unix socket that only its user (and root) can open. */
export type Postgres = {
  /** Connection settings; without a login, those of the bootstrap superuser. */
  connection: (database?: string, login?: { user: string; password: string }) => ClientConfig
  /** True when the server was already running: it outlived the process that started it. */
  adopted: boolean
  /** Fast shutdown: sessions end, the server writes its checkpoint, the folder is free again. */
  stop: () => Promise<void>
}

const nothing = () => {}

type Options = {
  log: (line: string) => void
  /** Called when the server died while in use and could not be started again. */
  lost?: (error: unknown) => void
  /** Server settings, as `-c name=value`. */
  settings?: Record<string, string>
  /** False lets several processes share one server (tests); the caller then decides who stops it. */
  exclusive?: boolean
}

/**
 * Opens the PostgreSQL that lives in `<dataFolder>/postgres`: makes it, adopts the one that runs, or starts it, waits
 * until it accepts sessions, and starts it again should it die. As root the server runs as an unprivileged user.
 * Refuses with StartError: folder in use or not writable, disk full, database of another version, server that will not run.
 */
export async function openPostgres(dataFolder: string, options: Options): Promise<Postgres> {
  let unlock = nothing
  try {
    const folder = writableFolder(dataFolder)
    if (options.exclusive !== false) unlock = await lockDataFolder(folder)
    return await open(folder, unlock, options)
  } catch (error) {
    unlock()
    throw folderError(error, dataFolder)
  }
}

async function open(folder: string, unlock: () => void, options: Options): Promise<Postgres> {
  const cluster = join(folder, 'postgres')
  const user = serverUser(cluster)
  const binaries = postgresBinaries(folder, user)
  const password = await ensureCluster(cluster, binaries, user)
  const { host, forget } = socketFolder(cluster)
  const connection = (database: string = superuser, login = { user: superuser, password }) => {
    return { host, port: 5432, database, ...login }
  }
  const launch = () =>
    adoptOrStart({ cluster, binaries, user, logFile: join(folder, 'postgres.log') }, connection(), options)
  let { pid, adopted } = await launch()
  let mending: Promise<void> | undefined
  const mend = async () => {
    try {
      pid = (await launch()).pid
      mending = undefined
    } catch (error) {
      options.lost?.(error)
    }
  }
  const watch = setInterval(() => {
    if (mending || isInside(pid, cluster)) return
    options.log('The database server ended unexpectedly; starting it again.')
    mending = mend()
  }, 500).unref()
  const stop = async () => {
    clearInterval(watch)
    await mending
    await stopServer(pid, cluster)
    forget()
    unlock()
  }
  return { connection, adopted, stop }
}

/** The folder's real path, made when missing and proved writable. It is private: it will hold clients' books. */
function writableFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  accessSync(path, constants.W_OK | constants.X_OK)
  return realpathSync(path)
}

/**
 * Where clients find the socket. The kernel takes at most 107 bytes; a longer path is reached through a handle that
 * this process keeps open, which other processes of the same user may use as well while we live.
 */
function socketFolder(cluster: string): { host: string; forget: () => void } {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= 107) return { host: cluster, forget: nothing }
  const handle = openSync(cluster, 'r')
  return { host: `/proc/${process.pid}/fd/${handle}`, forget: () => closeSync(handle) }
}
