import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Linux counts process time in hundredths of a second (USER_HZ) on every architecture we run on. */
const TICK_MS = 10

type Stat = { parent: number; own: number; waited: number }

/** Parent and processor time of a process (all its threads) and of its children that ended; undefined once it is gone. */
function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name in brackets may hold anything; what follows the last bracket is numbers
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (number: number) => Number(fields[number - 3] ?? 0)
    return { parent: at(4), own: (at(14) + at(15)) * TICK_MS, waited: (at(16) + at(17)) * TICK_MS }
  } catch {
    return undefined
  }
}

/** The process and all that descends from it. */
export function familyOf(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const stat = Number.isInteger(pid) ? statOf(pid) : undefined
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), pid])
  }
  const family = [root]
  for (const pid of family) family.push(...(children.get(pid) ?? []))
  return family
}

/** Processor milliseconds, user and system, that these processes and their descendants have used since they began. */
export function cpuMs(...roots: number[]): number {
  const stats = roots.flatMap(familyOf).map(statOf)
  return stats.reduce((sum, stat) => sum + (stat ? stat.own + stat.waited : 0), 0)
}

/** Highest resident memory of a process in MB since it began, or since `forgetPeak`. */
export const peakMb = (pid: number | 'self'): number => kilobytes(`/proc/${pid}/status`, 'VmHWM') / 1024

/** Starts the peak anew at what the process holds now. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Memory in MB of a process and its descendants; what they share is counted once. */
export const familyMb = (root: number): number =>
  familyOf(root).reduce((sum, pid) => sum + kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss'), 0) / 1024

function kilobytes(path: string, key: string): number {
  try {
    return Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(readFileSync(path, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
