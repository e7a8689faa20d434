import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from './start-error.ts'

/**
 * One life of one process. A pid alone may be reused; with its start time (clock ticks since boot) it is not. Both mean
 * something only within one world: one boot of one machine, and there one container.
 */
type Holder = { pid: number; started: string; world: string }

/** The holder touches its lock this often; one of another world is taken for gone when it missed it thrice. */
const beat = 4000
const silence = 3 * beat

/**
 * Takes the data folder for this process; the answer gives it back. Refuses with StartError while another process holds
 * it, in this container or another one. A lock whose process is gone (kill -9, power loss) is taken over.
 */
export async function lockDataFolder(folder: string): Promise<() => void> {
  const path = join(folder, 'lock')
  const mine: Holder = { pid: process.pid, started: processStart(process.pid) ?? '', world: world() }
  const draft = `${path}.${process.pid}.${mine.started}`
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    while (!linked(draft, path)) {
      const holder = readHolder(path)
      if (holder && (await isAlive(holder, path))) throw alreadyRunning(holder, folder)
      discard(path, folder)
    }
    const pulse = setInterval(() => touch(path), beat).unref()
    return () => {
      clearInterval(pulse)
      release(path, mine)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Start time of a process in clock ticks since boot; undefined when it does not live (a zombie does not). */
export function processStart(pid: number): string | undefined {
  try {
    // The command name in parentheses may itself hold spaces and parentheses: count fields from its end.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return state === 'Z' || state === 'X' ? undefined : fields[18]
  } catch {
    return undefined
  }
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (holder.world === world()) return processStart(holder.pid) === holder.started
  // We cannot see its processes: wait for a sign of life, or for it to fall silent.
  const heard = touched(path)
  const end = performance.now() + silence
  while (Date.now() - heard < silence && performance.now() < end) {
    await sleep(200)
    if (touched(path) > heard) return true
  }
  return false
}

function alreadyRunning({ pid, world: elsewhere }: Holder, folder: string): StartError {
  const who = elsewhere === world() ? `pid ${pid}` : `pid ${pid} in another container or on another machine`
  return new StartError(
    `Digao is already running on this data folder (${who}): ${folder}. Use that one, stop it first, or name another folder with DIGAO_DATA.`,
  )
}

/** link() is atomic and refuses an existing name; writing with O_EXCL would show a half-written lock to others. */
function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Removes a stale lock. Another starter may have replaced it meanwhile: then what we moved away lives, and goes back. */
function discard(path: string, folder: string) {
  const aside = `${path}.${process.pid}.stale`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const holder = readHolder(aside)
  const replaced = holder?.world === world() && processStart(holder.pid) === holder.started
  if (replaced) linked(aside, path)
  rmSync(aside, { force: true })
  if (replaced) throw alreadyRunning(holder, folder)
}

function release(path: string, mine: Holder) {
  const holder = readHolder(path)
  if (holder?.pid === mine.pid && holder.started === mine.started) rmSync(path, { force: true })
}

function readHolder(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value !== 'object' || value === null) return undefined
    if (!('pid' in value) || !('started' in value) || !('world' in value)) return undefined
    return { pid: Number(value.pid), started: String(value.started), world: String(value.world) }
  } catch {
    return undefined
  }
}

function touch(path: string) {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // The folder was taken away while we ran; the database will say so.
  }
}

function touched(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function world(): string {
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
}
