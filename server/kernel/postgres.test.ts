import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, type ClientConfig } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { lockDataFolder } from './data-folder-lock.ts'
import { openPostgres, type Postgres } from './postgres.ts'
import { postmasterOf, processesIn, signal, within } from './postgres-process.ts'

const base = mkdtempSync(join(tmpdir(), 'digao-'))
const folder = join(base, "数据 folder, it's odd")
const cluster = join(folder, 'postgres')
const isRoot = process.getuid?.() === 0
const quiet = { log: () => {} }
const open: Postgres[] = []

async function start(at = folder): Promise<Postgres> {
  const postgres = await openPostgres(at, quiet)
  open.push(postgres)
  return postgres
}

async function ask(config: ClientConfig, sql: string): Promise<unknown[]> {
  const client = new Client(config)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another Digao: a process of its own that opens the folder, says what came of it, and stays. */
async function another(at: string, uid?: number): Promise<{ child: ChildProcess; said: string }> {
  const code = `
    const { openPostgres } = await import(${JSON.stringify(new URL('postgres.ts', import.meta.url).href)})
    try {
      await openPostgres(${JSON.stringify(at)}, { log: () => {} })
      console.log('open')
      setInterval(() => {}, 1000)
    } catch (error) {
      console.log(error.name + ': ' + error.message)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  for await (const said of createInterface({ input: child.stdout })) return { child, said }
  throw new Error('the other process said nothing')
}

const here = `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`

/** A folder with a lock that some earlier or other process left. */
function locked(holder: object): string {
  const path = join(base, 'locked')
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'lock'), JSON.stringify(holder))
  return path
}

async function kill(child: ChildProcess) {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

beforeAll(async () => {
  chmodSync(base, 0o700) // also to the server's own user: nobody but us may walk in from above
  const postgres = await start()
  await ask(postgres.connection(), 'create table kept (id int); insert into kept values (42)')
  await open.pop()?.stop()
})
afterEach(async () => {
  for (const postgres of open.splice(0)) await postgres.stop()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('the built-in database', () => {
  test('keeps its data in a private folder, whose path may hold spaces, commas and Chinese', async () => {
    const postgres = await start()
    expect(postgres.adopted).toBe(false)
    expect(await ask(postgres.connection(), 'select id from kept')).toEqual([{ id: 42 }])
    expect(statSync(cluster).mode & 0o777).toBe(0o700)
    const [settings] = await ask(
      postgres.connection(),
      `select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync,
        current_setting('server_encoding') as encoding, datlocprovider as provider, datlocale as locale
       from pg_database where datname = 'postgres'`,
    )
    expect(settings).toEqual({ tcp: '', fsync: 'on', encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' })
  })

  test('does not let in who has no password, even on this machine', async () => {
    const postgres = await start()
    const stranger = postgres.connection('postgres', { user: 'postgres', password: 'guess' })
    await expect(ask(stranger, 'select 1')).rejects.toThrow('password authentication failed')
  })

  test.runIf(isRoot)('never runs as root', async () => {
    await start()
    const pid = postmasterOf(cluster)?.pid
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).not.toMatch(/^Uid:\s+0/m)
  })

  test('stops in order: no process stays, and the next start has nothing to recover', async () => {
    const postgres = await start()
    await open.pop()?.stop()
    expect(processesIn(cluster)).toEqual([])
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
    await expect(ask(postgres.connection(), 'select 1')).rejects.toThrow('ENOENT')
  })

  test('is adopted with all it was told when Digao was killed', async () => {
    const { child, said } = await another(folder)
    expect(said).toBe('open')
    const pid = postmasterOf(cluster)?.pid
    await kill(child)
    const postgres = await start()
    expect(postgres.adopted).toBe(true)
    expect(postmasterOf(cluster)?.pid).toBe(pid)
    expect(await ask(postgres.connection(), 'select id from kept')).toEqual([{ id: 42 }])
  })

  test('starts again when Digao and the database were both killed', async () => {
    const { child } = await another(folder)
    signal(postmasterOf(cluster)?.pid ?? 0, 'SIGKILL')
    await kill(child)
    const postgres = await start()
    expect(postgres.adopted).toBe(false)
    expect(await ask(postgres.connection(), 'select id from kept')).toEqual([{ id: 42 }])
  })

  test('comes back by itself when only the database was killed', async () => {
    const postgres = await start()
    const first = postmasterOf(cluster)?.pid ?? 0
    signal(first, 'SIGKILL')
    expect(await within(10_000, () => (postmasterOf(cluster)?.pid ?? first) !== first)).toBe(true)
    await expect
      .poll(() => ask(postgres.connection(), 'select id from kept').catch(() => []), { timeout: 10_000 })
      .toEqual([{ id: 42 }])
  })

  test('starts although a stranger has meanwhile got the process number it had', async () => {
    const { uid, gid } = statSync(cluster)
    const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock'])
      writeFileSync(join(cluster, name), `${stranger.pid}\n/proc/self/cwd\n0\n5432\n\n\n\nready   \n`)
    const postgres = await start().finally(() => stranger.kill())
    expect(await ask(postgres.connection(), 'select id from kept')).toEqual([{ id: 42 }])
  })

  test('works below a path too long for a socket', async () => {
    const deep = join(base, 'x'.repeat(120), '很长的路径')
    const postgres = await start(deep)
    expect(await ask(postgres.connection(), 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('the data folder', () => {
  test('serves one Digao at a time; the second is told which one has it, and the first works on', async () => {
    const postgres = await start()
    const { child, said } = await another(folder)
    expect(said).toContain(`StartError: Digao is already running on this data folder (pid ${process.pid}): ${folder}`)
    await within(5_000, () => child.exitCode !== null)
    expect(await ask(postgres.connection(), 'select id from kept')).toEqual([{ id: 42 }])
  })

  test('is taken over from a process that is gone, even when its number lives on', async () => {
    const unlock = await lockDataFolder(locked({ pid: process.pid, started: '1', world: here }))
    await expect(lockDataFolder(join(base, 'locked'))).rejects.toThrow('already running')
    unlock()
    ;(await lockDataFolder(join(base, 'locked')))()
    expect(existsSync(join(base, 'locked', 'lock'))).toBe(false)
  })

  test('is left to a Digao of another container while that shows signs of life, and taken over when it fell silent', async () => {
    const container = locked({ pid: 1, started: '1', world: 'another' })
    const lock = join(container, 'lock')
    const beating = setInterval(() => utimesSync(lock, new Date(), new Date()), 500)
    await expect(lockDataFolder(container)).rejects.toThrow('pid 1 in another container')
    clearInterval(beating)
    utimesSync(lock, new Date(), new Date(Date.now() - 60_000))
    ;(await lockDataFolder(container))()
  })

  test('that may not be written is named, with what to do', async () => {
    const closed = join(base, 'closed')
    mkdirSync(closed, { mode: isRoot ? 0o700 : 0o500 })
    if (isRoot) chmodSync(base, 0o755)
    const { said } = await another(closed, isRoot ? 65_534 : undefined)
    expect(said).toBe(
      `StartError: Cannot use the data folder ${closed}: this user may not write there; choose another folder with DIGAO_DATA, or give this user the right to write.`,
    )
  })

  test('that is a file is named, with what to do', async () => {
    writeFileSync(join(base, 'file'), 'mine')
    await expect(openPostgres(join(base, 'file'), quiet)).rejects.toThrow(/there is a file of that name.*DIGAO_DATA/)
    await expect(openPostgres(join(base, 'file', 'below'), quiet)).rejects.toThrow(
      /is a file, not a folder.*DIGAO_DATA/,
    )
    expect(readFileSync(join(base, 'file'), 'utf8')).toBe('mine')
  })

  test('with the database of another version is left as it was', async () => {
    const old = join(base, 'old')
    mkdirSync(join(old, 'postgres'), { recursive: true })
    writeFileSync(join(old, 'postgres', 'PG_VERSION'), '17\n')
    await expect(openPostgres(old, quiet)).rejects.toThrow(/made by PostgreSQL 17; this Digao brings PostgreSQL 18/)
    expect(existsSync(join(old, 'lock'))).toBe(false)
  })
})
