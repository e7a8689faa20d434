import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What `postmaster.pid` says of a server that is alive. */
export type Postmaster = { pid: number; status: string }

/**
 * The live server of this cluster folder, if any. Every PostgreSQL process works inside its data folder, so its
 * working directory proves that the pid in the file was not reused by a stranger.
 */
export function postmasterOf(cluster: string): Postmaster | undefined {
  const lines = pidFile(cluster)
  const pid = Number(lines[0])
  return isInside(pid, cluster) ? { pid, status: lines[7]?.trim() ?? '' } : undefined
}

/** Pids of all processes that work inside the cluster folder: the server and its backends, orphaned ones too. */
export function processesIn(cluster: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isInside(pid, cluster))
}

/** True when the condition came about within the time. */
export async function within(milliseconds: number, condition: () => boolean): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (!condition()) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}

/** Sends a signal; a process that has just ended is no error. */
export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** False for the dead, for zombies (they have no working directory) and for processes of other folders. */
export function isInside(pid: number, cluster: string): boolean {
  try {
    return pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return false
  }
}

function pidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}
