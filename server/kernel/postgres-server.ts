import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { ServerUser } from './postgres-binaries.ts'
import { postmasterOf, processesIn, signal, within } from './postgres-process.ts'
import { StartError } from './start-error.ts'

/** What it takes to run the server of one cluster. */
export type Place = { cluster: string; binaries: string; user: ServerUser; logFile: string }

type Log = (line: string) => void

const second = 1000

/** Finds the cluster's live server or starts one, and waits until it accepts sessions. */
export async function adoptOrStart(
  place: Place,
  connection: ClientConfig,
  { log, settings = {} }: { log: Log; settings?: Record<string, string> },
): Promise<{ pid: number; adopted: boolean }> {
  const { cluster } = place
  const running = postmasterOf(cluster)
  if (running && running.status !== 'stopping') {
    await accepting(connection, place, running.pid, log)
    return { pid: running.pid, adopted: true }
  }
  await emptied(cluster)
  // After a crash of the whole machine or container the pid noted in these files may belong to a stranger, and PostgreSQL would
  // refuse to start; that no process works in the folder has just been proved.
  for (const stale of ['postmaster.pid', '.s.PGSQL.5432.lock']) rmSync(join(cluster, stale), { force: true })
  const pid = await launch(place, settings)
  await accepting(connection, place, pid, log)
  return { pid, adopted: false }
}

/** Fast shutdown; after half a minute the immediate one, which loses nothing either (the next start replays the log). */
export async function stopServer(pid: number, cluster: string) {
  if (postmasterOf(cluster)?.pid !== pid) return
  signal(pid, 'SIGINT')
  if (await within(30 * second, () => processesIn(cluster).length === 0)) return
  signal(pid, 'SIGQUIT')
  await within(10 * second, () => processesIn(cluster).length === 0)
}

/** Waits for a stopping server, or for backends whose server was killed: a second server beside them would corrupt. */
async function emptied(cluster: string) {
  const empty = () => processesIn(cluster).length === 0
  if (await within(10 * second, empty)) return
  if (!postmasterOf(cluster)) for (const pid of processesIn(cluster)) signal(pid, 'SIGQUIT')
  if (await within(30 * second, empty)) return
  throw new StartError(
    `The database in ${cluster} is still held by processes of an earlier run that do not end: ${processesIn(cluster).join(', ')}. End them, then start again.`,
  )
}

/** Starts the server apart from our own process group, so that Ctrl-C reaches Digao first and the database last. */
function launch({ cluster, binaries, user, logFile }: Place, settings: Record<string, string>): Promise<number> {
  const all = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    cluster_name: 'digao',
    log_checkpoints: 'off',
    timezone: 'UTC',
    // our statements are short: compiling one takes longer than it saves
    jit: 'off',
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  trim(logFile)
  const log = openSync(logFile, 'a', 0o600)
  return new Promise((resolve, reject) => {
    // /proc/self/cwd is the data folder to the server and its backends, however private or odd the path above it is.
    const child = spawn(
      join(binaries, 'bin', 'postgres'),
      ['-D', '/proc/self/cwd', '-k', '/proc/self/cwd', ...options],
      {
        ...user,
        cwd: cluster,
        env: { LC_ALL: 'C.UTF-8' },
        stdio: ['ignore', log, log],
        detached: true,
      },
    )
    child.on('error', reject)
    child.on('spawn', () => {
      child.unref()
      if (child.pid) resolve(child.pid)
    })
  }).finally(() => closeSync(log)) as Promise<number>
}

async function accepting(connection: ClientConfig, place: Place, pid: number, log: Log) {
  const started = performance.now()
  const from = size(place.logFile)
  for (let told = 0; ;) {
    const refused = await attempt(connection)
    if (!refused) return
    if (refused.code === '28P01') throw wrongPassword(place.cluster)
    if (!processesIn(place.cluster).includes(pid)) throw serverEnded(place, from)
    const waited = Math.floor((performance.now() - started) / (10 * second))
    if (waited > told) log('Waiting for the database: it is recovering from an interrupted run.')
    told = waited
    await sleep(25)
  }
}

async function attempt(connection: ClientConfig): Promise<{ code: string } | undefined> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 10 * second })
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return { code: error instanceof Error && 'code' in error ? String(error.code) : '' }
  } finally {
    await client.end().catch(() => {})
  }
}

function wrongPassword(cluster: string): StartError {
  return new StartError(
    `The database in ${cluster} does not accept the password noted in ${join(cluster, 'digao.password')}. Bring both back from the same backup of the data folder.`,
  )
}

function serverEnded({ cluster, logFile }: Place, from: number): StartError {
  const lines = readFileSync(logFile).subarray(from).toString().split('\n')
  const fatal = lines.find((line) => /FATAL|PANIC/.test(line)) ?? lines.findLast((line) => line.trim())
  const reason = fatal?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'it gave no reason'
  const advice = /No space left/.test(lines.join('\n')) ? ' Free some disk space and start again.' : ''
  return new StartError(`The database in ${cluster} did not start: ${reason}.${advice} More is in ${logFile}.`)
}

function size(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Keeps one older log, so that it cannot fill the disk over the years. */
function trim(logFile: string) {
  if (size(logFile) > 10_000_000) renameSync(logFile, `${logFile}.1`)
}
