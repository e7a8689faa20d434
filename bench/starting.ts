import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bare, BareOrder } from './bare.ts'
import { start } from './child.ts'
import { familyMb } from './cost.ts'
import { median, type Row, short } from './table.ts'

const entry = join(import.meta.dirname, '../server/main.ts')
type Started = { ms: number; idle: number }

/** The second start on a data folder, to the line that names the address, and what all processes hold when idle. */
export async function starting({ rounds }: { rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'digao-bench-start-'))
  try {
    await startOurs(folder)
    const ours: Started[] = []
    const reference: Started[] = []
    for (let round = 0; round < rounds; round += 1) {
      reference.push(await startBare())
      ours.push(await startOurs(folder))
    }
    const idle = (of: Started[]) => of.map((one) => one.idle)
    return [
      {
        name: 'second start, database included',
        unit: 'wall ms',
        ours: ours.map(({ ms }) => ms),
        reference: reference.map(({ ms }) => ms),
        against: 'bare node:http + pg',
        aim: '≤ 1,500 ms',
      },
      {
        name: 'memory of all processes, idle',
        unit: 'MB',
        ours: idle(ours),
        reference: idle(reference),
        against: 'bare node:http + pg, no database',
        aim: '≤ 200 MB',
        beside: `${short(median(idle(ours)))} MB proportional set size`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startOurs(folder: string): Promise<Started> {
  const began = performance.now()
  const child = spawn(process.execPath, [entry, '--json', '--port', '0'], {
    env: { ...process.env, DIGAO_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  await Promise.race([
    once(lines, 'line'),
    ended.then(([code]) => {
      throw new Error(`Digao ended with ${String(code)} instead of starting`)
    }),
  ])
  const ms = performance.now() - began
  await sleep(1000)
  const idle = familyMb(child.pid ?? 0)
  child.kill('SIGTERM')
  await ended
  return { ms, idle }
}

async function startBare(): Promise<Started> {
  const began = performance.now()
  const child = await start<Bare>('bare.ts', { database: null } satisfies BareOrder)
  const ms = performance.now() - began
  await sleep(1000)
  const idle = familyMb(child.pid)
  await child.stop()
  return { ms, idle }
}
